package org.espalier.simulator.study;

import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.heterogeneity.RetunedSystem;

/**
 * What generated systems are like, and so how to generate one.
 *
 * @param spec what is drawn
 * @param affinity to what task-machine affinity it is retuned afterwards; empty for as drawn
 * @param perTrial whether each trial has a system of its own
 */
public record SystemModel(SystemSpec spec, Optional<AffinityLevel> affinity, boolean perTrial) {
  /** The system of a trial: a function of its arguments alone. */
  public HcSystem generate(long seed, int trial) {
    HcSystem drawn =
        perTrial
            ? SystemGenerator.generate(spec, seed, trial)
            : SystemGenerator.generate(spec, seed);
    return affinity.map(level -> RetunedSystem.of(drawn, level)).orElse(drawn);
  }
}
