package org.espalier.service.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.service.learning.Draws.bell;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.espalier.service.live.LearningView;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

class HistogramLearningTest {
  private static Learning learning(Publishing publishing, HcSystem system) {
    return HistogramLearning.of(publishing, system, "");
  }

  /** Time that this thread has had a CPU. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void complete(Learning learning, int times, long ticks) {
    for (int i = 0; i < times; i++) {
      learning.completed(0, 0, ticks);
    }
  }

  @Test
  void publishesAfterEnoughCompletionsAndTicks() {
    Learning learning = learning(new Publishing(10, 100, 0.02), TinySystems.twins(bell(1_000, 10)));
    complete(learning, 9, 900);
    assertThat(learning.updates(5)).isEmpty();
    complete(learning, 1, 900);
    List<Learning.Update> first = learning.updates(7);
    assertThat(first).hasSize(1);
    assertThat(first.getFirst().taskType()).isZero();
    assertThat(first.getFirst().machineType()).isZero();
    assertThat(first.getFirst().executionTime().mean()).isBetween(900.0, 1_000.0);

    complete(learning, 10, 900);
    assertThat(learning.updates(106)).as("99 ticks later").isEmpty();
    List<Learning.Update> second = learning.updates(107);
    assertThat(second).hasSize(1);
    assertThat(learning.updates(1_000)).isEmpty();
    assertThat(second.getFirst().executionTime().mean())
        .isLessThan(first.getFirst().executionTime().mean());
  }

  @Test
  void publishesOnlyWhatHasChanged() {
    Learning learning = learning(new Publishing(1, 0, 0.25), TinySystems.twins(Pmf.at(10, 10)));
    int published = 0;
    int completions = 0;
    while (published == 0) {
      learning.completed(0, 0, 20);
      completions++;
      published = learning.updates(completions).size();
    }
    // After n completions the mass of 20 is (1 - d^n)/(1 - d) / (20 d^n + (1 - d^n)/(1 - d)), with
    // d = 2^(-1/50) first above 0.25 at n = 7.
    double d = Math.pow(2, -1 / 50.0);
    double six = (1 - Math.pow(d, 6)) / (1 - d);
    double seven = (1 - Math.pow(d, 7)) / (1 - d);
    assertThat(six / (six + 20 * Math.pow(d, 6))).isLessThan(0.25);
    assertThat(seven / (seven + 20 * Math.pow(d, 7))).isGreaterThan(0.25);
    assertThat(completions).isEqualTo(7);
  }

  /** A new shape of a request: 1,700 ticks where 13 are usual. */
  @Test
  void oneSlowFirstChangesNothingThatIsBelievedAndAFewFadeSoon() {
    Learning learning = learning(Publishing.USUAL, TinySystems.twins(Pmf.at(13, 1)));
    complete(learning, 100, 13);
    complete(learning, 1, 1_700);
    complete(learning, 9, 13);
    assertThat(learning.updates(1_000_000)).as("a first one").isEmpty();

    complete(learning, 2, 1_700);
    complete(learning, 8, 13);
    List<Learning.Update> update = learning.updates(2_000_000);
    assertThat(update).as("three of 20").hasSize(1);
    assertThat(update.getFirst().executionTime().cumulative(13)).isBetween(0.95, 0.97);

    complete(learning, 150, 13);
    assertThat(learning.updates(3_000_000).getFirst().executionTime().cumulative(13))
        .as("an eighth is left of them")
        .isGreaterThan(0.994);
  }

  @Test
  void whatIsPublishedLiesOnTheLatticeOfTheOthers() {
    HcSystem system =
        TinySystems.of(new Pmf[][] {{bell(300, 7), bell(50, 7)}, {bell(9, 7), Pmf.at(0, 7)}});
    Learning learning = learning(new Publishing(1, 0, 0), system);
    Random random = new Random(1);
    int updates = 0;
    for (int i = 0; i < 4_000; i++) {
      long ticks = random.nextInt(50) == 0 ? random.nextInt(1_000_000) : random.nextInt(400);
      learning.completed(random.nextInt(2), random.nextInt(2), ticks);
      for (Learning.Update update : learning.updates(i)) {
        updates++;
        Pmf pmf = update.executionTime();
        system.pet().with(update.taskType(), update.machineType(), 0, pmf);
        assertThat(Arrays.stream(pmf.masses()).sum()).isCloseTo(1, within(Pmf.SUM_TOLERANCE));
        assertThat(Arrays.stream(pmf.masses()).min().orElseThrow()).isNotNegative();
        assertThat(pmf.size()).isLessThanOrEqualTo(2_000);
      }
    }
    assertThat(updates).isGreaterThan(3_000);
  }

  @Test
  void timesCountAtTheNearestPoint() {
    for (long[] pair : new long[][] {{0, 10}, {4, 10}, {5, 10}, {14, 10}, {15, 20}, {-3, 10}}) {
      Learning learning = learning(Publishing.USUAL, TinySystems.twins(Pmf.at(pair[1], 10)));
      complete(learning, 10, pair[0]);
      assertThat(learning.view().cells().getFirst().meanMs()).isEqualTo(1e3 * pair[1]);
    }
  }

