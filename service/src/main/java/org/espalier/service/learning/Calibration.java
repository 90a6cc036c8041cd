package org.espalier.service.learning;

import java.util.ArrayList;
import java.util.List;
import org.espalier.service.live.LearningView;

/**
 * The reliability diagram: ten bins of predicted chances of success, each with the mean of the
 * predictions and the share of tasks that were on time, both over the latest tasks of the bin if
 * there is a half-life. Where predictions are right, the two agree. Bins without tasks are not
 * shown.
 */
final class Calibration {
  static final int BINS = 10;

  private final double decay;
  private final Bin[] bins = new Bin[BINS];

  Calibration(LearningSettings settings) {
    this.decay = LearningSettings.decay(settings.calibrationHalfLife());
    for (int i = 0; i < BINS; i++) {
      bins[i] = new Bin(0, 0, 0, 0);
    }
  }

  /**
   * The tasks of one bin.
   *
   * @param tasks how many there were
   * @param weight sum of their weights
   * @param predicted weighted sum of their predicted chances
   * @param onTime weight of those that were on time
   */
  record Bin(long tasks, double weight, double predicted, double onTime) {
    Bin {
      if (!(tasks >= 0 && weight >= 0 && predicted >= 0 && onTime >= 0)
          || !Double.isFinite(weight + predicted + onTime)
          || (tasks > 0) != (weight > 0)) {
        throw new IllegalArgumentException(
            "a bin of %d tasks with weight %s, %s predicted and %s on time; expected finite sums"
                    .formatted(tasks, weight, predicted, onTime)
                + " that are not negative");
      }
    }
  }

  /** What became of a task; chances beyond [0, 1] by rounding are moved into it, NaN is ignored. */
  void add(double predicted, boolean wasOnTime) {
    if (!Double.isNaN(predicted)) {
      double chance = Math.clamp(predicted, 0.0, 1.0);
      int place = Math.min(BINS - 1, (int) (chance * BINS));
      Bin old = bins[place];
      bins[place] =
          new Bin(
              old.tasks + 1,
              old.weight * decay + 1,
              old.predicted * decay + chance,
              old.onTime * decay + (wasOnTime ? 1 : 0));
    }
  }

  List<LearningView.Bin> view() {
    List<LearningView.Bin> view = new ArrayList<>();
    for (int i = 0; i < BINS; i++) {
      Bin bin = bins[i];
      if (bin.tasks > 0) {
        double from = (double) i / BINS;
        double to = (double) (i + 1) / BINS;
        view.add(
            new LearningView.Bin(
                from, to, bin.tasks, bin.predicted / bin.weight, bin.onTime / bin.weight));
      }
    }
    return view;
  }

  /** All bins, in order. */
  List<Bin> bins() {
    return List.of(bins);
  }

  /** Goes on from bins that {@link #bins} gave. */
  void restore(List<Bin> saved) {
    if (saved.size() != BINS) {
      throw new IllegalArgumentException(
          "%d bins of calibration; expected %d".formatted(saved.size(), BINS));
    }
    saved.toArray(bins);
  }
}
