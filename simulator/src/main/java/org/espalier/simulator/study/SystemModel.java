package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.heterogeneity.RetunedSystem;
import org.espalier.workload.pet.SpreadPet;

/**
 * What generated systems are like, and so how to generate one.
 *
 * @param spec what is drawn
 * @param affinity to what task-machine affinity it is retuned afterwards; empty for as drawn
 * @param covTimes COV of each execution time, 0 if it is certain
 * @param perTrial whether each trial has a system of its own
 */
public record SystemModel(
    SystemSpec spec, Optional<AffinityLevel> affinity, double covTimes, boolean perTrial) {
  /** The system of a trial: a function of its arguments alone. */
  public HcSystem generate(long seed, int trial) {
    HcSystem drawn =
        perTrial
            ? SystemGenerator.generate(spec, seed, trial)
            : SystemGenerator.generate(spec, seed);
    HcSystem certain = affinity.map(level -> RetunedSystem.of(drawn, level)).orElse(drawn);
    return certain.withPet(SpreadPet.of(certain.pet(), covTimes));
  }
}
