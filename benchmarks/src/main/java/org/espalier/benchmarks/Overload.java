package org.espalier.benchmarks;

import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.workload.generator.ArrivalPattern;
import org.espalier.workload.generator.WorkloadGenerator;
import org.espalier.workload.generator.WorkloadSpec;

/** Workloads of more than a system can do. */
final class Overload {
  /** Twice the rate that the machines would serve if tasks were mapped at random. */
  static final double LOAD = 2;

  private Overload() {}

  /**
   * Tasks that arrive at so many times the rate that the machines would serve if they were mapped
   * at random.
   */
  static Workload of(HcSystem system, int tasks, double load) {
    double tasksPerTick = load * system.machines().size() / system.pet().meanOverAll();
    double ticksPerUnit = (double) WorkloadSpec.UNIT.toNanos() / system.tick().toNanos();
    double intensity = tasksPerTick * ticksPerUnit * WorkloadSpec.UNITS_PER_PERIOD;
    return WorkloadGenerator.generate(
        WorkloadSpec.of(tasks, intensity, ArrivalPattern.Steady.OF_SOURCES), system, 1, 1);
  }
}
