package org.espalier.simulator.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

/** How sure the tasks of machines are, worked by hand. */
class QueueChancesTest {
  private static final HcSystem ONE = TinySystems.of(new Pmf[][] {{TinySystems.either(2, 6)}});

  /**
   * Two tasks arrive at once on a machine that takes 2 or 6 ticks. The first is to be done by 4, a
   * chance of 0.5; the second is sure. When the first has left only the second one is there. So the
   * means are (0.75 + 1) / 2 and (0.5 + 1) / 2.
   */
  private static QueueChances chances(boolean looks) {
    PolicySettings settings = PolicySettings.THESIS;
    Workload workload = new Workload("two", List.of(new Task(0, 0, 0, 4), new Task(1, 0, 0, 100)));
    QueueChances.Watch watch =
        new QueueChances.Watch(
            PolicyRegistry.builtIn().find("FCFS").orElseThrow().create(settings),
            TimeSpan.ALWAYS,
            looks);
    CounterStream times = new CounterStream(1, 1, ONE.pet());
    EventEngine.run(new Trial(ONE, settings.rules(), workload, times), watch);
    return watch.means();
  }

  @Test
  void areMeansOverTheEventsThatLeaveTasks() {
    assertThat(chances(true)).isEqualTo(new QueueChances(0.875, 0.75));
  }

  @Test
  void areUnknownWhereNobodyLooks() {
    assertThat(chances(false)).isEqualTo(QueueChances.NONE);
  }
}
