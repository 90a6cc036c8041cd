package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How wrong a PET is, found from what tasks took, and what follows for a task. */
class PaceTest {
  /** Long-tailed, from 20 to 400 ticks. */
  private static final Pmf BELIEVED =
      Pmf.normalised(
          20, 1, IntStream.rangeClosed(20, 400).mapToDouble(t -> Math.exp(-t / 60.0)).toArray());

  /** One that has seen so many tasks, which take as many times longer. */
  private static Pace seen(int tasks, double factor, boolean isStopped, long seed) {
    Pace pace = new Pace();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < tasks; i++) {
      double took = factor * BELIEVED.quantile(random.nextDouble());
      double left = factor * random.nextDouble(20, 300);
      pace.observe(BELIEVED, left, isStopped, isStopped ? Math.min(left, took) : took, false);
    }
    return pace;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.5, 0.8, 1.25, 2, 4, 100})
  void aWrongScaleIsFound(double factor) {
    for (boolean isStopped : new boolean[] {true, false}) {
      assertThat(seen(2000, factor, isStopped, 1).factor() / factor).isCloseTo(1, within(0.08));
    }
  }

  /** The plain way is the distribution of those that have not ended yet. */
  @ParameterizedTest
  @ValueSource(longs = {0, 19, 20, 57, 399, 400, 900})
  void whatATaskTakesThatHasNotEndedIsFoundBySubtraction(long took) {
    for (double factor : new double[] {0.5, 1, 2}) {
      Pace pace = factor == 1 ? new Pace() : seen(500, factor, true, 1);
      Pmf rest = BELIEVED.later((long) (took / pace.factor()));
      for (int left = 1; left < 1000; left += 7) {
        double stopped = pace.taken(rest, took + left, true);
        assertThat(pace.takenGiven(BELIEVED, took, took + left, true))
            .isCloseTo(stopped, within(1e-6));
      }
      assertThat(pace.takenGiven(BELIEVED, took, 1, false))
          .isCloseTo(pace.taken(rest, 1, false), within(1e-6));
    }
  }

  /** Of so many that are right, next to none is taken for a wrong one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 50, 500})
  void whatMayBeChanceIsNotBelieved(int tasks) {
    long wrong =
        IntStream.range(0, 200).filter(seed -> seen(tasks, 1, true, seed).factor() != 1).count();

    assertThat(wrong).isLessThan(14);
  }

  /** Those that have not ended after a while are stopped, so all that end were short. */
  @ParameterizedTest
  @CsvSource({"1, 60", "1, 120", "1, 300", "0.5, 60", "2, 120", "2, 300"})
  void whatIsStoppedDoesNotHideTheScale(double factor, double stop) {
    Pace pace = new Pace();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 4000; i++) {
      double took = factor * BELIEVED.quantile(random.nextDouble());
      pace.observe(BELIEVED, 2000, true, Math.min(stop, took), took > stop);
    }

    assertThat(pace.factor() / factor).isCloseTo(1, within(0.1));
  }

  /** How long they would have taken is not known. */
  @Test
  void tasksThatAreAllStoppedSayThatTheyTakeLonger() {
    Pace pace = new Pace();
    for (int i = 0; i < 500; i++) {
      pace.observe(Pmf.at(50, 1), 80, true, 80, false);
    }

    assertThat(pace.factor()).isCloseTo(1.6, within(0.03));
  }

  @Test
  void timeToBeGoneIsNotCounted() {
    Pace pace = new Pace();
    for (int i = 0; i < 100; i++) {
      pace.observe(Pmf.at(500, 1), 80, true, 95, false);
    }

    assertThat(pace.factor()).isEqualTo(1);
  }

  @Test
  void chanceAndTimeAreThoseOfTheScaledTime() {
    Pace pace = seen(2000, 2, true, 1);
    double factor = pace.factor();
    for (double left : new double[] {10, 45, 100.5, 300, 790, 5000}) {
      double chance = 0;
      double taken = 0;
      for (int i = 0; i < BELIEVED.size(); i++) {
        double time = factor * BELIEVED.time(i);
        chance += time <= left ? BELIEVED.mass(i) : 0;
        taken += BELIEVED.mass(i) * Math.min(time, left);
      }
      assertThat(pace.chance(BELIEVED, left)).isCloseTo(chance, within(1e-9));
      assertThat(pace.taken(BELIEVED, left, true)).isCloseTo(taken, within(1e-9));
      assertThat(pace.taken(BELIEVED, left, false))
          .isCloseTo(factor * BELIEVED.mean(), within(1e-9));
    }
  }

  /** Whatever the factor: its product with a time, over it, may be a little less than the time. */
  @Test
  void withinTheShortestTimeATaskMayEnd() {
    for (int tasks = 100; tasks < 400; tasks++) {
      Pace pace = seen(tasks, 3, true, tasks);
      for (long time : new long[] {1, 7, 49, 1_000, 123_457, 1L << 40}) {
        Pmf certain = Pmf.at(time, 1);
        assertThat(pace.chance(certain, pace.shortest(certain))).isEqualTo(1);
        assertThat(pace.shortest(certain)).isCloseTo(pace.factor() * time, withinPercentage(1e-9));
      }
    }
  }

  /** That far away a difference of times is lost to rounding. */
  @Test
  void aTaskWithoutDeadlineTakesTheMean() {
    Pace pace = new Pace();

    assertThat(pace.taken(BELIEVED, Task.NO_DEADLINE, true)).isEqualTo(BELIEVED.mean());
    pace.observe(BELIEVED, Task.NO_DEADLINE, true, 100, false);
    assertThat(pace.factor()).isEqualTo(1);
  }

  /** Chance and time are worked out once for all tasks that have enough, so to the last bit. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.77, 1, 1.3, 4})
  void moreThanEnoughTimeMakesNoDifference(double factor) {
    Pace pace = seen(2000, factor, false, 1);
    double enough = pace.enough(BELIEVED);
    for (boolean isStopped : new boolean[] {true, false}) {
      for (double left = enough; left < 3 * enough; left += 0.1) {
        assertThat(pace.chance(BELIEVED, left)).isEqualTo(pace.chance(BELIEVED, enough));
        assertThat(pace.taken(BELIEVED, left, isStopped))
            .isEqualTo(pace.taken(BELIEVED, enough, isStopped));
      }
    }
    assertThat(pace.chance(BELIEVED, enough)).isCloseTo(1, within(1e-12));
  }
}
