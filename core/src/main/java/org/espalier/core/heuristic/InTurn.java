package org.espalier.core.heuristic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Basis;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.ReadyOrder;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;

/**
 * A heuristic that takes candidates in an order, one after the other, and maps each to the machine
 * that is free first (DISSERTATION 4.3.4). Ties: lower machine id. Stateless.
 *
 * @param order of the candidates; of equal ones that with the lower task id comes first
 * @param allPStates whether a machine is offered in each P-state, the fastest first, before the
 *     next machine is; else in its fastest only
 */
public record InTurn(Order order, boolean allPStates) implements MappingHeuristic {
  /** An order of candidates. */
  public enum Order {
    /** First come, first served. */
    FCFS("FCFS", "first come, first served", Comparator.comparingLong(Task::arrival)),
    /** Last come, first served. */
    LCFS("LCFS", "last come, first served", Comparator.comparingLong(Task::arrival).reversed()),
    /** The highest utility at arrival first, then as {@link #FCFS}. */
    PRIORITIZED_FCFS(
        "Prioritized-FCFS",
        "highest utility at arrival first, then first come",
        Order.mostUtilityFirst().thenComparing(FCFS.tasks)),
    /** The highest utility at arrival first, then as {@link #LCFS}. */
    PRIORITIZED_LCFS(
        "Prioritized-LCFS",
        "highest utility at arrival first, then last come",
        Order.mostUtilityFirst().thenComparing(LCFS.tasks));

    private final String label;
    private final String summary;
    private final Comparator<Task> tasks;

    Order(String label, String summary, Comparator<Task> tasks) {
      this.label = label;
      this.summary = summary;
      this.tasks = tasks;
    }

    /** Name in the source. */
    public String label() {
      return label;
    }

    /** What it is, in a few words. */
    public String summary() {
      return summary;
    }

    private static Comparator<Task> mostUtilityFirst() {
      return Comparator.comparingDouble(task -> -task.utility().of(task, task.arrival()));
    }
  }

  @Override
  public void map(MappingSession session) {
    List<Candidate> inOrder = new ArrayList<>(session.open());
    inOrder.sort(
        Comparator.comparing(
            Candidate::task, order.tasks.thenComparing(Comparator.comparingInt(Task::id))));
    ClosedTypes closed = new ClosedTypes(session);
    for (Candidate candidate : inOrder) {
      int placement = closed.contain(candidate) ? OpenChoices.NONE : first(session, candidate);
      if (placement == OpenChoices.NONE) {
        closed.add(candidate);
      } else {
        double ready = session.expectedReadyTime(placement);
        session.assign(candidate, placement, Basis.of("ready time", ready));
      }
    }
  }

  /** On the machine that is free first of those with an open choice. */
  private int first(MappingSession session, Candidate candidate) {
    int first = OpenChoices.NONE;
    double soonest = Double.POSITIVE_INFINITY;
    for (MachineType type : session.system().machineTypes()) {
      int pStates = allPStates ? type.pStates().size() : 1;
      ReadyOrder machines = session.byReadyTime(type.id());
      for (int i = 0; i < machines.size() && machines.readyTime(i) <= soonest; i++) {
        int placement = firstPState(session, candidate, machines.machine(i), pStates);
        boolean isSooner = machines.readyTime(i) < soonest || placement < first;
        if (placement != OpenChoices.NONE && isSooner) {
          first = placement;
          soonest = machines.readyTime(i);
        }
      }
    }
    return first;
  }

  private static int firstPState(
      MappingSession session, Candidate candidate, int machine, int pStates) {
    int fastest = session.fastestPlacement(machine);
    return IntStream.range(fastest, fastest + pStates)
        .filter(placement -> OpenChoices.isOpen(session, candidate, placement))
        .findFirst()
        .orElse(OpenChoices.NONE);
  }
}
