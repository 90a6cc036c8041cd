package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.service.learning.Draws.bell;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Statistical properties hold over many seeds, which are the same at every run. */
class LearnedCellTest {
  private static final long STEP = 10;

  private static LearnedCell cell(Pmf prior) {
    return new LearnedCell(Publishing.USUAL, prior);
  }

  private static void learn(LearnedCell cell, Pmf truth, int completions, Draws draws) {
    for (int i = 0; i < completions; i++) {
      cell.completed(draws.time(truth) / STEP);
    }
  }

  @Test
  void beginsWithThePrior() {
    Pmf prior = bell(1_000, STEP);
    LearnedCell cell = cell(prior);
    assertThat(KolmogorovDistance.of(cell.model(), prior)).isLessThan(1e-12);
  }

  /** The formula of the class, summed in full each time. */
  @Test
  void itsModelIsThePriorAndCompletionsByAge() {
    Pmf prior = Pmf.of(20, STEP, 0.5, 0, 0.25, 0.25);
    LearnedCell cell = cell(prior);
    Draws draws = new Draws(5);
    List<Integer> points = new ArrayList<>();
    for (int n = 1; n <= 150; n++) {
      points.add((int) (draws.time(prior) / STEP) + draws.below(2));
      cell.completed(points.getLast());
      double[] weights = new double[7];
      for (int i = 0; i < prior.size(); i++) {
        weights[2 + i] = 20 * prior.mass(i) * Math.pow(2, -n / 50.0);
      }
      for (int i = 0; i < n; i++) {
        weights[points.get(i)] += Math.pow(2, -(n - 1 - i) / 50.0);
      }
      Pmf expected = Pmf.normalised(0, STEP, weights);
      assertThat(KolmogorovDistance.of(cell.model(), expected)).isLessThan(1e-8);
    }
  }

  @Test
  void itIsAsGoodAsItsEffectiveSizeAllows() {
    Pmf truth = Draws.triangle(400, 600, 1_900, STEP);
    double distances = 0;
    double means = 0;
    int runs = 200;
    for (int seed = 0; seed < runs; seed++) {
      LearnedCell cell = cell(bell(1_000, STEP));
      learn(cell, truth, 500, new Draws(seed));
      distances += KolmogorovDistance.of(cell.model(), truth) / runs;
      means += cell.model().mean() / runs;
    }
    // The mean of D is 0.869 / sqrt(144.3) = 0.072.
    assertThat(distances).isBetween(0.055, 0.08);
    // The deviation of one mean is 333 / 12, of the mean of all 2.
    assertThat(means).isCloseTo(truth.mean(), within(8.0));
  }

  /** With a half-life of 50, after 50 completions half of a shift is left, and after 300 1 / 64. */
  @Test
  void followsAShiftedMeanByForgetting() {
    double[] means = new double[3];
    int runs = 100;
    for (int seed = 0; seed < runs; seed++) {
      Draws draws = new Draws(seed);
      LearnedCell cell = cell(bell(1_000, STEP));
      learn(cell, bell(1_000, STEP), 300, draws);
      learn(cell, bell(1_500, STEP), 50, draws);
      means[0] += cell.model().mean() / runs;
      learn(cell, bell(1_500, STEP), 100, draws);
      means[1] += cell.model().mean() / runs;
      learn(cell, bell(1_500, STEP), 150, draws);
      means[2] += cell.model().mean() / runs;
      // A deviation is 306 / sqrt(144), or 25.
      assertThat(cell.model().mean()).as("seed %d", seed).isCloseTo(1_492, within(100.0));
    }
    assertThat(means[0]).isCloseTo(1_250, within(15.0));
    assertThat(means[1]).isCloseTo(1_437.5, within(15.0));
    assertThat(means[2]).isCloseTo(1_492, within(15.0));
  }

  /** Of 20 completions the prior is worth; far beyond what a distribution may cover from there. */
  @Test
  void followsTimesFarBeyondThePrior() {
    LearnedCell cell = cell(bell(1_000, STEP));
    Draws draws = new Draws(1);
    learn(cell, bell(500_000, STEP), 10, draws);
    assertThat(cell.model().latest()).isLessThan(30_000);
    learn(cell, bell(500_000, STEP), 20, draws);
    assertThat(cell.model().latest()).isGreaterThan(400_000);
    learn(cell, bell(500_000, STEP), 120, draws);
    assertThat(cell.model().size()).isLessThanOrEqualTo(2_000);
    assertThat(cell.model().mean()).isCloseTo(500_000, within(100_000.0));
    learn(cell, bell(1_000, STEP), 600, draws);
    assertThat(cell.model().mean()).isCloseTo(1_000, within(100.0));
  }

  @Test
  void timesOfZeroAreLegal() {
    LearnedCell cell = cell(Pmf.of(0, STEP, 0.5, 0.5));
    for (int i = 0; i < 3_000; i++) {
      cell.completed(0);
    }
    assertThat(cell.model()).isEqualTo(Pmf.at(0, STEP));
  }

  @Test
  void rareTimesFarBeyondCountAtTheOutermostPoint() {
    LearnedCell cell = cell(bell(1_000, STEP));
    Draws draws = new Draws(6);
    for (int i = 0; i < 2_000; i++) {
      long point = i % 20 == 10 ? 1_000_000 : draws.time(bell(1_000, STEP)) / STEP;
      cell.completed(point);
      assertThat(cell.model().size()).isLessThanOrEqualTo(2_000);
    }
    assertThat(cell.isOutOfReach(1_000_000)).isTrue();
    assertThat(cell.isOutOfReach(100)).isFalse();
    assertThat(cell.model().survival(2_000)).isCloseTo(0.05, within(0.03));
  }

  /** The formula of the class with stops, by the product limit over all tasks each time. */
  @Test
  void itsModelCountsStopsByAge() {
    Pmf prior = Pmf.of(20, STEP, 0.5, 0, 0.25, 0.25);
    LearnedCell cell = cell(prior);
    Draws draws = new Draws(8);
    List<Seen> all = new ArrayList<>();
    for (int n = 1; n <= 300; n++) {
      Seen seen = new Seen(2 + draws.below(4), draws.happens(0.4));
      all.add(seen);
      if (seen.stopped()) {
        cell.stopped(seen.point());
      } else {
        cell.completed(seen.point());
      }
      Histogram ends = Histogram.of(prior, 20 * Math.pow(2, -n / 50.0), 2_000);
      Histogram stops = new Histogram(2_000);
      for (int i = 0; i < n; i++) {
        Histogram its = all.get(i).stopped() ? stops : ends;
        its.add(all.get(i).point(), Math.pow(2, -(n - 1 - i) / 50.0));
      }
      Pmf expected = KaplanMeier.pmf(ends, stops, STEP);
      assertThat(KolmogorovDistance.of(cell.model(), expected)).isLessThan(1e-8);
    }
  }

  private record Seen(long point, boolean stopped) {}

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
      LearnedCell taught = cell(bell(900, STEP));
      LearnedCell untaught = cell(bell(900, STEP));
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
    LearnedCell cell = cell(bell(1_000, STEP));
    for (int i = 0; i < 3_000; i++) {
      cell.stopped(200);
    }
    assertThat(cell.model()).isEqualTo(Pmf.at(200 * STEP, STEP));
    LearnedCell restored = cell(bell(1_000, STEP));
    restored.restore(cell.save());
    assertThat(restored.model()).isEqualTo(cell.model());
  }
}