  /** A step of 100 beside one of 10: each cell counts on its own. */
  @Test
  void eachCellHasItsOwnStep() {
    Pmf shortOne = Pmf.at(10, 10);
    Pmf longOne = Pmf.at(300, 100);
    HcSystem system = TinySystems.of(new Pmf[][] {{shortOne}, {longOne}}, 0);
    Learning learning = learning(new Publishing(1, 0, 0), system);
    learning.completed(0, 0, 31);
    learning.completed(1, 0, 1_849);

    List<Learning.Update> updates = learning.updates(1);
    assertThat(updates.get(0).executionTime().latest()).isEqualTo(30);
    assertThat(updates.get(1).executionTime().latest()).isEqualTo(1_800);
    Learning restored = HistogramLearning.of(new Publishing(1, 0, 0), system, learning.state());
    assertThat(restored.updates(1)).isEqualTo(updates);
  }

  /** So that it is not believed to end in the very time in which it did not. */
  @Test
  void stopsCountAtTheNextPoint() {
    for (long[] pair : new long[][] {{0, 10}, {5, 10}, {9, 10}, {10, 20}, {14, 20}, {-3, 10}}) {
      Learning learning = learning(new Publishing(1, 0, 0), TinySystems.twins(Pmf.at(0, 10)));
      learning.stopped(0, 0, pair[0]);
      assertThat(learning.updates(1).getFirst().executionTime().latest()).isEqualTo(pair[1]);
    }
  }

  @Test
  void doesNotLearnWhereATypeCannotRun() {
    Learning learning = learning(new Publishing(1, 0, 0), TinySystems.withGaps());
    learning.completed(1, 1, 100);
    assertThat(learning.updates(10)).isEmpty();
    assertThat(learning.view().cells()).hasSize(4);
    assertThat(learning.view().cells()).allMatch(cell -> cell.completions() == 0);
  }

  @Test
  void showsCellsByNameWithTheirMeans() {
    HcSystem system = TinySystems.twins(bell(1_000, 10));
    Learning learning = learning(Publishing.USUAL, system);
    Draws draws = new Draws(1);
    for (int i = 0; i < 200; i++) {
      learning.completed(0, 0, draws.time(bell(2_000, 10)));
    }
    LearningView.Cell cell = learning.view().cells().getFirst();
    assertThat(cell.taskType()).isEqualTo(system.taskTypes().getFirst().name());
    assertThat(cell.machineType()).isEqualTo(system.machineTypes().getFirst().name());
    assertThat(cell.completions()).isEqualTo(200);
    assertThat(cell.meanMs()).isCloseTo(2e6, within(150e3));
  }

  @Test
  void whateverItIsToldIsNewsUntilItsStateIsAskedFor() {
    Learning learning = learning(new Publishing(1, 10, 0), TinySystems.twins(Pmf.at(10, 10)));
    List<Runnable> news =
        List.of(
            () -> learning.completed(0, 0, 20),
            () -> learning.updates(1),
            () -> learning.stopped(0, 0, 20),
            () -> learning.judged(0.5, true));
    for (Runnable each : news) {
      assertThat(learning.hasNews()).isFalse();
      each.run();
      assertThat(learning.hasNews()).isTrue();
      assertThat(learning.state()).isNotEmpty();
    }
    assertThat(learning.updates(2)).isEmpty();
    assertThat(learning.hasNews()).isFalse();
  }

  /**
   * Ten thousand cells have completions to publish at a later time. A look at each of them would
   * take ten million calls minutes; a comparison takes them some hundredths of a second.
   */
  @Test
  void updatesCostNothingWhileNothingIsDue() {
    Pmf[][] cells = new Pmf[100][100];
    Arrays.stream(cells).forEach(row -> Arrays.fill(row, Pmf.at(10, 10)));
    Learning learning = learning(new Publishing(1, 1_000, 0), TinySystems.of(cells));
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10_000; i++) {
        learning.completed(i / 100, i % 100, 20 + 10 * round);
      }
      assertThat(learning.updates(round)).hasSize(round == 0 ? 10_000 : 0);
    }

    long begin = cpuNanos();
    int updates = 0;
    for (int i = 0; i < 10_000_000; i++) {
      updates += learning.updates(i % 1_000).size();
    }
    assertThat(Duration.ofNanos(cpuNanos() - begin)).isLessThan(Duration.ofSeconds(5));
    assertThat(updates).isZero();
    assertThat(learning.updates(1_000)).hasSize(10_000);
  }

  /** Ten thousand models that fit are not all compared again because one of them has learned. */
  @Test
  void aCompletionHasOnlyItsOwnModelCompared() {
    Pmf[][] cells = new Pmf[100][100];
    Arrays.stream(cells).forEach(row -> Arrays.fill(row, bell(500, 10)));
    Learning learning = learning(new Publishing(1, 0, 0.5), TinySystems.of(cells));
    for (int i = 0; i < 10_000; i++) {
      learning.completed(i / 100, i % 100, 500);
    }
    assertThat(learning.updates(0)).isEmpty();

    long begin = cpuNanos();
    for (int i = 1; i <= 3_000; i++) {
      learning.completed(i % 100, i / 100, 500);
      assertThat(learning.updates(i)).isEmpty();
    }
    assertThat(Duration.ofNanos(cpuNanos() - begin)).isLessThan(Duration.ofSeconds(5));
  }
}
