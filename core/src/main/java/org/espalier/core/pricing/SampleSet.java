package org.espalier.core.pricing;

import java.util.Arrays;

/**
 * Samples that stand for the tasks to come.
 *
 * @param rate how many tasks come in a tick
 * @param perTick the mean of the most that a sample earns for a tick of a machine
 * @param perJoule the mean of the most that a sample earns for a joule
 */
record SampleSet(Sample[] samples, double rate, double perTick, double perJoule) {
  SampleSet(Sample[] samples, double rate) {
    this(
        samples,
        rate,
        Arrays.stream(samples).mapToDouble(Sample::perTick).average().orElse(0),
        Arrays.stream(samples).mapToDouble(Sample::perJoule).average().orElse(0));
  }
}
