package org.espalier.simulator.run;

/**
 * The smallest piece of a study that can be run by itself: one trial of one scenario.
 *
 * @param scenario index of the scenario
 * @param trial number of the trial, from 1
 */
public record StudyUnit(int scenario, int trial) {
  public StudyUnit {
    if (scenario < 0 || trial < 1) {
      throw new IllegalArgumentException(
          "there is no trial %s of scenario %s; scenarios count from 0 and trials from 1"
              .formatted(trial, scenario));
    }
  }
}
