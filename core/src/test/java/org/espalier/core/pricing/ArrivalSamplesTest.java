package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.junit.jupiter.api.Test;

/** Which tasks prices are made from, and how fast such tasks come. */
class ArrivalSamplesTest {
  private static final double WINDOW = 1000;

  private final ArrivalSamples samples = new ArrivalSamples();
  private int tasks;

  /** Tasks that arrive at even distances until a time, the last one then. */
  private void arrive(int count, long distance, long until) {
    List<Task> arrived =
        IntStream.range(0, count)
            .mapToObj(
                i -> new Task(tasks++, 0, until - (count - 1 - i) * distance, Task.NO_DEADLINE))
            .toList();
    samples.add(
        arrived, until, WINDOW, task -> new Sample(task, new double[0], new double[0], 0, 0));
  }

  private SampleSet latest() {
    return samples.latest(WINDOW);
  }

  @Test
  void nothingHasArrived() {
    assertThat(latest().samples()).isEmpty();
    assertThat(latest().rate()).isZero();
  }

  @Test
  void theRateIsThatOfTheTimeSinceTheFirst() {
    arrive(51, 100, 5000);

    assertThat(latest().samples()).hasSize(51);
    assertThat(latest().rate()).isEqualTo(0.01);
  }

  /** Four tasks in three ticks, where a task is recent for a thousand. */
  @Test
  void theFirstTasksAreNoRush() {
    arrive(4, 1, 3);

    assertThat(latest().samples()).hasSize(4);
    assertThat(latest().rate()).isEqualTo(0.003);
  }

  /** Of 900 tasks those of the window are left, and the rate is theirs. */
  @Test
  void theRateFollowsTheLoad() {
    arrive(700, 2, 1400);
    arrive(200, 10, 3400);

    assertThat(latest().samples()).hasSizeBetween(100, 101);
    assertThat(latest().rate()).isEqualTo(0.1, offset(0.002));
  }

  @Test
  void someAreKeptHoweverOldTheyAre() {
    arrive(300, 10, 3000);
    arrive(30, 1000, 33_000);

    assertThat(latest().samples()).hasSize(80);
    assertThat(latest().rate()).isEqualTo(79 / 30_500.0, offset(1e-4));
  }

  @Test
  void theRateFallsWhileNothingArrives() {
    arrive(300, 10, 3000);
    arrive(0, 1, 103_000);

    assertThat(latest().samples()).hasSize(80);
    assertThat(latest().rate()).isLessThan(0.001);
  }

  @Test
  void ofManyTheLatestAreKept() {
    arrive(5000, 0, 100);
    arrive(ArrivalSamples.MOST, 0, 200);

    assertThat(latest().samples()).hasSize(ArrivalSamples.MOST);
    assertThat(latest().samples()[0].task().arrival()).isEqualTo(200);
  }
}
