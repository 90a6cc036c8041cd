package org.espalier.core.heuristic;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.model.MachineType;
import org.espalier.core.pmf.DroppingScope;

/**
 * Tells when all that is left to map is surplus. With a pending slot, a surplus task would go back
 * to the batch queue at the next mapping event, whatever machine it is mapped to. It may as well
 * stay there.
 *
 * <p>That is known where mapping events are held after a period, at the latest, and tasks take the
 * times that they are believed to: a task is surplus behind one that cannot start before the next
 * event. Nothing is surplus where there are filters, since these may look at what was mapped
 * before.
 */
final class Surplus {
  private final MappingSession session;
  private final OpenChoices choices;
  private final boolean[] hasSurplus;

  /** By machine type, machines without surplus. */
  private final int[] machines;

  /** By machine type, open candidates that may be mapped to it. */
  private final int[] candidates;

  private final boolean isKnown;
  private long nextEvent;

  /**
   * Nothing is surplus yet.
   *
   * @param evaluations those of the event, by which it may be charged
   * @param wanted whether anybody wants to know; if not, nothing ever is
   */
  Surplus(MappingSession session, OpenChoices choices, long evaluations, boolean wanted) {
    this.session = session;
    this.choices = choices;
    var types = session.system().machineTypes();
    this.hasSurplus = new boolean[session.machines()];
    this.machines = new int[types.size()];
    this.candidates = new int[types.size()];
    AllocationRules rules = session.event().rules();
    long period = rules.trigger().period();
    this.isKnown =
        wanted
            && period > 0
            && rules.management() instanceof TaskManagement.PendingSlot
            && rules.scope() == DroppingScope.NONE
            && rules.keptTimes()
            && !session.hasFilters()
            && types.stream().allMatch(t -> session.byReadyTime(t.id()).timesArePositive());
    if (isKnown) {
      nextEvent = session.now() + Math.max(period, rules.charge().of(evaluations));
      types.forEach(type -> machines[type.id()] = session.byReadyTime(type.id()).size());
      countAll();
    }
  }

  private void countAll() {
    Map<Integer, List<Candidate>> ofTypes =
        session.open().stream().collect(Collectors.groupingBy(c -> c.task().type()));
    ofTypes.values().forEach(alike -> count(alike.getFirst(), alike.size()));
  }

  private void count(Candidate candidate, int by) {
    for (MachineType type : session.system().machineTypes()) {
      candidates[type.id()] += choices.allows(session, candidate, type.id()) ? by : 0;
    }
  }

  /** A candidate was mapped. */
  void mapped(Candidate candidate, int placement) {
    if (isKnown) {
      count(candidate, -1);
      int machine = session.machineOf(placement);
      MachineQueue queue = session.queue(machine);
      int lastButOne = queue.size() - 2;
      if (!hasSurplus[machine]
          && lastButOne >= queue.firstPending()
          && queue.readyTime(lastButOne).earliest() > nextEvent) {
        hasSurplus[machine] = true;
        machines[queue.machine().type().id()]--;
      }
    }
  }

  /** Whether all that is left is surplus. */
  boolean isAllThatIsLeft() {
    if (!isKnown) {
      return false;
    }
    for (int type = 0; type < machines.length; type++) {
      if (machines[type] > 0 && candidates[type] > 0) {
        return false;
      }
    }
    return true;
  }
}
