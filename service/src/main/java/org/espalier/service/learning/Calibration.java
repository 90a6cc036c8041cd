package org.espalier.service.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.service.live.LearningView;

/**
 * The reliability diagram. It has ten bins of predicted chances of success, each with the mean of
 * the predictions and the share of tasks that were on time. Where predictions are right, the two
 * agree. Bins without tasks are not shown.
 */
final class Calibration {
  static final int BINS = 10;

  /** Fewer tasks of a bin speak against nothing. */
  private static final int LEAST = 50;

  /** By more than this a share that is not the predicted one matters. */
  private static final double OFF = 0.1;

  /** Tasks of a bin share what befalls them, so that chance is given much room. */
  private static final double DEVIATIONS = 4;

  private final Bin[] bins = new Bin[BINS];

  Calibration() {
    Arrays.fill(bins, new Bin(0, 0, 0));
  }

  /**
   * The tasks of one bin.
   *
   * @param tasks how many there were
   * @param predicted sum of their predicted chances
   * @param onTime how many of them were on time
   */
  record Bin(long tasks, double predicted, long onTime) {
    Bin {
      if (!(onTime >= 0 && onTime <= tasks && predicted >= 0 && predicted <= tasks)) {
        throw new IllegalArgumentException(
            "a bin of %s tasks with %s predicted and %s on time; expected sums from 0 to the tasks"
                .formatted(tasks, predicted, onTime));
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
          new Bin(old.tasks + 1, old.predicted + chance, old.onTime + (wasOnTime ? 1 : 0));
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
                from, to, bin.tasks, bin.predicted / bin.tasks, (double) bin.onTime / bin.tasks));
      }
    }
    return view;
  }

  /**
   * What speaks against the predictions, in words: of the bins that are off by more than a tenth,
   * beyond chance, the one with most tasks.
   */
  Optional<String> doubt() {
    return view().stream()
        .filter(Calibration::isOff)
        .max(Comparator.comparingLong(LearningView.Bin::tasks))
        .map(bin ->
            String.format(
                Locale.ROOT,
                "of %d tasks that were said to be on time with %.0f to %.0f %%, %.0f were",
                bin.tasks(),
                100 * bin.from(),
                100 * bin.to(),
                bin.observed() * bin.tasks()));
  }

  private static boolean isOff(LearningView.Bin bin) {
    double off = Math.abs(bin.observed() - bin.predicted());
    double variance = Math.max(0.01, bin.predicted() * (1 - bin.predicted()));
    return bin.tasks() >= LEAST
        && off > OFF
        && off > DEVIATIONS * Math.sqrt(variance / bin.tasks());
  }

  /** All bins, in order. */
  List<Bin> bins() {
    return List.of(bins);
  }

  /** Goes on from bins that {@link #bins} gave. */
  void restore(List<Bin> saved) {
    if (saved.size() != BINS) {
      throw new IllegalArgumentException(
          "%s bins of calibration; expected %s".formatted(saved.size(), BINS));
    }
    saved.toArray(bins);
  }
}
