package org.espalier.core.utility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class UtilityBoundTest {
  /** Worth 8 up to 12 ticks after the arrival, and 2 from then on. */
  private static final UtilityPoints STEP =
      new UtilityPoints(
          List.of(
              new UtilityPoints.Point(0, 8),
              new UtilityPoints.Point(12, 8),
              new UtilityPoints.Point(12, 2)));

  /** One task type on machine types of which the first ones have a machine each. */
  private static HcSystem system(int machines, Pmf... times) {
    List<MachineType> types =
        IntStream.range(0, times.length).mapToObj(i -> new MachineType(i, "type-" + i)).toList();
    return new HcSystem(
        "bound",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "only")),
        types,
        IntStream.range(0, machines)
            .mapToObj(i -> new Machine(i, "machine-" + i, types.get(i)))
            .toList(),
        PetMatrix.of(new Pmf[][] {times}));
  }

  private static Task task(long arrival) {
    return new Task((int) arrival, 0, arrival, Task.NO_DEADLINE, STEP);
  }

  private static double bound(HcSystem system, TimeSpan span, long... arrivals) {
    return new UtilityBound(system, span)
        .of(IntStream.range(0, arrivals.length).mapToObj(i -> task(arrivals[i])).toList());
  }

  /** It earns nothing at first, 6 from 30 ticks on, and 2 from 50 on: whoever waits earns 6. */
  @Test
  void whatRisesCountsWithTheMostThatIsStillToBeHad() {
    UtilityPoints rising =
        new UtilityPoints(
            List.of(
                new UtilityPoints.Point(30, 0),
                new UtilityPoints.Point(30, 6),
                new UtilityPoints.Point(50, 6),
                new UtilityPoints.Point(50, 2)));
    UtilityBound bound = new UtilityBound(system(1, Pmf.of(40, 20, 0.5, 0.5)), TimeSpan.ALWAYS);

    assertThat(bound.of(new Task(0, 0, 7, Task.NO_DEADLINE, rising))).isEqualTo(4);
    bound = new UtilityBound(system(1, Pmf.at(10, 5)), TimeSpan.ALWAYS);
    assertThat(bound.of(new Task(0, 0, 7, Task.NO_DEADLINE, rising))).isEqualTo(6);
  }

  /** In 10 ticks, not 5: there is no machine of the type that needs 5. */
  @Test
  void eachTaskStartsAsItArrivesOnItsFastestMachine() {
    HcSystem system = system(2, Pmf.at(15, 5), Pmf.at(10, 5), Pmf.at(5, 5));

    assertThat(bound(system, TimeSpan.ALWAYS, 0, 3, 100)).isEqualTo(24);
    assertThat(bound(system(1, Pmf.at(15, 5), Pmf.at(10, 5)), TimeSpan.ALWAYS, 0)).isEqualTo(2);
  }

  /** Completions at 20, 21, 30 and 31, of which those up to the end of the span count. */
  @Test
  void onlyTasksThatCompleteInTheSpanCount() {
    HcSystem system = system(1, Pmf.at(10, 5));

    assertThat(bound(system, new TimeSpan(20, 30), 10, 11, 20, 21)).isEqualTo(16);
  }

  /**
   * 10 or 30 ticks: 8 / 2 + 2 / 2 = 5, more than in 15 for certain, though its mean is 20 and a
   * completion then is worth 2. Up to tick 20 only the half that is done by then counts.
   */
  @Test
  void withDistributionsItIsTheHighestExpectation() {
    HcSystem system = system(2, Pmf.at(15, 5), Pmf.of(10, 5, 0.5, 0, 0, 0, 0.5));

    assertThat(bound(system, TimeSpan.ALWAYS, 0)).isCloseTo(5, within(1e-12));
    assertThat(bound(system, new TimeSpan(0, 20), 0)).isCloseTo(4, within(1e-12));
  }
}
