package org.espalier.simulator.run;

import java.util.List;
import org.espalier.core.allocation.Departure;

/**
 * What became of every task of one trial.
 *
 * @param scenario index of the scenario
 * @param trial number of the trial
 * @param departures one for each task, in the order in which they left
 */
public record Trace(int scenario, int trial, List<Departure> departures) {
  public Trace {
    departures = List.copyOf(departures);
  }
}
