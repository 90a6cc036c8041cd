package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.HcSystem;
import org.espalier.core.pmf.Pmf;
import org.espalier.report.GanttTask;
import org.espalier.report.MachineUse;
import org.espalier.simulator.run.TracedTask;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

/**
 * What a report shows of a trial on 60 machines: machines 0 to 29 of one type, 30 to 59 of another.
 */
class TraceExcerptTest {
  private static final HcSystem SYSTEM =
      TinySystems.of(
          new Pmf[][] {{Pmf.of(1, 1, 1), Pmf.of(1, 1, 1)}},
          IntStream.range(0, 60).map(machine -> machine / 30).toArray());

  private static TracedTask ran(int id, int machine, long start, long exit, Fate fate) {
    return new TracedTask(id, 0, 0, 50, machine, 0, start, exit, fate);
  }

  private static TracedTask unmapped(int id) {
    return new TracedTask(id, 0, 0, 50, -1, 0, -1, 60, Fate.EXPIRED_IN_BATCH);
  }

  @Test
  void thoseOfEachTypeWithMostMissesAreShownByType() {
    List<TracedTask> tasks = new ArrayList<>();
    tasks.add(ran(0, 59, 0, 60, Fate.LATE));
    tasks.add(ran(1, 7, 0, 10, Fate.ON_TIME));
    tasks.add(ran(2, 5, 0, 10, Fate.ON_TIME));
    tasks.add(ran(3, 5, 10, 60, Fate.EVICTED));
    IntStream.range(8, 30).forEach(m -> tasks.add(ran(4 + m, m, 10, 20, Fate.ON_TIME)));

    TraceExcerpt excerpt = new TraceExcerpt(SYSTEM, tasks);

    // 20 of each type: a miss comes before tasks on time, these before none, then the system's
    // order
    List<Integer> shown =
        Stream.of(
                Stream.of(5, 7),
                IntStream.range(8, 26).boxed(),
                Stream.of(59),
                IntStream.range(30, 49).boxed())
            .flatMap(each -> each)
            .toList();
    assertThat(excerpt.machines())
        .isEqualTo(shown.stream().map(m -> SYSTEM.machines().get(m).name()).toList());
    assertThat(excerpt.tasks())
        .contains(ran(0, 59, 0, 60, Fate.LATE).inRow(20), ran(3, 5, 10, 60, Fate.EVICTED).inRow(0))
        .hasSize(4 + 18);
  }

  @Test
  void theUseOfAllMachinesIsCounted() {
    // to 400 in 200 spans of 2 ticks: 15 of 30 machines from 3 to 8, all of the others to the end
    List<TracedTask> tasks = new ArrayList<>();
    IntStream.range(0, 15).forEach(m -> tasks.add(ran(m, m, 3, 8, Fate.ON_TIME)));
    IntStream.range(30, 60).forEach(m -> tasks.add(ran(m, m, 0, 400, Fate.LATE)));
    tasks.add(new TracedTask(99, 0, 0, 50, 0, 0, -1, 70, Fate.EXPIRED_IN_QUEUE));

    List<MachineUse> use = new TraceExcerpt(SYSTEM, tasks).use();

    assertThat(use).extracting(MachineUse::machines).containsExactly(30, 30);
    assertThat(use).extracting(MachineUse::span).containsExactly(2L, 2L);
    assertThat(use.getFirst().shares()).hasSize(200).startsWith(0.0, 0.25, 0.5, 0.5, 0.0);
    assertThat(use.getLast().shares()).hasSize(200).containsOnly(1.0);
  }

  @Test
  void tasksThatWereNeverMappedAreThinnedOut() {
    List<TracedTask> tasks = IntStream.range(0, 7000).mapToObj(TraceExcerptTest::unmapped).toList();

    TraceExcerpt excerpt = new TraceExcerpt(SYSTEM, tasks);

    assertThat(excerpt.tasks())
        .hasSize(1750)
        .contains(
            unmapped(0).inRow(GanttTask.NONE),
            unmapped(4).inRow(GanttTask.NONE),
            unmapped(6996).inRow(GanttTask.NONE));
    assertThat(excerpt.text("tasks/pam-1.csv"))
        .contains("all 60", "40 machines", "one in 4 is shown", "tasks/pam-1.csv");
  }

  @Test
  void machinesWithVeryManyTasksAreFewer() {
    List<TracedTask> tasks = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      tasks.add(ran(i, i % 60, i, i + 1, i + 1 <= 50 ? Fate.ON_TIME : Fate.LATE));
    }

    TraceExcerpt excerpt = new TraceExcerpt(SYSTEM, tasks);

    assertThat(excerpt.machines()).hasSize(20); // with 1,000 tasks each
    assertThat(excerpt.tasks()).hasSize(20_000);
  }
}
