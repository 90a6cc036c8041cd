package org.espalier.core.pricing;

/**
 * Samples that stand for the tasks to come.
 *
 * @param rate how many tasks come in a tick
 */
record SampleSet(Sample[] samples, double rate) {
  /** The mean of the most that a sample earns for a tick of a machine. */
  double perTick() {
    double sum = 0;
    for (Sample sample : samples) {
      sum += sample.perTick();
    }
    return samples.length == 0 ? 0 : sum / samples.length;
  }

  /** The mean of the most that a sample earns for a joule. */
  double perJoule() {
    double sum = 0;
    for (Sample sample : samples) {
      sum += sample.perJoule();
    }
    return samples.length == 0 ? 0 : sum / samples.length;
  }
}
