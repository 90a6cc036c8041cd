package org.espalier.simulator.run;

/**
 * The smallest piece of a study that can be run by itself: one trial of one scenario.
 *
 * @param scenario index of the scenario
 * @param trial number of the trial, from 1
 */
public record StudyUnit(int scenario, int trial) {}
