package org.espalier.service.scheduling;

import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongToIntFunction;
import java.util.stream.Collectors;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Version;
import org.espalier.service.live.Faults;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Run;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskTypeView;
import org.espalier.service.live.Timeline;
import org.espalier.service.live.Urgency;
import org.espalier.service.live.Utility;
import org.espalier.workload.document.Names;

/**
 * Checks requests, as a whole and before anything is done; gives each its task type.
 *
 * @param index of a task in the resource manager, by its id
 */
record Admission(
    SchedulerSettings settings, Places places, Timeline timeline, LongToIntFunction index) {
  private static final int LONGEST_KEY = 200;
  private static final int MOST_POINTS = 100;

  /** Index of a task type that is known. */
  int type(Submission submission) {
    return places
        .type(submission)
        .orElseThrow(() ->
            new IllegalStateException("task type %s is unknown".formatted(submission.type())));
  }

  /** Whether tasks of a type can be accepted. */
  boolean knows(String type) {
    return places.type(new Submission(type, Map.of(), Optional.empty())).isPresent();
  }

  /** Throws with all that is wrong with some requests; to be called before they are handed over. */
  void check(List<TaskRequest> requests, long now) {
    Faults faults = new Faults();
    for (int i = 0; i < requests.size(); i++) {
      check(requests.get(i), "/" + i, now, faults);
    }
    if (!faults.isEmpty()) {
      throw new Refusal(Reason.INVALID, "nothing was accepted: see errors", faults.list());
    }
  }

  /** The configuration may have changed since they were checked. */
  void checkAgain(List<TaskRequest> requests) {
    for (TaskRequest request : requests) {
      if (!knows(request.submission().type())) {
        throw new Refusal(
            Reason.INVALID,
            "unknown task type \"%s\"; it is no longer configured"
                .formatted(request.submission().type()));
      }
      request
          .worth()
          .flatMap(worth -> worthFault(worth, ""))
          .or(() -> urgencyFault(request, ""))
          .ifPresent(fault -> {
            throw new Refusal(Reason.INVALID, fault.detail());
          });
    }
  }

  private void check(TaskRequest request, String pointer, long now, Faults faults) {
    Submission submission = request.submission();
    if (knows(submission.type())) {
      faults.addAll(settings.commands().faults(submission, pointer));
    } else {
      String known =
          settings.commands().views().stream()
              .map(TaskTypeView::name)
              .collect(Collectors.joining(", "));
      faults.add(
          new Fault(
              pointer + "/type",
              "unknown task type \"%s\"; expected one of %s".formatted(submission.type(), known)));
    }
    submission.key().flatMap(key -> keyFault(key, pointer)).ifPresent(faults::add);
    submission
        .parameters()
        .forEach((name, value) -> parameterFault(name, value, pointer).ifPresent(faults::add));
    deadlineFault(request, pointer, now).ifPresent(faults::add);
    request.worth().flatMap(worth -> worthFault(worth, pointer)).ifPresent(faults::add);
    urgencyFault(request, pointer).ifPresent(faults::add);
  }

  private Optional<Fault> urgencyFault(TaskRequest request, String pointer) {
    try {
      Optional<Urgency> urgency = request.urgency().map(this::urgency);
      String type = request.submission().type();
      return urgency
          .filter(_ -> settings.commands().terms(type).must())
          .map(_ ->
              new Fault(
                  pointer + "/urgency", type + " must be completed, whenever; give no urgency"));
    } catch (IllegalArgumentException e) {
      return Optional.of(new Fault(pointer + "/urgency", String.valueOf(e.getMessage())));
    }
  }

  /** The urgency of a name or, where policies mind urgencies, by points; throws what is wrong. */
  private Urgency urgency(String text) {
    Map<String, Urgency> known = settings.commands().urgencies();
    Urgency named = known.get(text);
    if (named != null) {
      return named;
    }
    String wrong = "unknown urgency \"%s\"; %s".formatted(text, Names.remedy(text, known.keySet()));
    if (text.contains(":")) {
      Urgency curve = Urgency.of(text);
      if (known.isEmpty()) {
        wrong =
            "points, but the service has no urgencies; its file needs some, which policies mind";
      } else if (curve.shares().size() > MOST_POINTS) {
        wrong = "%s points; give at most %s".formatted(curve.shares().size(), MOST_POINTS);
      } else if (curve.rises() && !settings.commands().isAnyRising()) {
        wrong = "rises with time, and none of the service's file does; give one that falls";
      } else {
        return curve;
      }
    }
    throw new IllegalArgumentException(wrong);
  }

  private Optional<Fault> worthFault(TaskRequest.Worth worth, String pointer) {
    if (valueOf(worth).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (worth) {
          case TaskRequest.Of(double number) ->
              new Fault(
                  pointer + "/worth",
                  "value %s; expected a number from %s to %s"
                      .formatted(number, Commands.LEAST_WORTH, Commands.MOST_WORTH));
          case TaskRequest.Priority(String name) ->
              new Fault(
                  pointer + "/priority",
                  "unknown priority \"%s\"; %s"
                      .formatted(
                          name, Names.remedy(name, settings.commands().priorities().keySet())));
        });
  }

  /** The worth that is meant; empty if it is none. */
  private Optional<Double> valueOf(TaskRequest.Worth worth) {
    return switch (worth) {
      case TaskRequest.Of(double number) -> Optional.of(number).filter(Commands::isWorth);
      case TaskRequest.Priority(String name) ->
          Optional.ofNullable(settings.commands().priorities().get(name));
    };
  }

  private static Optional<Fault> keyFault(String key, String pointer) {
    boolean fits =
        !key.isBlank()
            && key.length() <= LONGEST_KEY
            && key.codePoints().allMatch(Names::isPrintable);
    return fits
        ? Optional.empty()
        : Optional.of(
            new Fault(
                pointer + "/key",
                "idempotency key of %s characters; expected 1 to %s that can be printed"
                    .formatted(key.length(), LONGEST_KEY)));
  }

  /** Whatever a command takes: what no store keeps and no process is given as it is. */
  private static Optional<Fault> parameterFault(String name, String value, String pointer) {
    return isStorable(name) && isStorable(value)
        ? Optional.empty()
        : Optional.of(
            new Fault(
                pointer + "/parameters/" + name,
                "has a NUL character or half of a surrogate pair; remove it"));
  }

  private static boolean isStorable(String text) {
    return text.codePoints().noneMatch(c -> c == 0 || Character.getType(c) == Character.SURROGATE);
  }

  private Optional<Fault> deadlineFault(TaskRequest request, String pointer, long now) {
    try {
      timeline.instant(deadline(request, now));
      return Optional.empty();
    } catch (ArithmeticException | DateTimeException e) {
      return Optional.of(
          new Fault(pointer + "/deadline", "too far away to be counted; give a nearer one"));
    }
  }

  /** Deadline in ticks of a request accepted now. */
  long deadline(TaskRequest request, long now) {
    return switch (request.deadline()) {
      case TaskRequest.At at -> timeline.ticks(at.time());
      case TaskRequest.In in -> Math.addExact(now, timeline.ticks(in.time()));
    };
  }

  /**
   * What a request without faults is worth: as it says, or else as its type does, times the weight
   * of its user.
   */
  Utility utility(TaskRequest request) {
    Commands commands = settings.commands();
    Commands.Terms terms = commands.terms(request.submission().type());
    double own = request.worth().map(worth -> valueOf(worth).orElseThrow()).orElse(terms.worth());
    double weight =
        request.submission().user().map(user -> commands.quota(user).weight()).orElse(1.0);
    return new Utility(own * weight, request.urgency().map(this::urgency).or(terms::urgency));
  }

  /** Whether a request would have another deadline or worth than the task under its key. */
  boolean differs(TaskRequest request, LiveTask task) {
    return deadline(request, task.arrival()) != byPresentClock(task).deadline()
        || !utility(request).equals(task.utility());
  }

  /** The same task with the deadline that it has by the clock as it is set now. */
  LiveTask byPresentClock(LiveTask task) {
    return task.due().map(due -> task.dueAt(timeline.ticks(due))).orElse(task);
  }

  /** The same as the version that it is mapped as. */
  Task servedTask(LiveTask task) {
    Task asked = coreTask(task);
    return task.run()
        .flatMap(Run::served)
        .map(served -> asked.as(new Version(type(task.served()), served.share())))
        .orElse(asked);
  }

  /** The task of the resource manager that a live task is, as it was asked for. */
  Task coreTask(LiveTask task) {
    long deadline = Math.max(task.deadline(), task.arrival());
    boolean must = settings.commands().terms(task.submission().type()).must();
    UtilityFunction worth =
        task.utility()
            .urgency()
            .filter(_ -> !settings.commands().urgencies().isEmpty())
            .map(changes ->
                changes.of(task.worth(), timeline.span(task.arrival(), deadline), timeline::ticks))
            .map(curve -> settings.commands().isAnyRising() ? curve : curve.falling())
            .orElseGet(() -> new DeadlineUtility(task.worth(), must));
    return new Task(
        index.applyAsInt(task.id()), type(task.submission()), task.arrival(), deadline, worth);
  }

  /** Throws unless the batch queue takes so many more tasks. */
  void checkRoom(int unmapped, int more) {
    if (more > 0 && unmapped + more > settings.batchCapacity()) {
      throw new Refusal(
          Reason.FULL,
          "the batch queue holds %s tasks and takes %s; %s more do not fit; try again later"
              .formatted(unmapped, settings.batchCapacity(), more));
    }
  }
}
