package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.Test;

/** A machine that is away takes nothing, and keeps what was handed to it. */
class AwayMachineTest {
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start();

  AwayMachineTest() {
    cluster.tellLater();
  }

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));
  }

  private long submit(int milliseconds, Duration deadline) {
    Submission submission =
        new Submission("type-0", Map.of("ms", Integer.toString(milliseconds)), Optional.empty());
    return scheduler
        .submit(List.of(new TaskRequest(submission, new TaskRequest.In(deadline))))
        .getFirst()
        .task()
        .id();
  }

  /** A task that runs on the first machine, since the other takes none. */
  private long running(int milliseconds, Duration deadline) {
    scheduler.drain("machine-1");
    long id = submit(milliseconds, deadline);
    turn(5);
    assertThat(state(id)).isEqualTo(TaskState.RUNNING);
    return id;
  }

  private void turn(int milliseconds) {
    time.turn(Duration.ofMillis(milliseconds));
  }

  private TaskState state(long id) {
    return scheduler.task(id).orElseThrow().state();
  }

  private MachineState machine() {
    turn(500); // an overview may be old
    return scheduler.overview().machines().getFirst();
  }

  @Test
  void itTakesNothingAndSaysSinceWhenAndWhy() {
    scheduler.drain("machine-1");
    cluster.depart("machine-0");
    long id = submit(50, Duration.ofHours(1));
    turn(1000);

    assertThat(state(id)).isEqualTo(TaskState.QUEUED);
    assertThat(machine().condition()).matches("away since \\S+Z: out of reach");
    assertThat(machine().activity()).isEqualTo(Activity.AWAY);

    cluster.comeBack("machine-0");
    turn(100);
    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
    assertThat(machine().condition()).isEqualTo("ready");
  }

  @Test
  void whatWaitsForItGoesElsewhere() {
    long first = running(400, Duration.ofHours(1));
    long second = submit(50, Duration.ofHours(1));
    turn(5);
    cluster.depart("machine-0");

    scheduler.resume("machine-1");
    turn(100);

    assertThat(state(first)).isEqualTo(TaskState.RUNNING);
    assertThat(state(second)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void whatEndedInTimeIsOnTimeHoweverLateThatIsTold() {
    long id = running(100, Duration.ofMillis(300));
    cluster.depart("machine-0");
    turn(2000);
    assertThat(state(id)).isEqualTo(TaskState.RUNNING);

    cluster.comeBack("machine-0");
    turn(10);

    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
    assertThat(scheduler.task(id).orElseThrow().ending().orElseThrow().time()).isLessThan(200);
  }

  @Test
  void whatIsStoppedAtItsDeadlineIsEvictedAlsoWhereTheClockOfItsMachineIsSlow() {
    cluster.beSlowBy(Duration.ofMillis(10));
    long id = running(10_000, Duration.ofMillis(300));
    turn(500);

    LiveTask task = scheduler.task(id).orElseThrow();
    assertThat(task.ending().orElseThrow().fate()).isEqualTo(Fate.EVICTED);
    assertThat(task.ending().orElseThrow().time()).isLessThan(task.deadline());
  }

  @Test
  void whatIsOverdueIsStoppedWhenItIsBack() {
    long id = running(10_000, Duration.ofMillis(300));
    cluster.depart("machine-0");
    turn(1000);
    assertThat(state(id)).isEqualTo(TaskState.RUNNING);

    cluster.comeBack("machine-0");
    turn(10);

    assertThat(state(id)).isEqualTo(TaskState.EVICTED);
    assertThat(cluster.running()).isEmpty();
  }

  @Test
  void whatIsTakenBackMeanwhileIsStoppedThen() {
    long id = running(10_000, Duration.ofHours(1));
    cluster.depart("machine-0");
    turn(10);

    LiveTask answer = scheduler.cancel(id);

    assertThat(answer.state()).isEqualTo(TaskState.RUNNING);
    assertThat(answer.stopping()).contains(Fate.CANCELLED);
    assertThat(scheduler.cancel(id).stopping()).as("once more").contains(Fate.CANCELLED);
    assertThat(cluster.running()).hasSize(1);
    cluster.comeBack("machine-0");
    turn(10);
    assertThat(state(id)).isEqualTo(TaskState.CANCELLED);
    assertThat(cluster.running()).isEmpty();
  }

  /** What its machine tells counts, and not what was decided before that was heard. */
  @Test
  void whatEndedBeforeItWasTakenBackLeavesAsItEnded() {
    long id = running(100, Duration.ofHours(1));
    cluster.depart("machine-0");
    turn(1000);
    scheduler.cancel(id);

    cluster.comeBack("machine-0");
    turn(10);

    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void theNextServiceStopsWhatTheFirstWasStopping() {
    long id = running(10_000, Duration.ofHours(1));
    cluster.depart("machine-0");
    turn(10);
    scheduler.cancel(id);
    scheduler.close();

    scheduler = start();
    assertThat(scheduler.task(id).orElseThrow().stopping()).contains(Fate.CANCELLED);
    cluster.comeBack("machine-0");
    turn(10);

    assertThat(state(id)).isEqualTo(TaskState.CANCELLED);
    assertThat(cluster.running()).isEmpty();
  }

  @Test
  void anOperatorsWordStandsBesideIt() {
    cluster.depart("machine-0");
    turn(10);
    scheduler.drain("machine-0");
    scheduler.resume("machine-0");
    scheduler.drain("machine-1");
    long id = submit(50, Duration.ofHours(1));
    turn(500);
    assertThat(state(id)).isEqualTo(TaskState.QUEUED);

    scheduler.drain("machine-0");
    cluster.comeBack("machine-0");
    turn(500);
    assertThat(state(id)).isEqualTo(TaskState.QUEUED);
    assertThat(machine().condition()).isEqualTo("drained");
  }

  @Test
  void theNextServiceKnowsWhoHadItAndThatItIsAway() {
    cluster.comeBack("machine-0");
    long id = running(100, Duration.ofMillis(300));
    cluster.depart("machine-0");
    cluster.comeBack("machine-0");
    turn(10);
    assertThat(store.resume().facts()).containsEntry("holder.machine-0", "cluster");
    cluster.depart("machine-0");
    scheduler.close();
    turn(1000);

    scheduler = start();
    turn(1000);
    assertThat(state(id)).isEqualTo(TaskState.RUNNING);
    assertThat(machine().activity()).isEqualTo(Activity.AWAY);

    cluster.comeBack("machine-0");
    turn(10);
    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void oneThatIsKnownToComeBackIsFreeForPoliciesByThen() {
    scheduler.drain("machine-1");
    cluster.depart("machine-0", Duration.ofMillis(800));
    turn(5);
    long id = submit(50, Duration.ofHours(1));
    turn(400);

    assertThat(state(id)).isEqualTo(TaskState.QUEUED);
    assertThat(store.journal(0, 1000))
        .extracting(line -> line.json())
        .anyMatch(line -> line.contains("\"usual\":800"))
        .anyMatch(line -> line.contains("\"clearing\""));
    assertThat(machine().condition()).matches("away since \\S+Z until \\S+Z: it is off");
    assertThat(machine().activity()).isEqualTo(Activity.AWAY);
    assertThat(cluster.running()).isEmpty();

    cluster.comeBack("machine-0");
    turn(100);
    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
    assertThat(machine().condition()).isEqualTo("ready");
  }

  @Test
  void oneThatGoesWhileItRunsIsAwaitedFromThenOn() {
    long first = running(400, Duration.ofHours(1));
    long second = submit(50, Duration.ofHours(1));
    turn(5);
    cluster.depart("machine-0", Duration.ofMillis(800));
    turn(5);
    assertThat(state(second)).as("given back").isEqualTo(TaskState.QUEUED);
    turn(500);

    assertThat(state(first)).isEqualTo(TaskState.COMPLETED);
    assertThat(state(second)).isEqualTo(TaskState.QUEUED);
    cluster.comeBack("machine-0");
    turn(100);
    assertThat(state(second)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void theJournalTellsIt() {
    long id = running(100, Duration.ofMillis(300));
    cluster.depart("machine-0");
    turn(1000);
    cluster.comeBack("machine-0");
    turn(10);
    scheduler.close();

    assertThat(store.journal(0, 1000))
        .extracting(line -> line.json())
        .filteredOn(line -> line.contains("\"stopping\""))
        .hasSize(1);
    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
  }
}
