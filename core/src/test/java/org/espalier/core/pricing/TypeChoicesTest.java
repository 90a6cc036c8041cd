package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a task may choose, and what it earns by it. */
class TypeChoicesTest {
  /** The second task type runs on the second machine type alone, of which there are two. */
  private final TypeChoices[] choices =
      TypeChoices.of(
          Scene.system(
              new @Nullable Pmf[][] {
                {Pmf.at(40, 10), Pmf.of(10, 10, 0.5, 0.5)}, {null, Pmf.at(20, 10)}
              },
              0,
              1,
              1));

  @Test
  void theyStandMachineTypeByMachineType() {
    assertThat(choices[0].all().size()).isEqualTo(2);
    assertThat(choices[0].on(1)).containsExactly(choices[0].all().get(1));
    assertThat(choices[0].all().get(1).machineType()).isEqualTo(1);
    assertThat(choices[1].on(0)).isEmpty();
    assertThat(choices[1].all().size()).isEqualTo(1);
    assertThat(choices[1].all().get(0).ticks()).isEqualTo(20);
  }

  @Test
  void aTaskWaitsTheLessTheMoreMachinesThereAre() {
    assertThat(choices[0].all().get(0).waits()).isEqualTo(20);
    assertThat(choices[0].all().get(1).waits()).isCloseTo(15 / 4.0, within(1e-12));
  }

  /** It is worth 8 until 115, and then nothing; the task takes 10 or 20. */
  @Test
  void utilityIsExpectedOverTheTimesItMayTake() {
    UtilityPoints points =
        new UtilityPoints(List.of(new Point(0, 8), new Point(115, 8), new Point(115, 0)));
    Task task = new Task(0, 0, 0, Task.NO_DEADLINE, points);

    assertThat(choices[0].all().get(1).utility(task, 100, TimeSpan.NEVER))
        .isCloseTo(4, within(1e-12));
    assertThat(choices[0].all().get(1).utility(task, 90, TimeSpan.NEVER))
        .isCloseTo(8, within(1e-12));
    assertThat(choices[0].all().get(0).utility(task, 90, TimeSpan.NEVER)).isZero();
    assertThat(choices[0].all().get(1).utility(task, 90, 105))
        .as("its machine goes")
        .isCloseTo(4, within(1e-12));
  }
}
