package org.espalier.simulator.experiment;

import java.util.List;
import org.espalier.core.allocation.Departure;

/**
 * What became of every task of one trial.
 *
 * @param scenario index of the scenario
 * @param trial number of the trial
 * @param departures one for each task, in the order in which they left
 */
record Trace(int scenario, int trial, List<Departure> departures) {
  Trace {
    departures = List.copyOf(departures);
  }
}
