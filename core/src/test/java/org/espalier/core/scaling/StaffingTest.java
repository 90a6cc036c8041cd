package org.espalier.core.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Forecast;
import org.junit.jupiter.api.Test;

/** A tick is a second; a task takes 100 s on the fast machines, 200 s on the slow ones. */
class StaffingTest {
  private static final int HOUR = 3600;
  private static final int ALL = 50;

  private static HcSystem system(boolean runsOnSlow) {
    MachineType fast = new MachineType(0, "fast");
    MachineType slow = new MachineType(1, "slow");
    Pmf other = runsOnSlow ? Pmf.at(200, 1) : null;
    return new HcSystem(
        "system",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "task"), new TaskType(1, "other")),
        List.of(fast, slow),
        List.of(new Machine(0, "f", fast), new Machine(1, "s", slow)),
        PetMatrix.of(new Pmf[][] {{Pmf.at(100, 1), other}, {null, Pmf.at(200, 1)}}));
  }

  /** A day of so many tasks each hour, in even steps. */
  private static Forecast forecast(long length, int... byHour) {
    List<Task> tasks = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      int number = byHour[hour % byHour.length];
      for (int i = 0; i < number; i++) {
        long arrival = (long) hour * HOUR + (long) HOUR * i / number;
        long deadline = length == Task.NO_DEADLINE ? length : arrival + length;
        tasks.add(new Task(tasks.size(), 0, arrival, deadline));
      }
    }
    return Forecast.of("day", tasks, 0, 24L * HOUR, Duration.ofSeconds(1));
  }

  private static int needed(Forecast forecast, long from, long until, int... on) {
    return new Staffing(system(true), forecast).needed(0, on, from, until, ALL);
  }

  /**
   * A load of 5, of tasks that have 50 s to wait. By Erlang's formula 0.167 of them wait on 8
   * machines, 0.324 on 7; as times do not vary, half as long in the mean as exponential ones would.
   */
  @Test
  void asManyAsKeepAllButOneInAHundredFromWaitingTooLong() {
    double onEight = 0.1673 * Math.exp(-2 * 3 * 0.5);
    double onSeven = 0.3241 * Math.exp(-2 * 2 * 0.5);
    assertThat(onEight).isLessThan(0.01);
    assertThat(onSeven).isGreaterThan(0.01);
    assertThat(needed(forecast(150, 180), 0, HOUR, 0, 0)).isEqualTo(8);
  }

  @Test
  void withoutDeadlinesAsManyAsTheLoadNeeds() {
    assertThat(needed(forecast(Task.NO_DEADLINE, 180), 0, HOUR, 0, 0)).isEqualTo(6);
    assertThat(needed(forecast(Task.NO_DEADLINE, 0), 0, HOUR, 0, 0)).isZero();
  }

  /** Two slow machines do the work of one. */
  @Test
  void othersThatAreOnHelp() {
    assertThat(needed(forecast(150, 180), 0, HOUR, 0, 6)).isEqualTo(5);
    assertThat(
            new Staffing(system(false), forecast(150, 180)).needed(0, new int[] {0, 6}, 0, 1, ALL))
        .isEqualTo(8);
  }

  @Test
  void theHourOfMostNeedDecidesAndThoseOfTheNextDayAreTheSame() {
    Forecast forecast = forecast(Task.NO_DEADLINE, 180, 36);

    assertThat(needed(forecast, HOUR, 2 * HOUR, 0, 0)).isEqualTo(2);
    assertThat(needed(forecast, HOUR, 2 * HOUR + 1, 0, 0)).isEqualTo(6);
    assertThat(needed(forecast, 25 * HOUR, 26 * HOUR, 0, 0)).isEqualTo(2);
  }

  /** In a quiet hour among busy ones more may wait too long, since few do. */
  @Test
  void ofAQuietHourMoreMayBeLate() {
    assertThat(needed(forecast(150, 36), 0, HOUR, 0, 0)).isEqualTo(4);
    assertThat(needed(forecast(150, 36, 180), 0, HOUR, 0, 0)).isEqualTo(3);
  }

  @Test
  void allWhereAnHourIsNotKnown() {
    Forecast twoHours = Forecast.of("two hours", List.of(), 0, 2L * HOUR, Duration.ofSeconds(1));

    assertThat(needed(twoHours, 0, HOUR, 0, 0)).isZero();
    assertThat(needed(twoHours, HOUR, 3 * HOUR, 0, 0)).isEqualTo(ALL);
  }
}
