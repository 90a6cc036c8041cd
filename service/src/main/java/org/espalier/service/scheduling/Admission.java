package org.espalier.service.scheduling;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.TaskType;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;

/** Checks requests, as a whole and before anything is done; gives each its task type. */
final class Admission {
  private static final int LONGEST_KEY = 200;

  private final SchedulerSettings settings;
  private final Timeline timeline;
  private final Map<String, Integer> types = new HashMap<>();

  Admission(SchedulerSettings settings, Timeline timeline) {
    this.settings = settings;
    this.timeline = timeline;
    for (TaskType type : settings.system().taskTypes()) {
      types.put(type.name(), type.id());
    }
  }

  /** Index of a task type that is known. */
  int type(Submission submission) {
    Integer type = types.get(submission.type());
    if (type == null) {
      throw new IllegalStateException("task type %s is unknown".formatted(submission.type()));
    }
    return type;
  }

  /** Whether tasks of a type can be accepted. */
  boolean knows(String type) {
    return types.containsKey(type);
  }

  /** Throws with all that is wrong with some requests; to be called before they are handed over. */
  void check(List<TaskRequest> requests, long now) {
    List<Fault> faults = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      check(requests.get(i), requests.size() == 1 ? "" : "/" + i, now, faults);
    }
    if (!faults.isEmpty()) {
      throw new Refusal(Reason.INVALID, "nothing was accepted: see errors", faults);
    }
  }

  private void check(TaskRequest request, String pointer, long now, List<Fault> faults) {
    Submission submission = request.submission();
    if (knows(submission.type())) {
      faults.addAll(settings.commands().faults(submission, pointer));
    } else {
      String known = String.join(", ", types.keySet());
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
  }

  private static Optional<Fault> keyFault(String key, String pointer) {
    boolean fits =
        !key.isBlank()
            && key.length() <= LONGEST_KEY
            && key.codePoints().allMatch(Admission::isPrintable);
    return fits
        ? Optional.empty()
        : Optional.of(
            new Fault(
                pointer + "/key",
                "idempotency key of %d characters; expected 1 to %d that can be printed"
                    .formatted(key.length(), LONGEST_KEY)));
  }

  private static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
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
    long deadline;
    try {
      deadline = deadline(request, now);
      timeline.instant(deadline);
    } catch (ArithmeticException | DateTimeException e) {
      return Optional.of(
          new Fault(pointer + "/deadline", "too far away to be counted; give a nearer one"));
    }
    return settings.refusesPastDeadlines() && deadline <= now
        ? Optional.of(
            new Fault(
                pointer + "/deadline",
                "deadline %s has passed; give a later one".formatted(timeline.instant(deadline))))
        : Optional.empty();
  }

  /** Deadline in ticks of a request accepted now. */
  long deadline(TaskRequest request, long now) {
    return switch (request.deadline()) {
      case TaskRequest.At at -> timeline.ticks(at.time());
      case TaskRequest.In in -> Math.addExact(now, timeline.ticks(in.time()));
    };
  }

  /** How many tasks some requests bring. */
  static int fresh(List<TaskRequest> requests, Map<String, LiveTask> known) {
    int keyless = (int) requests.stream().filter(request -> key(request).isEmpty()).count();
    return keyless + byKey(requests).size() - known.size();
  }

  /** Throws unless the batch queue takes so many more tasks. */
  void checkRoom(int unmapped, int more) {
    if (more > 0 && unmapped + more > settings.batchCapacity()) {
      throw new Refusal(
          Reason.FULL,
          "the batch queue holds %d tasks and takes %d; %d more do not fit; try again later"
              .formatted(unmapped, settings.batchCapacity(), more));
    }
  }

  /** The tasks that were accepted before under the keys of some requests, by key. */
  static Map<String, LiveTask> known(List<TaskRequest> requests, TaskBook book, Store store) {
    Map<String, LiveTask> known = new HashMap<>();
    List<String> unknown = new ArrayList<>();
    for (TaskRequest request : requests) {
      request
          .submission()
          .key()
          .ifPresent(key ->
              book.byKey(key)
                  .ifPresentOrElse(task -> known.put(key, task), () -> unknown.add(key)));
    }
    if (!unknown.isEmpty()) {
      store
          .idsByKey(unknown)
          .forEach((key, id) -> store.find(id).ifPresent(task -> known.put(key, task)));
    }
    return known;
  }

  /** Requests by key; the first of those that share one. */
  static Map<String, TaskRequest> byKey(List<TaskRequest> requests) {
    Map<String, TaskRequest> byKey = new LinkedHashMap<>();
    requests.forEach(
        request -> request.submission().key().ifPresent(key -> byKey.putIfAbsent(key, request)));
    return byKey;
  }

  /** The answer to a request that was accepted before; refused if it was another one. */
  static Accepted repeated(TaskRequest request, LiveTask task) {
    Submission first = task.submission();
    Submission second = request.submission();
    boolean same =
        first.type().equals(second.type()) && first.parameters().equals(second.parameters());
    if (!same) {
      throw new Refusal(
          Reason.CONFLICT,
          "key \"%s\" was used before for task %d, which is another; use a new key"
              .formatted(second.key().orElse(""), task.id()));
    }
    return new Accepted(task, true);
  }

  /** The key of a request, if it has one. */
  static Optional<String> key(TaskRequest request) {
    return request.submission().key();
  }
}
