package org.espalier.workload.pet;

import java.util.Arrays;
import org.espalier.core.pmf.Pmf;

/** Execution times of one cell in ticks, not rounded. */
final class Samples {
  private double[] times = new double[16];
  private int size;
  private boolean sorted = true;

  void add(double time) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
    }
    times[size++] = time;
    sorted = false;
  }

  int size() {
    return size;
  }

  double mean() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += times[i];
    }
    return sum / size;
  }

  /** The same samples, each multiplied by a factor. */
  Samples scaled(double factor) {
    Samples scaled = new Samples();
    for (int i = 0; i < size; i++) {
      scaled.add(times[i] * factor);
    }
    return scaled;
  }

  double greatest() {
    sort();
    return times[size - 1];
  }

  double least() {
    sort();
    return times[0];
  }

  private void sort() {
    if (!sorted) {
      Arrays.sort(times, 0, size);
      sorted = true;
    }
  }

  /** Width of histogram bins by the rule of Freedman and Diaconis (1981): 2 IQR / n^(1/3). */
  double binWidth() {
    return 2 * (quantile(0.75) - quantile(0.25)) / Math.cbrt(size);
  }

  private double quantile(double level) {
    sort();
    double place = level * (size - 1);
    int below = (int) place;
    int above = Math.min(below + 1, size - 1);
    return times[below] + (place - below) * (times[above] - times[below]);
  }

  /** Lattice points from the first to the last sample. */
  long points(long step) {
    return lattice(greatest(), step) - lattice(least(), step) + 1;
  }

  /** The nearest lattice point, but no time above 0 becomes 0. */
  private static long lattice(double time, long step) {
    return time > 0 ? Math.max(1, Math.round(time / step)) : 0;
  }

  /**
   * Whether a histogram keeps mean and deviation: each changes by less than 1 % of the mean, which
   * is to say that it has the shape.
   */
  boolean keeps(long step) {
    double mean = mean();
    double most = CellNotes.SAID * mean;
    return Math.abs(mean(step) - mean) <= most && Math.abs(deviation(step) - deviation(0)) <= most;
  }

  /** By what part of itself the mean of a histogram is more than that of the samples. */
  double change(long step) {
    double mean = mean();
    return mean > 0 ? mean(step) / mean - 1 : 0;
  }

  private double mean(long step) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += lattice(times[i], step);
    }
    return sum * step / size;
  }

  /** The standard deviation of a histogram, or with a step of 0 of the samples. */
  private double deviation(long step) {
    double mean = step == 0 ? mean() : mean(step);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      double off = (step == 0 ? times[i] : lattice(times[i], step) * (double) step) - mean;
      sum += off * off;
    }
    return Math.sqrt(sum / size);
  }

  double median() {
    return quantile(0.5);
  }

  /** How many samples are far from the rest, see {@link CellNotes}. */
  int far() {
    double limit = CellNotes.FAR * median();
    return limit > 0
        ? (int) Arrays.stream(times, 0, size).filter(time -> time >= limit).count()
        : 0;
  }

  /** The histogram: each sample counts at the nearest lattice point, which keeps the mean. */
  Pmf histogram(long step) {
    long first = lattice(least(), step);
    double[] counts = new double[(int) points(step)];
    for (int i = 0; i < size; i++) {
      counts[(int) (lattice(times[i], step) - first)]++;
    }
    return Pmf.normalised(first * step, step, counts);
  }
}
