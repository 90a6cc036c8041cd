package org.espalier.analysis.stochastic;

/**
 * What {@link PercentileEvaluation} knows of a machine: what it has done after some of its tasks,
 * by sample. Not to be changed.
 *
 * @param ready when it is free, in units of the samples
 * @param utility earned
 * @param joules spent
 */
@SuppressWarnings("ArrayRecordComponent") // shared by chromosomes and read in inner loops
public record SampledSums(int[] ready, float[] utility, float[] joules) {
  static SampledSums none(int samples) {
    return new SampledSums(new int[samples], new float[samples], new float[samples]);
  }
}
