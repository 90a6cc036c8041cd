package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.service.learning.Draws.bell;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.learning.LearningSettings.Drift;
import org.espalier.service.learning.LearningSettings.Publishing;
import org.junit.jupiter.api.Test;

/** Statistical properties hold over many seeds, which are the same at every run. */
class CellTest {
  private static final LearningSettings DEFAULTS = LearningSettings.defaults();
  private static final long STEP = 10;

  private static LearningSettings settings(double halfLife, double priorWeight, int mostPoints) {
    return new LearningSettings(
        true,
        halfLife,
        priorWeight,
        new Publishing(10, 0, 0.02),
        new Drift(50, 0.001),
        mostPoints,
        Double.POSITIVE_INFINITY);
  }

  /** Learns times of a distribution; returns the number after which a change was noticed, or 0. */
  private static int learn(Cell cell, Pmf truth, int completions, Draws draws) {
    int noticed = 0;
    for (int i = 1; i <= completions; i++) {
      boolean changed = cell.completed(draws.time(truth) / STEP);
      noticed = changed && noticed == 0 ? i : noticed;
    }
    return noticed;
  }

  @Test
  void beginsWithThePrior() {
    Pmf prior = bell(1_000, STEP);
    Cell cell = new Cell(DEFAULTS, prior);
    assertThat(KolmogorovSmirnov.distance(cell.model(), prior)).isLessThan(1e-12);
    assertThat(cell.pValue()).isNaN();
    assertThat(cell.drifted()).isFalse();
  }

  /** The formula of the class, summed in full each time, while no change is noticed. */
  @Test
  void itsModelIsThePriorAndCompletionsByAge() {
    Pmf prior = Pmf.of(20, STEP, 0.5, 0, 0.25, 0.25);
    Cell cell = new Cell(settings(7, 3, 2_000), prior);
    Draws draws = new Draws(5);
    List<Integer> points = new ArrayList<>();
    for (int n = 1; n <= 150; n++) {
      points.add((int) (draws.time(prior) / STEP) + draws.below(2));
      boolean noticed = cell.completed(points.getLast());
      assertThat(noticed).isFalse();
      double[] weights = new double[7];
      for (int i = 0; i < prior.size(); i++) {
        weights[2 + i] = 3 * prior.mass(i) * Math.pow(2, -n / 7.0);
      }
      for (int i = 0; i < n; i++) {
        weights[points.get(i)] += Math.pow(2, -(n - 1 - i) / 7.0);
      }
      Pmf expected = Pmf.normalised(0, STEP, weights);
      assertThat(KolmogorovSmirnov.distance(cell.model(), expected)).isLessThan(1e-8);
    }
  }

  @Test
  void convergesToTheTrueDistribution() {
    Pmf truth = Priors.triangular(400, 600, 1_900, STEP);
    Cell cell = new Cell(settings(2_000, 20, 2_000), bell(1_000, STEP));
    learn(cell, truth, 20_000, new Draws(1));
    // 1.95 / sqrt(effective size 5,771) is exceeded with probability 0.001.
    assertThat(KolmogorovSmirnov.distance(cell.model(), truth)).isLessThan(0.0257);
  }

  @Test
  void withTheUsualHalfLifeItIsAsGoodAsItsEffectiveSizeAllows() {
    Pmf truth = Priors.triangular(400, 600, 1_900, STEP);
    double distances = 0;
    double means = 0;
    int runs = 200;
    for (int seed = 0; seed < runs; seed++) {
      Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
      learn(cell, truth, 500, new Draws(seed));
      distances += KolmogorovSmirnov.distance(cell.model(), truth) / runs;
      means += cell.model().mean() / runs;
    }
    // The mean of D is 0.869 / sqrt(144.3) = 0.072.
    assertThat(distances).isBetween(0.055, 0.08);
    // The deviation of one mean is 333 / 12, of the mean of all 2.
    assertThat(means).isCloseTo(truth.mean(), within(8.0));
  }

  @Test
  void followsAShiftedMeanWithinAWindow() {
    double mean = 0;
    int runs = 100;
    for (int seed = 0; seed < runs; seed++) {
      Draws draws = new Draws(seed);
      Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
      learn(cell, bell(1_000, STEP), 300, draws);
      learn(cell, bell(1_500, STEP), 50, draws);
      // A deviation is 306 / sqrt(some 20 effective completions), or 5 %, of the true mean.
      assertThat(cell.model().mean()).as("seed %d", seed).isCloseTo(1_500, within(225.0));
      learn(cell, bell(1_500, STEP), 25, draws);
      assertThat(cell.model().mean()).as("seed %d, later", seed).isCloseTo(1_500, within(150.0));
      mean += cell.model().mean() / runs;
    }
    assertThat(mean).isCloseTo(1_500, within(30.0));
  }

