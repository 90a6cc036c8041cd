package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Ending;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.simulator.replay.RecordedRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Task types and machines are taken out of the configuration of a service, and put back. */
class StraysTest {
  static final HcSystem WHOLE = system(List.of("a", "b"), List.of("m-0", "m-1"));
  static final HcSystem WITHOUT_TYPE = system(List.of("a"), List.of("m-0", "m-1"));
  static final HcSystem WITHOUT_MACHINE = system(List.of("a", "b"), List.of("m-0"));

  final MemoryStore store = new MemoryStore();
  final ManualTime time = new ManualTime();
  final ScriptedCluster cluster = LiveFixtures.cluster(WHOLE, time);
  private Retry retry = Retry.NEVER;
  LiveScheduler scheduler = start(WHOLE);

  /** Machines of a type of its own each; all take 40 to 60 ms. */
  private static HcSystem system(List<String> types, List<String> machines) {
    return system(types, machines, (type, machine) -> true);
  }

  private interface Pairs {
    boolean canRun(String type, String machine);
  }

  private static HcSystem system(List<String> types, List<String> machines, Pairs pairs) {
    List<TaskType> taskTypes = new ArrayList<>();
    List<MachineType> machineTypes = new ArrayList<>();
    List<Machine> all = new ArrayList<>();
    Pmf[][][] cells = new Pmf[types.size()][machines.size()][1];
    for (String name : machines) {
      machineTypes.add(new MachineType(all.size(), "of " + name));
      all.add(new Machine(all.size(), name, machineTypes.getLast()));
    }
    for (String name : types) {
      for (Machine machine : all) {
        if (pairs.canRun(name, machine.name())) {
          cells[taskTypes.size()][machine.id()][0] = Pmf.of(40, 10, 0.25, 0.5, 0.25);
        }
      }
      taskTypes.add(new TaskType(taskTypes.size(), name));
    }
    return new HcSystem(
        "system", Duration.ofMillis(1), taskTypes, machineTypes, all, PetMatrix.of(cells));
  }

  private LiveScheduler start(HcSystem system) {
    return LiveFixtures.turned(time, cluster, store, settings(system));
  }

  final SchedulerSettings settings(HcSystem system) {
    return new SchedulerSettings(
        system,
        PolicySettings.JOURNAL.rules(),
        LiveFixtures.policies(),
        "MM",
        new LiveFixtures.TimedCommands(type -> retry),
        20,
        2000);
  }

  /** By a restart, which a reload of the configuration is to do as well. */
  void startAnew(HcSystem system) {
    scheduler.close();
    time.driveNothing();
    scheduler = start(system);
    time.turn(Duration.ofMillis(1));
  }

  @AfterEach
  void theJournalReplays() {
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    List<Journal.Entry> journal = Journals.read(store);
    assertThat(RecordedRun.of(journal).last().time()).isEqualTo(journal.getLast().time());
    assertThat(cluster.violations()).isEmpty();
  }

  private long submit(String type, Duration deadline) {
    Submission submission =
        new Submission(type, Map.of("ms", ScriptedCluster.ENDLESS), Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(deadline));
    long id = scheduler.submit(List.of(request)).getFirst().task().id();
    time.turn(Duration.ofMillis(1));
    return id;
  }

  final long submit(String type) {
    return submit(type, Duration.ofMinutes(5));
  }

  final LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private Ending ending(long id) {
    return task(id).ending().orElseThrow();
  }

  final void exit(long id, int status) {
    cluster.exit(new LaunchId(id, task(id).attempts()), status);
    time.turn(Duration.ofMillis(1));
  }

  /** A task of type b that waits: both machines are taken. */
  final long waitingBehindTwo() {
    submit("a");
    submit("a");
    long waiting = submit("b");
    assertThat(cluster.running()).hasSize(2);
    return waiting;
  }

  @Test
  void whatWaitsOfATypeThatIsGoneWaitsUntilTheTypeIsBack() {
    long id = waitingBehindTwo();

    startAnew(WITHOUT_TYPE);
    exit(0, 0);

    assertThat(task(id).state()).isEqualTo(TaskState.QUEUED);
    assertThat(scheduler.overview().notices())
        .containsExactly(
            "1 task of type b, waiting: task type b is not configured; configure that again, or"
                + " cancel what waits");
    assertThat(scheduler.waiting(id).orElseThrow().reason())
        .isEqualTo("task type b is not configured; it waits until that is, or a user cancels it");
    assertThat(task(0).state()).isEqualTo(TaskState.COMPLETED);
    startAnew(WHOLE);
    assertThat(task(id).state()).isEqualTo(TaskState.RUNNING);
    exit(id, 0);
    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
    assertThat(scheduler.overview().notices()).isEmpty();
  }

  @Test
  void whatWaitsOfATypeThatIsGoneCanBeCancelled() {
    long id = waitingBehindTwo();
    startAnew(WITHOUT_TYPE);

    assertThat(scheduler.cancel(id).state()).isEqualTo(TaskState.CANCELLED);

    assertThat(scheduler.overview().notices()).isEmpty();
    assertThat(scheduler.history(id).getLast().json())
        .contains("left-unmanaged", "\"fate\":\"cancelled\"");
  }

