package org.espalier.core.allocation;

import java.time.Duration;
import java.util.List;
import org.espalier.core.Vectors;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import tools.jackson.databind.JsonNode;

/** Systems of one machine, and its queue. */
public final class Queues {
  private static final long FAR = 1_000_000;

  private Queues() {}

  /** A system with one machine, on which task type i takes the i-th of the times. */
  static HcSystem oneMachine(Pmf... executions) {
    Pmf[][] cells = new Pmf[executions.length][];
    TaskType[] types = new TaskType[executions.length];
    for (int i = 0; i < executions.length; i++) {
      cells[i] = new Pmf[] {executions[i]};
      types[i] = new TaskType(i, "type-" + i);
    }
    MachineType type = new MachineType(0, "only");
    return new HcSystem(
        "one machine",
        Duration.ofSeconds(1),
        List.of(types),
        List.of(type),
        List.of(new Machine(0, "machine", type)),
        PetMatrix.of(cells));
  }

  /** The exact execution times of a system, by machine type. */
  static TypeTimes[] times(HcSystem system) {
    return TypeTimes.of(system, Approximation.OFF);
  }

  /** The empty queue of that machine at a time, without limit. */
  static MachineQueue empty(DroppingScope scope, long now, Pmf... executions) {
    HcSystem system = oneMachine(executions);
    AllocationRules rules = AllocationRules.unbounded(scope);
    return MachineQueue.empty(
        new MachineProfile(
            system.machines().getFirst(), system.placements(), rules, times(system)[0]),
        now);
  }

  /** A session of a mapping event without candidates. */
  static MappingSession session(
      HcSystem system, AllocationRules rules, long now, MachineQueue... queues) {
    MachineQueues all = new MachineQueues(system, rules, times(system), queues);
    Placements placements = new Placements(system);
    return new MappingSession(
        new MappingEvent(
            system,
            rules,
            now,
            new BatchQueue(),
            all,
            new PlacementSearch(system, placements, rules.scope(), all),
            List.of(),
            false,
            placements));
  }

  /**
   * The queue of that machine at a time, its first task running since {@code start} if it is busy.
   */
  public static MachineQueue at(
      long now,
      boolean busy,
      long start,
      List<Task> tasks,
      DroppingScope scope,
      Pmf... executions) {
    MachineQueue queue = empty(scope, busy ? start : now, executions);
    for (Task task : tasks) {
      queue = queue.with(task, 0);
    }
    return busy ? queue.started(start).at(now) : queue;
  }

  /**
   * The queue of a vector of chained tasks: the machine becomes free as the vector says because a
   * task of a type made for it, the last one, is running; the chained tasks are pending behind it.
   */
  static MachineQueue chain(JsonNode vector) {
    Pmf[] executions = chainExecutions(vector);
    int count = executions.length - 1;
    long started = chainStart(vector);
    MachineQueue queue =
        empty(Vectors.scope(vector), started, executions)
            .with(new Task(count, count, 0, FAR), 0)
            .started(started);
    for (int i = 0; i < count; i++) {
      queue = queue.with(new Task(i, i, 0, vector.get("deadlines").get(i).asLong()), 0);
    }
    return queue;
  }

  /** The system that the queue of a vector of chained tasks belongs to. */
  static HcSystem chainSystem(JsonNode vector) {
    return oneMachine(chainExecutions(vector));
  }

  private static long chainStart(JsonNode vector) {
    return Vectors.pmf(vector.get("start")).origin() - 1;
  }

  private static Pmf[] chainExecutions(JsonNode vector) {
    int count = vector.get("exec").size();
    Pmf[] executions = new Pmf[count + 1];
    for (int i = 0; i < count; i++) {
      executions[i] = Vectors.pmf(vector.get("exec").get(i));
    }
    executions[count] = Vectors.pmf(vector.get("start")).shifted(-chainStart(vector));
    return executions;
  }
}
