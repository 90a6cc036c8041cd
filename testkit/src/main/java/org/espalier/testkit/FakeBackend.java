package org.espalier.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;

/**
 * A back end that executes nothing: it records what it is told to start and to evict, and refuses
 * what no back end could do. A test says when a task is over by {@link #finish}.
 */
public final class FakeBackend implements ExecutionBackend {
  private final List<Call> calls = new ArrayList<>();
  private final Map<Integer, Started> running = new HashMap<>();

  /** A back end whose machines are idle. */
  public FakeBackend() {}

  /** One thing it was told. */
  public sealed interface Call {
    /** When, in ticks. */
    long time();

    /** Index of the machine. */
    int machine();

    /** The task. */
    Task task();
  }

  /** It was told to start a task. */
  public record Started(long time, Placement placement, Task task) implements Call {
    @Override
    public int machine() {
      return placement.machine();
    }
  }

  /** It was told to stop a running task. */
  public record Evicted(long time, int machine, Task task) implements Call {}

  @Override
  public void start(long now, Placement placement, Task task) {
    Started started = new Started(now, placement, task);
    Started other = running.putIfAbsent(placement.machine(), started);
    if (other != null) {
      throw new AssertionError(
          "task %s is started on machine %s, which still runs task %s"
              .formatted(task.id(), placement.machine(), other.task().id()));
    }
    calls.add(started);
  }

  @Override
  public void evict(long now, Machine machine, Task task) {
    Started started = running.remove(machine.id());
    if (started == null || !started.task().equals(task)) {
      throw new AssertionError(
          "task %s is evicted from machine %s, which runs %s"
              .formatted(task.id(), machine.name(), started == null ? "nothing" : started.task()));
    }
    calls.add(new Evicted(now, machine.id(), task));
  }

  /** The running task of a machine is over; the resource manager is not told by this. */
  public Task finish(int machine) {
    Started started = running.remove(machine);
    if (started == null) {
      throw new AssertionError("machine %s runs nothing that could finish".formatted(machine));
    }
    return started.task();
  }

  /** What a machine is running, and since when. */
  public Optional<Started> running(int machine) {
    return Optional.ofNullable(running.get(machine));
  }

  /** Whether no machine runs anything. */
  public boolean isIdle() {
    return running.isEmpty();
  }

  /** All it was told, in order. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }
}
