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

  /** Of tasks for whose end somebody waits, or has waited; one for all who do. */
  private final Map<Long, CompletableFuture<Long>> ends = new ConcurrentHashMap<>();

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

  /** That a task has left, once it has. */
  public CompletableFuture<Long> await(long task) {
    return ends.computeIfAbsent(task, _ -> new CompletableFuture<>());
  }

  /** A task has left, as is durable. */
  public void over(long task) {
    Optional.ofNullable(ends.remove(task)).ifPresent(end -> end.complete(task));
  }

  /** Tells of tasks that have left, once that is durable. */
  public void tellDurable(Collection<LiveTask> left) {
    left.forEach(task -> over(task.id()));
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
}
