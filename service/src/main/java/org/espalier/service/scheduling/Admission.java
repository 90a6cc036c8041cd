package org.espalier.service.scheduling;

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
    submission
        .key()
        .filter(key -> key.isBlank() || key.length() > LONGEST_KEY)
        .ifPresent(key ->
            faults.add(
                new Fault(
                    pointer + "/key",
                    "idempotency key of %d characters; expected 1 to %d"
                        .formatted(key.length(), LONGEST_KEY))));
    if (settings.refusesPastDeadlines() && deadline(request, now) <= now) {
      faults.add(
          new Fault(
              pointer + "/deadline",
              "deadline %s has passed; give a later one"
                  .formatted(timeline.instant(deadline(request, now)))));
    }
  }

  /** Deadline in ticks of a request accepted now. */
  long deadline(TaskRequest request, long now) {
    return switch (request.deadline()) {
      case TaskRequest.At at -> timeline.ticks(at.time());
      case TaskRequest.In in -> Math.addExact(now, timeline.ticks(in.time()));
    };
  }

  /** Throws unless the batch queue takes so many more tasks. */
  void checkRoom(int unmapped, int more) {
    if (unmapped + more > settings.batchCapacity()) {
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
