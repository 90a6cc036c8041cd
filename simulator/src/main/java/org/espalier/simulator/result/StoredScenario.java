package org.espalier.simulator.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * A scenario of {@link StoredResults}.
 *
 * @param values its value on each axis
 * @param trials [trial - 1][column], NaN where a trial has nothing to say
 * @param met digests of the tasks and of the system of each trial
 */
public record StoredScenario(
    List<String> values, List<List<Double>> trials, List<List<String>> met) {

  /** Its name in tables and messages. */
  public String label() {
    return String.join(", ", values);
  }

  /** The first trials' values of a column. */
  double[] column(int index, int count) {
    return trials.stream().limit(count).mapToDouble(trial -> trial.get(index)).toArray();
  }

  /** The digest of the tasks of a trial, by its index. */
  String tasks(int trial) {
    return met.get(trial).getFirst();
  }

  /** The digests of the systems of its trials. */
  Stream<String> systems() {
    return met.stream().map(List::getLast);
  }
}