  @Test
  void deadlinesHoldForWhatHasNoPlace() {
    submit("a");
    long running = submit("b", Duration.ofSeconds(20));
    long waiting = submit("b", Duration.ofSeconds(10));
    startAnew(WITHOUT_TYPE);

    time.turn(Duration.ofSeconds(11));
    assertThat(ending(waiting).fate()).isEqualTo(Fate.EXPIRED_IN_BATCH);
    assertThat(task(running).state()).isEqualTo(TaskState.RUNNING);

    time.turn(Duration.ofSeconds(11));
    assertThat(ending(running).fate()).isEqualTo(Fate.EVICTED);
    assertThat(cluster.running()).hasSize(1);
  }

  @Test
  void whatRunsOnAMachineThatIsGoneRunsToItsEnd() {
    submit("a");
    submit("a");
    long id = task(0).run().orElseThrow().machine().equals("m-1") ? 0 : 1;

    startAnew(WITHOUT_MACHINE);

    assertThat(task(id).state()).isEqualTo(TaskState.RUNNING);
    assertThat(scheduler.notice(id)).contains("machine m-1 is not configured; it runs to its end");
    assertThat(scheduler.overview().notices()).hasSize(1);
    time.turn(Duration.ofSeconds(1));
    exit(id, 0);
    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
    assertThat(ending(id).exitCode()).isEqualTo(OptionalInt.of(0));
    assertThat(cluster.begun()).hasSize(2);
    long failed = 1 - id;
    exit(failed, 3);
    assertThat(ending(failed).exitCode()).isEqualTo(OptionalInt.of(3));
  }

  /** Its history does not name machines of now for those of then. */
  @Test
  void theHistoryOfATaskOutlivesItsMachine() {
    long id = submit("a");
    JournalLine started = scheduler.history(id).getLast();
    assertThat(scheduler.machineName(started, 0)).contains("m-0");

    startAnew(system(List.of("a", "b"), List.of("m-1")));

    assertThat(scheduler.machineName(started, 0)).isEmpty();
    startAnew(system(List.of("a"), List.of("m-1")));
    exit(id, 0);
    long next = submit("a");
    assertThat(scheduler.machineName(scheduler.history(next).getLast(), 0)).contains("m-1");
  }

  @Test
  void itCanBeCancelled() {
    submit("a");
    submit("a");
    long id = task(0).run().orElseThrow().machine().equals("m-1") ? 0 : 1;
    startAnew(WITHOUT_MACHINE);

    scheduler.cancel(id);
    time.turn(Duration.ofSeconds(1));

    assertThat(ending(id).fate()).isEqualTo(Fate.CANCELLED);
    assertThat(cluster.running()).hasSize(1);
  }

  @Test
  void whatHasFailedThereRunsAgainWhereItCan() {
    retry = new Retry(1, Duration.ofSeconds(2), Set.of(Retry.Cause.LOST, Retry.Cause.FAILED));
    submit("a");
    submit("a");
    long id = task(0).run().orElseThrow().machine().equals("m-1") ? 0 : 1;
    startAnew(WITHOUT_MACHINE);

    exit(id, 3);

    assertThat(task(id).state()).isEqualTo(TaskState.QUEUED);
    assertThat(task(id).heldUntil()).isPresent();
    exit(1 - id, 0);
    time.turn(Duration.ofSeconds(3));
    assertThat(task(id).run().orElseThrow().machine()).isEqualTo("m-0");
    exit(id, 0);
    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
    assertThat(task(id).attempts()).isEqualTo(2);
  }

  @Test
  void aMachineTakesNothingWhileItRunsWhatHasNoPlace() {
    long id = submit("b");
    String machine = task(id).run().orElseThrow().machine();
    startAnew(WITHOUT_TYPE);

    submit("a");
    submit("a");

    assertThat(cluster.running()).hasSize(2);
    assertThat(scheduler.machine(machine, 1).available()).isFalse();
    assertThat(scheduler.machine(machine, 1).condition()).contains("to its end");
    scheduler.drain(machine);
    scheduler.resume(machine);
    time.turn(Duration.ofMillis(5));
    assertThat(cluster.running()).hasSize(2);
    exit(id, 0);
    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
    assertThat(scheduler.machine(machine, 1).available()).isTrue();
    long next = submit("a");
    assertThat(task(next).run().orElseThrow().machine()).isEqualTo(machine);
  }

  @Test
  void aMachineThatNoLongerRunsATypeRunsWhatItHasBegun() {
    long id = submit("b");
    String machine = task(id).run().orElseThrow().machine();

    startAnew(
        system(
            List.of("a", "b"),
            List.of("m-0", "m-1"),
            (type, name) -> type.equals("a") || !name.equals(machine)));

    assertThat(scheduler.notice(id).orElseThrow())
        .startsWith("machine %s no longer runs tasks of type b".formatted(machine));
    exit(id, 0);
    assertThat(ending(id).fate()).isEqualTo(Fate.ON_TIME);
  }
}
