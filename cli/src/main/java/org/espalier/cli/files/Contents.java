package org.espalier.cli.files;

import java.util.Optional;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.core.model.HcSystem;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.service.config.LiveSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.pet.Means;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.trace.TypedWorkload;

/** What a file holds. */
public sealed interface Contents {
  /** It in one line. */
  default String summary() {
    return Summary.of(this);
  }

  /** A study, ready to run. */
  record OfStudy(Experiment experiment) implements Contents {}

  /** A study of a trade-off, ready to search. */
  record OfTradeOff(ParetoStudy study) implements Contents {}

  /** A plan of measurements; whether the machines fit it is not known. */
  record OfProfilePlan(ProfilePlan plan) implements Contents {}

  /** A system. */
  record OfSystem(HcSystem system) implements Contents {}

  /** A live system. */
  record OfLive(LiveSettings settings) implements Contents {}

  /** A PET. */
  record OfPet(PetTable table) implements Contents {}

  /** Power by task type. */
  record OfPower(PowerTable table) implements Contents {}

  /**
   * A workload.
   *
   * @param system the one it was read with; empty where none was known
   */
  record OfWorkload(TypedWorkload typed, Optional<HcSystem> system) implements Contents {}

  /** A trace, as the workload that the default rules make of it. */
  record OfTrace(TypedWorkload typed) implements Contents {}

  /** Execution-time samples. */
  record OfSamples(MeasuredPet measured) implements Contents {}

  /** Mean execution times. */
  record OfMeans(Means means) implements Contents {}

  /**
   * A journal.
   *
   * @param entries how many it has
   * @param tasks how many arrived
   * @param firstTick least time
   * @param lastTick greatest time
   */
  record OfJournal(long entries, long tasks, long firstTick, long lastTick) implements Contents {}
}
