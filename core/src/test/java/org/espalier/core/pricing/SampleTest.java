package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.Test;

/** What a task that has arrived tells of those to come. */
class SampleTest {
  private final TypeChoices choices =
      TypeChoices.of(Scene.system(new Pmf[][] {{Pmf.at(40, 1), Pmf.at(10, 1)}}))[0];

  /** It falls from 10 at arrival by 1 in 10 ticks; there is a machine of each type. */
  private Sample sample(double halfInterval) {
    UtilityPoints points = new UtilityPoints(List.of(new Point(0, 10), new Point(100, 0)));
    return Sample.of(new Task(0, 0, 7, Task.NO_DEADLINE, points), choices, halfInterval);
  }

  @Test
  void aTaskWaitsForHalfAnIntervalAndForItsMachine() {
    assertThat(sample(5).utilities()[0]).isCloseTo(10 - (5 + 20 + 40) / 10.0, within(1e-9));
    assertThat(sample(5).utilities()[1]).isCloseTo(10 - (5 + 5 + 10) / 10.0, within(1e-9));
    assertThat(sample(5).perTick()).isCloseTo(0.8, within(1e-9));
    assertThat(sample(5).perJoule()).as("without power").isZero();
  }

  @Test
  void aSetTellsMeans() {
    Sample[] samples = {sample(5), sample(25)};
    SampleSet set = new SampleSet(samples, 0.1);

    assertThat(set.perTick()).isCloseTo((0.8 + 0.6) / 2, within(1e-9));
    assertThat(new SampleSet(new Sample[0], 0).perTick()).isZero();
  }
}