  @Test
  void followsAShiftTooSmallToBeNoticedByForgetting() {
    for (int seed = 0; seed < 50; seed++) {
      Draws draws = new Draws(seed);
      Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
      learn(cell, bell(1_000, STEP), 300, draws);
      learn(cell, bell(1_060, STEP), 250, draws);
      // An eighth of a half of the shift is left: 2 ticks; five deviations are 5 * 216 / 12.
      assertThat(cell.model().mean()).as("seed %d", seed).isCloseTo(1_060, within(92.0));
    }
  }

  @Test
  void noticesAChangeOfHalfAsMuchAgainWithinTheWindow() {
    for (double factor : new double[] {1.5, 1 / 1.5}) {
      int slowest = 0;
      for (int seed = 0; seed < 300; seed++) {
        Draws draws = new Draws(seed);
        Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
        int before = learn(cell, bell(1_000, STEP), 200, draws);
        int noticed = learn(cell, bell(1_000 * factor, STEP), 50, draws);
        assertThat(before).as("seed %d, noticed before the change", seed).isZero();
        assertThat(noticed).as("seed %d, factor %s", seed, factor).isPositive();
        slowest = Math.max(slowest, noticed);
      }
      assertThat(slowest).isBetween(10, 50);
    }
  }

  @Test
  void noticesAPriorThatIsFarOffAfterFewCompletions() {
    Cell cell = new Cell(settings(50, 20, 100), bell(1_000, STEP));
    Draws draws = new Draws(1);
    int noticed = learn(cell, bell(500_000, STEP), 20, draws);
    assertThat(noticed).isBetween(10, 20);
    // Far beyond the reach from the prior, and wider than a distribution may be.
    assertThat(cell.model().size()).isLessThanOrEqualTo(100);
    assertThat(cell.model().mean()).isCloseTo(500_000, within(100_000.0));
  }

  /** 500 runs of 10 windows: at level 0.001 at most 5 false alarms are to be expected. */
  @Test
  void hardlyEverNoticesAChangeWhereThereIsNone() {
    for (Pmf truth :
        List.of(
            bell(1_000, STEP), Priors.uniform(200, 5_000, STEP), Pmf.of(20, STEP, 0.3, 0.3, 0.4))) {
      int alarms = 0;
      for (int seed = 0; seed < 500; seed++) {
        Cell cell = new Cell(DEFAULTS, truth);
        alarms += learn(cell, truth, 500, new Draws(seed)) > 0 ? 1 : 0;
      }
      assertThat(alarms).as("of 5,000 windows of %s", truth).isLessThanOrEqualTo(5);
    }
  }

  @Test
  void aChangeStaysNoticedUntilTheModelFits() {
    Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
    Draws draws = new Draws(3);
    learn(cell, bell(1_000, STEP), 200, draws);
    assertThat(cell.drifted()).isFalse();
    assertThat(cell.pValue()).isBetween(0.001, 1.0);

    int noticed = learn(cell, bell(1_500, STEP), 50, draws);
    assertThat(noticed).isPositive();
    assertThat(cell.drifted()).isTrue();

    learn(cell, bell(1_500, STEP), noticed - 2, draws);
    assertThat(cell.drifted()).as("before the window is full again").isTrue();
    learn(cell, bell(1_500, STEP), 60, draws);
    assertThat(cell.drifted()).isFalse();
    assertThat(cell.pValue()).isGreaterThan(0.001);
  }

  /** Times that change again and again keep being noticed. */
  @Test
  void aChangeInsideAnotherIsNoticedToo() {
    Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
    Draws draws = new Draws(4);
    double mean = 1_000;
    for (int i = 0; i < 6; i++) {
      mean *= 1.6;
      assertThat(learn(cell, bell(mean, STEP), 60, draws)).as("change %d", i).isPositive();
    }
    assertThat(cell.model().mean()).isCloseTo(mean, within(0.15 * mean));
  }

  @Test
  void timesOfZeroAreLegal() {
    Cell cell = new Cell(DEFAULTS, Pmf.of(0, STEP, 0.5, 0.5));
    for (int i = 0; i < 3_000; i++) {
      cell.completed(0);
    }
    assertThat(cell.model()).isEqualTo(Pmf.at(0, STEP));
  }

  @Test
  void rareTimesFarBeyondCountAtTheOutermostPoint() {
    Cell cell = new Cell(settings(50, 20, 200), bell(1_000, STEP));
    Draws draws = new Draws(6);
    for (int i = 0; i < 2_000; i++) {
      long point = i % 20 == 10 ? 1_000_000 : draws.time(bell(1_000, STEP)) / STEP;
      assertThat(cell.completed(point)).isFalse();
      assertThat(cell.model().size()).isLessThanOrEqualTo(200);
    }
    assertThat(cell.isOutOfReach(1_000_000)).isTrue();
    assertThat(cell.isOutOfReach(100)).isFalse();
    assertThat(cell.model().survival(2_000)).isCloseTo(0.05, within(0.03));
  }

