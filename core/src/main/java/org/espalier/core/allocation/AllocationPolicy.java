package org.espalier.core.allocation;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;

/**
 * A policy: looks at a mapping event and returns decisions as data, usually a pruner and a mapping
 * heuristic put together.
 *
 * <p>One object serves one resource manager and may keep memory between events, such as the
 * oversubscription level; all of it must follow from the events it was shown, so that the same
 * events give the same decisions in a simulation and on real machines. It reads no clock and draws
 * random numbers from its settings' seed only.
 */
public interface AllocationPolicy {
  /** Name in tables, figures and journals. */
  String name();

  /**
   * Decides about one mapping event.
   *
   * @return drops, evictions and assignments in the order in which they are to be applied; tasks
   *     that no decision names stay where they are
   */
  List<Decision> decide(MappingEvent event);

  /**
   * How many pairs of a task and a machine its algorithm, as its source tells it, measured for its
   * last decisions. It is charged for them where decisions take time.
   */
  default long evaluations() {
    return 0;
  }

  /**
   * How many tasks it had to map in its last decisions, without those that it dropped or set aside
   * before. It is empty, as by default, for a policy that has all of the batch queue to map.
   */
  default OptionalInt mappable() {
    return OptionalInt.empty();
  }

  /** How many tasks it keeps waiting for a later time, such as another period of energy. */
  default int postponed() {
    return 0;
  }

  /** Whether it is to be shown approximate PMFs; asked once, by the resource manager it serves. */
  default Approximation approximation() {
    return Approximation.OFF;
  }

  /**
   * When it is to be asked again at the latest if there are tasks to map, whatever the trigger
   * says; empty by default. That may be at the beginning of another period of energy.
   */
  default OptionalLong askAgainAt() {
    return OptionalLong.empty();
  }

  /**
   * What a candidate would pay for the next start on a machine, against what it would gain there,
   * by the prices of the last decisions. It is empty, as by default, for a policy without prices,
   * and where the candidate cannot run.
   */
  default Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    return Optional.empty();
  }

  /**
   * How the energy budget stood after the last mapping event; empty, as by default, where no budget
   * holds.
   */
  default Optional<EnergyStanding> energy() {
    return Optional.empty();
  }

  /**
   * What one more task on time counts beyond its own worth, by task type that has a least share;
   * none by default.
   */
  default Map<String, Double> sharePrices() {
    return Map.of();
  }

  /** Counts what was spent before its first mapping event; not at all by default. */
  default void goOnFrom(SpentEnergy spent) {}

  /**
   * How far the system is oversubscribed; empty, as by default, for a policy that measures none.
   */
  default Optional<Oversubscription> oversubscription() {
    return Optional.empty();
  }
}
