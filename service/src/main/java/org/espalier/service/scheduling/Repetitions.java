package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Refusal.Reason;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.store.Store;

/**
 * Some requests, and what is known of their idempotency keys. These are the tasks that were
 * accepted under them before, and the first of those requests that share one.
 */
record Repetitions(
    List<TaskRequest> requests, Map<String, LiveTask> known, Map<String, TaskRequest> firsts) {
  /**
   * What is known of the keys of requests now.
   *
   * @param stored what the store knows of them and perhaps of others
   */
  static Repetitions of(List<TaskRequest> requests, Ledger ledger, Map<String, LiveTask> stored) {
    Map<String, LiveTask> known = new HashMap<>();
    for (TaskRequest request : requests) {
      key(request)
          .ifPresent(key ->
              ledger
                  .byKey(key)
                  .or(() -> Optional.ofNullable(stored.get(key)))
                  .ifPresent(task -> known.put(key, task)));
    }
    return new Repetitions(requests, known, firsts(requests));
  }

  /** What the store knows, before a step, of the keys of requests that are not in the book. */
  static Map<String, LiveTask> stored(List<TaskRequest> requests, TaskBook book, Store store) {
    List<String> unknown = new ArrayList<>();
    for (TaskRequest request : requests) {
      key(request).filter(key -> book.byKey(key).isEmpty()).ifPresent(unknown::add);
    }
    Map<String, LiveTask> known = new HashMap<>();
    if (!unknown.isEmpty()) {
      store
          .withKeys(unknown)
          .forEach(task -> task.submission().key().ifPresent(key -> known.put(key, task)));
    }
    return known;
  }

  private static Map<String, TaskRequest> firsts(List<TaskRequest> requests) {
    Map<String, TaskRequest> firsts = new LinkedHashMap<>();
    requests.forEach(request -> key(request).ifPresent(key -> firsts.putIfAbsent(key, request)));
    return firsts;
  }

  private static Optional<String> key(TaskRequest request) {
    return request.submission().key();
  }

  /** How many tasks the requests bring. */
  int fresh() {
    int keyless = (int) requests.stream().filter(request -> key(request).isEmpty()).count();
    return keyless + firsts.size() - known.size();
  }

  /** Refuses all if one is another request under a key that was used. */
  void check() {
    for (TaskRequest request : requests) {
      key(request)
          .ifPresent(key -> {
            Submission first = Objects.requireNonNull(firsts.get(key)).submission();
            repeated(request, known.getOrDefault(key, LiveTask.queued(-1, first, 0, 0)));
          });
    }
  }

  /** The task of a request that was accepted before. */
  Optional<LiveTask> find(TaskRequest request) {
    return key(request)
        .flatMap(key -> Optional.ofNullable(known.get(key)))
        .map(task -> repeated(request, task));
  }

  /** Refused if it was another one. */
  private static LiveTask repeated(TaskRequest request, LiveTask task) {
    Submission second = request.submission();
    Submission first = task.submission();
    if (!first.type().equals(second.type()) || !first.untraced().equals(second.untraced())) {
      throw new Refusal(
          Reason.CONFLICT,
          "key \"%s\" was used before for task %s, which is another; use a new key"
              .formatted(second.key().orElse(""), task.id()));
    }
    return task;
  }

  /** A request was accepted; those that come after it with its key repeat it. */
  void accepted(TaskRequest request, LiveTask task) {
    key(request).ifPresent(key -> known.put(key, task));
  }
}
