package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.Invocation;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two machines run tasks that take an hour; a task is believed to take 4 to 6 s on them. A client
 * need not wait for its deadline where none of them can complete its task before that.
 */
class HopelessInvocationTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String WHY = "no machine can complete it in time";

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final HcSystem system = secondsFor(LiveFixtures.system());
  private final ScriptedCluster cluster = LiveFixtures.cluster(system, time);
  private LiveScheduler scheduler;

  private static HcSystem secondsFor(HcSystem milliseconds) {
    return new HcSystem(
        milliseconds.name(),
        Duration.ofMillis(100),
        milliseconds.taskTypes(),
        milliseconds.machineTypes(),
        milliseconds.machines(),
        milliseconds.pet());
  }

  private void begin(String policy) {
    SchedulerSettings usual = LiveFixtures.settings(LiveFixtures.policies(), policy, 20, false);
    SchedulerSettings settings =
        new SchedulerSettings(
            system,
            usual.rules(),
            usual.policies(),
            policy,
            usual.commands(),
            usual.batchCapacity(),
            usual.patience());
    scheduler = LiveFixtures.turned(time, cluster, store, settings);
    submit(HOUR);
    submit(HOUR);
    time.turn(Duration.ofMillis(100));
    assertThat(cluster.begun()).hasSize(2);
  }

  /** However it goes, the journal says all that led there. */
  @AfterEach
  void checkAll() {
    scheduler.close();
    assertThat(cluster.violations()).isEmpty();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private static TaskRequest request(Duration deadline) {
    Submission submission = new Submission("type-0", Map.of("ms", "3600000"), Optional.empty());
    return new TaskRequest(submission, new TaskRequest.In(deadline));
  }

  private long submit(Duration deadline) {
    return scheduler.submit(List.of(request(deadline))).getFirst().task().id();
  }

  private long invoke(int milliseconds) {
    return scheduler.invoke(
        request(Duration.ofMillis(milliseconds)),
        new Invocation(new byte[0], Optional.empty(), bytes -> true));
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private List<Long> refused() {
    return Journals.read(store).stream()
        .filter(Journal.Refused.class::isInstance)
        .map(entry -> (long) ((Journal.Refused) entry).task().id())
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"FCFS", "MM", "EDF", "JIT"})
  void whatNoMachineCanCompleteInTimeIsRefusedAtOnce(String policy) {
    begin(policy);
    long hopeless = invoke(7_500);
    long mayBe = invoke(8_500);

    assertThat(task(hopeless).state()).isEqualTo(TaskState.DROPPED);
    assertThat(task(hopeless).ending().orElseThrow().detail()).contains(WHY);
    assertThat(task(mayBe).ending()).isEmpty();
    assertThat(refused()).containsExactly(hopeless);
    assertThat(cluster.begun()).as("no machine time").hasSize(2);
  }

  /** They are expected to end after 6 s at the latest, and do not. */
  @ParameterizedTest
  @ValueSource(strings = {"FCFS", "MM", "EDF", "JIT"})
  void whatBecomesHopelessIsRefusedWithinASecond(String policy) {
    begin(policy);
    long id = invoke(20_000);

    time.turn(Duration.ofSeconds(15));
    assertThat(task(id).ending()).isEmpty();
    time.turn(Duration.ofSeconds(2));

    assertThat(task(id).ending().orElseThrow().detail()).contains(WHY);
    assertThat(refused()).containsExactly(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FCFS", "MM", "EDF", "JIT"})
  void machinesThatAreAwayMayComeBack(String policy) {
    begin(policy);
    scheduler.drain("machine-0");
    scheduler.drain("machine-1");
    long id = invoke(7_500);

    time.turn(Duration.ofMillis(1_500));
    assertThat(task(id).ending()).isEmpty();
    scheduler.resume("machine-0");
    time.turn(Duration.ofMillis(100));
    if (policy.equals("JIT")) {
      assertThat(task(id).ending()).as("it waits for either").isEmpty();
      scheduler.resume("machine-1");
      time.turn(Duration.ofSeconds(1));
    }

    assertThat(refused()).containsExactly(id);
  }

  @Test
  void whatNobodyWaitsForMayWaitToItsDeadline() {
    begin("FCFS");
    long id = submit(Duration.ofMillis(7_500));

    time.turn(Duration.ofSeconds(7));

    assertThat(task(id).ending()).isEmpty();
    assertThat(refused()).isEmpty();
  }
}
