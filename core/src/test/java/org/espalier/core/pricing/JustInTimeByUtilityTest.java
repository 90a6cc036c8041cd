package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.Test;

/** What is mapped in an event where tasks earn utility; there is one each 100 ticks. */
class JustInTimeByUtilityTest {
  private static final AllocationRules RULES =
      new AllocationRules(
          new TaskManagement.PendingSlot(),
          DroppingScope.NONE,
          DeadlineKind.SOFT,
          new Trigger(0, false, 100));

  /** The tasks that are mapped of some that take so long on the one machine, by their worth. */
  private static List<Integer> mapped(int ticks, double... worths) {
    return mappedUntil(TimeSpan.NEVER, ticks, worths);
  }

  /** The same where the machine goes at a time, as with the job in which it is. */
  private static List<Integer> mappedUntil(long until, int ticks, double... worths) {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(ticks, 1)}}), RULES);
    scene.manager().live().stopTimes(0, 0, new StopTimes(0, 0, false, until));
    List<Integer> mapped = new ArrayList<>();
    JustInTimeByUtility policy =
        new JustInTimeByUtility(JustInTimeOptions.NONE, Forecast.NONE, EnergySettings.NONE);
    scene.to(session -> {
      policy.map(session);
      session.decisions().stream()
          .filter(Decision.Assign.class::isInstance)
          .forEach(decision -> mapped.add(decision.task().id()));
    });
    for (int id = 0; id < worths.length; id++) {
      UtilityPoints points =
          new UtilityPoints(List.of(new Point(0, worths[id]), new Point(10_000, 0)));
      scene.arrive(100, new Task(id, 0, 100, Task.NO_DEADLINE, points));
    }
    scene.settle(100);
    return mapped;
  }

  @Test
  void whatWouldStartBeforeTheNextEventIsMapped() {
    assertThat(mapped(40, 5, 5, 5, 5)).as("at 100, 140 and 180").hasSize(3);
    assertThat(mapped(200, 5, 5, 5, 5)).hasSize(1);
  }

  @Test
  void nothingIsMappedThatWouldStillRunWhenItsMachineGoes() {
    assertThat(mappedUntil(185, 40, 5, 5, 5, 5)).as("at 100 and 140").hasSize(2);
    assertThat(mappedUntil(139, 40, 5, 5, 5, 5)).isEmpty();
  }

  @Test
  void whatIsWorthMoreComesFirst() {
    assertThat(mapped(200, 1, 9, 2)).containsExactly(1);
  }
}