  @Test
  void aPriorWorthHardlyAnythingIsNotTested() {
    Cell cell = new Cell(settings(50, 0.001, 2_000), bell(1_000, STEP));
    int noticed = learn(cell, bell(3_000, STEP), 500, new Draws(7));
    assertThat(noticed).isZero();
    assertThat(cell.model().mean()).isCloseTo(3_000, within(300.0));
  }

  /** The formula of the class with stops, by the product limit over all tasks each time. */
  @Test
  void itsModelCountsStopsByAge() {
    Pmf prior = Pmf.of(20, STEP, 0.5, 0, 0.25, 0.25);
    Cell cell = new Cell(settings(7, 3, 2_000), prior);
    Draws draws = new Draws(8);
    List<Cell.Seen> all = new ArrayList<>();
    for (int n = 1; n <= 300; n++) {
      Cell.Seen seen = new Cell.Seen(2 + draws.below(4), draws.happens(0.4));
      all.add(seen);
      if (seen.stopped()) {
        cell.stopped(seen.point());
      } else {
        cell.completed(seen.point());
      }
      if (cell.drifted()) {
        return;
      }
      Histogram ends = Histogram.of(prior, 3 * Math.pow(2, -n / 7.0), 2_000);
      Histogram stops = new Histogram(2_000);
      for (int i = 0; i < n; i++) {
        Histogram its = all.get(i).stopped() ? stops : ends;
        its.add(all.get(i).point(), Math.pow(2, -(n - 1 - i) / 7.0));
      }
      Pmf expected = KaplanMeier.pmf(ends, stops, STEP);
      assertThat(KolmogorovSmirnov.distance(cell.model(), expected)).isLessThan(1e-8);
    }
  }

  /** Six of ten tasks are stopped at deadlines that have nothing to do with their times. */
  @Test
  void underHeavyEvictionItIsNearerToTheTruthThanWithoutStops() {
    Pmf truth = bell(1_000, STEP);
    double with = 0;
    double without = 0;
    int stopped = 0;
    int runs = 100;
    for (int seed = 0; seed < runs; seed++) {
      Draws draws = new Draws(seed);
      Cell taught = new Cell(DEFAULTS, bell(900, STEP));
      Cell untaught = new Cell(DEFAULTS, bell(900, STEP));
      for (int i = 0; i < 500; i++) {
        long time = draws.time(truth) / STEP;
        long deadline = (600 + draws.below(600)) / STEP;
        if (time <= deadline) {
          taught.completed(time);
          untaught.completed(time);
        } else {
          taught.stopped(deadline + 1);
          stopped++;
        }
      }
      with += taught.model().mean() / runs;
      without += untaught.model().mean() / runs;
    }
    assertThat(stopped / (500.0 * runs)).isBetween(0.5, 0.7);
    assertThat(without).isLessThan(900);
    assertThat(with).isCloseTo(1_000, within(40.0));
  }

  /** A machine that has become so slow that everything is stopped. */
  @Test
  void whereAllIsStoppedTheModelMovesBeyond() {
    Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
    for (int i = 0; i < 3_000; i++) {
      cell.stopped(200);
    }
    assertThat(cell.model()).isEqualTo(Pmf.at(200 * STEP, STEP));
    Cell restored = new Cell(DEFAULTS, bell(1_000, STEP));
    restored.restore(cell.save());
    assertThat(restored.model()).isEqualTo(cell.model());
  }

  /** As many tasks are stopped before as after; what completes is then always as short. */
  @Test
  void stopsRaiseNoFalseAlarms() {
    int alarms = 0;
    for (int seed = 0; seed < 300; seed++) {
      Draws draws = new Draws(seed);
      Cell cell = new Cell(DEFAULTS, bell(1_000, STEP));
      learnWithDeadline(cell, 1_000, draws); // the prior knows no stops, which may be noticed
      alarms += learnWithDeadline(cell, 500, draws) > 0 ? 1 : 0;
    }
    assertThat(alarms).isLessThanOrEqualTo(3);
  }

  private static int learnWithDeadline(Cell cell, int tasks, Draws draws) {
    int noticed = 0;
    for (int i = 0; i < tasks; i++) {
      long time = draws.time(bell(1_000, STEP)) / STEP;
      if (time > 100) {
        cell.stopped(101);
      } else if (cell.completed(time)) {
        noticed++;
      }
    }
    return noticed;
  }
}
