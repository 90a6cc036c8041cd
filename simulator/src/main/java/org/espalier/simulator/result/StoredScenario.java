package org.espalier.simulator.result;

import java.util.List;

/**
 * A scenario of {@link StoredResults}.
 *
 * @param values its value on each axis
 * @param trials [trial - 1][column], NaN where a trial has nothing to say
 */
public record StoredScenario(List<String> values, List<List<Double>> trials) {
  public StoredScenario {
    values = List.copyOf(values);
    trials = trials.stream().map(List::copyOf).toList();
  }

  /** Its name in tables and messages. */
  public String label() {
    return String.join(", ", values);
  }

  /** The first trials' values of a column. */
  double[] column(int index, int count) {
    return trials.stream().limit(count).mapToDouble(trial -> trial.get(index)).toArray();
  }
}
