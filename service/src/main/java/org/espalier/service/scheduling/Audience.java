package org.espalier.service.scheduling;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.espalier.service.backend.Invocation;
import org.espalier.service.live.LiveTask;

/**
 * Those who wait for tasks to leave: clients of invocations, and whoever asks for an end. It
 * outlives a step that is undone. Safe for use by many threads.
 */
final class Audience {
  private final Map<Integer, Invocation> invocations = new ConcurrentHashMap<>();
  private final Map<Integer, Set<CompletableFuture<Integer>>> others = new ConcurrentHashMap<>();

  /** A client waits for the answer of a task. */
  void attend(int task, Invocation invocation) {
    invocations.put(task, invocation);
  }

  /** Who waits for the answer of a task that is an invocation; empty if nobody does any more. */
  Optional<Invocation> of(LiveTask task) {
    return Optional.of(task)
        .filter(each -> each.submission().isInvoked())
        .map(each -> invocations.get(each.id()))
        .filter(each -> !each.isClosed());
  }

  /** How a task leaves, once it does; to be {@linkplain #forget forgotten} after that. */
  CompletableFuture<Integer> await(int task) {
    CompletableFuture<Integer> end = new CompletableFuture<>();
    others.compute(
        task,
        (_, present) -> {
          Set<CompletableFuture<Integer>> all =
              present == null ? ConcurrentHashMap.newKeySet() : present;
          all.add(end);
          return all;
        });
    return end;
  }

  /** Nobody waits for that any more. */
  void forget(int task, CompletableFuture<Integer> end) {
    others.computeIfPresent(
        task,
        (_, present) -> {
          present.remove(end);
          return present.isEmpty() ? null : present;
        });
  }

  /** Tells of what has left by a step. */
  void tell(Step step) {
    if (invocations.isEmpty() && others.isEmpty()) {
      return;
    }
    for (LiveTask task : step.ended().keySet()) {
      of(task)
          .ifPresent(each -> each.left(new Invocation.Left(task, step.basis(task.id()))));
      if (task.submission().isInvoked()) {
        invocations.remove(task.id());
      }
      others.getOrDefault(task.id(), Set.of()).forEach(end -> end.complete(task.id()));
    }
  }
}
