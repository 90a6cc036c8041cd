package org.espalier.service.live;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.espalier.service.backend.Invocation;

/**
 * Those who wait for tasks to leave: clients of invocations, and whoever asks for an end. It
 * outlives a step that is undone. Safe for use by many threads.
 */
public final class Audience {
  private final Map<Long, Invocation> invocations = new ConcurrentHashMap<>();
  private final Map<Long, Set<CompletableFuture<Long>>> others = new ConcurrentHashMap<>();

  /** Nobody waits yet. */
  public Audience() {}

  /** A client waits for the answer of a task. */
  public void attend(long task, Invocation invocation) {
    invocations.put(task, invocation);
  }

  /** Of tasks other than some that have not left, no client waits: they were not accepted. */
  public void keepOnly(Collection<LiveTask> unfinished) {
    Set<Long> ids = unfinished.stream().map(LiveTask::id).collect(Collectors.toSet());
    invocations.keySet().retainAll(ids);
  }

  /** Who waits for the answer of a task that is an invocation; empty if nobody does any more. */
  public Optional<Invocation> of(LiveTask task) {
    return Optional.of(task)
        .filter(each -> each.submission().isInvoked())
        .map(each -> invocations.get(each.id()))
        .filter(each -> !each.isClosed());
  }

  /** How a task leaves, once it does; to be {@linkplain #forget forgotten} after that. */
  public CompletableFuture<Long> await(long task) {
    CompletableFuture<Long> end = new CompletableFuture<>();
    others.compute(
        task,
        (_, present) -> {
          Set<CompletableFuture<Long>> all =
              present == null ? ConcurrentHashMap.newKeySet() : present;
          all.add(end);
          return all;
        });
    return end;
  }

  /** Nobody waits for that any more. */
  public void forget(long task, CompletableFuture<Long> end) {
    others.computeIfPresent(
        task,
        (_, present) -> {
          present.remove(end);
          return present.isEmpty() ? null : present;
        });
  }

  /** Whether no client waits. */
  public boolean isEmpty() {
    return invocations.isEmpty();
  }

  /**
   * Tells clients of tasks that have left.
   *
   * @param basis what the policy saw last in one of them, by its id; may be empty
   */
  public void tell(Collection<LiveTask> left, LongFunction<String> basis) {
    for (LiveTask task : left) {
      of(task).ifPresent(each -> each.left(new Invocation.Left(task, basis.apply(task.id()))));
      if (task.submission().isInvoked()) {
        invocations.remove(task.id());
      }
    }
  }

  /** Nobody decides any more: tells all clients. */
  public void abandon() {
    invocations.values().forEach(each -> each.tell(new Invocation.Ceased()));
  }

  /** Tells of tasks that have left, once that is durable. */
  public void tellDurable(Collection<LiveTask> left) {
    for (LiveTask task : left) {
      others.getOrDefault(task.id(), Set.of()).forEach(end -> end.complete(task.id()));
    }
  }
}
