package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.energy.SpentEnergy;
import org.espalier.core.model.ApcMatrix;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A live service with 20 kJ for each hour of the day. Its two machines draw 100 W for tasks of type
 * 0, which take a minute and 6 kJ: three of them fit. It is first started at 0:30.
 */
class LiveEnergyBudgetTest {
  private static final long MINUTE = 60_000;
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final Map<PolicySetting, String> BUDGET =
      Map.of(PolicyOption.ENERGY_BUDGET, "20 kJ", PolicyOption.ENERGY_PERIOD, "1 h");

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final HcSystem system = system();
  private final ScriptedCluster cluster = LiveFixtures.cluster(system, time);
  private LiveScheduler scheduler = startAtHalfPast();

  private static HcSystem system() {
    MachineType type = new MachineType(0, "m", 0, 0, 10);
    return new HcSystem(
        "budgeted",
        Duration.ofMillis(1),
        List.of(new TaskType(0, "type-0"), new TaskType(1, "type-1")),
        List.of(type),
        List.of(new Machine(0, "m0", type), new Machine(1, "m1", type)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{MINUTE}}, {{MINUTE}}}, 1),
        Optional.of(ApcMatrix.of(new double[][][] {{{100}}, {{50}}})));
  }

  private LiveScheduler startAtHalfPast() {
    time.setWallClock(Duration.ofMinutes(30));
    return start();
  }

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time, cluster, store, LiveFixtures.budgeted(system, "Max-Max-Util", BUDGET));
  }

  @AfterEach
  void stop() {
    scheduler.close();
  }

  /** The process is gone without a word; another one begins on what is durable. */
  private void crash() {
    time.driveNothing();
    scheduler = start();
  }

  private long submit() {
    return submit(Duration.ofHours(20));
  }

  private long submit(Duration deadline) {
    Map<String, String> parameters = Map.of("ms", Long.toString(MINUTE));
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(deadline));
    return scheduler.submit(List.of(request)).getFirst().task().id();
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private EnergyStanding standing() {
    time.turn(Duration.ofSeconds(2));
    return scheduler.overview().energyBudget().orElseThrow();
  }

  /** The hour of the first start began half an hour before, at tick 0. */
  @Test
  void periodsBeginOnTheClock() {
    EnergyStanding standing = standing();

    assertThat(standing.start()).isEqualTo(-30 * MINUTE);
    assertThat(standing.end()).isEqualTo(30 * MINUTE);
    assertThat(standing.remainingJoules()).isEqualTo(20e3);
  }

  @Test
  void whatDoesNotFitWaitsForTheNextPeriodThoughNothingElseHappens() {
    for (int i = 0; i < 4; i++) {
      submit();
    }
    assertThat(standing().pendingJoules()).isEqualTo(18e3);
    time.turn(Duration.ofMinutes(10));

    assertThat(standing().spentJoules()).isCloseTo(18e3, within(1e-6));
    assertThat(task(3).state()).isEqualTo(TaskState.QUEUED);
    assertThat(scheduler.overview().energyJoules()).hasValueCloseTo(18e3, within(1e-6));

    time.turn(Duration.ofMinutes(25));
    assertThat(task(3).run().orElseThrow().start()).isEqualTo(30 * MINUTE);
    assertThat(standing().spentJoules()).isCloseTo(6e3, within(1e-6));
  }

  /** Before noon a task costs a tenth of a cent, after it three times that. */
  @Test
  void whyATaskWaitsIsToldInWhatItsBudgetIsGivenIn() {
    scheduler.close();
    Map<PolicySetting, String> money =
        Map.of(
            PolicyOption.ENERGY_BUDGET,
            "0.0025 money",
            PolicyOption.ENERGY_PERIOD,
            "day",
            PolicyOption.ENERGY_ZONE,
            "UTC",
            PolicyOption.ENERGY_PRICE,
            "0.6 1.8");
    scheduler =
        LiveFixtures.turned(
            time, cluster, new MemoryStore(), LiveFixtures.budgeted(system, "Max-Max-Util", money));
    for (int i = 0; i < 3; i++) {
      submit(Duration.ofHours(40));
    }
    time.turn(Duration.ofSeconds(2));

    assertThat(scheduler.waiting(2).orElseThrow().reason())
        .isEqualTo(
            "it takes 0.00100 money at least, and 0.000500 money are left of the energy budget;"
                + " it waits for the next period or a lower price");
  }

  @Test
  void monitoringSeesEnergyBesideItsBudget() {
    for (int i = 0; i < 4; i++) {
      submit();
    }
    standing();
    assertThat(metric("budget")).isEqualTo(20e3);
    assertThat(metric("spent")).isZero();
    assertThat(metric("pending")).isEqualTo(18e3);
    assertThat(metric("left")).isEqualTo(2e3);

    time.turn(Duration.ofMinutes(10));
    standing();
    assertThat(metric("spent")).isCloseTo(18e3, within(1e-6));
    assertThat(metric("left")).isCloseTo(2e3, within(1e-6));
    assertThat(scheduler.metrics())
        .contains("espalier_energy_used_joules 18")
        .doesNotContain("period=\"whole\"");
  }

  private double metric(String name) {
    String start = "espalier_energy_%s{period=\"present\",unit=\"J\"} ".formatted(name);
    return scheduler
        .metrics()
        .lines()
        .filter(line -> line.startsWith(start))
        .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
        .sum();
  }

  @Test
  void aCrashForgetsNothingThatWasSpent() {
    for (int i = 0; i < 3; i++) {
      submit();
    }
    time.turn(Duration.ofMinutes(5));
    crash();

    assertThat(standing().spentJoules()).isCloseTo(18e3, within(1e-6));
    long later = submit();
    time.turn(Duration.ofMinutes(5));
    assertThat(task(later).state()).isEqualTo(TaskState.QUEUED);
    crash(); // while it waits for the next period
    time.turn(Duration.ofMinutes(20));
    assertThat(task(later).run().orElseThrow().start()).isEqualTo(30 * MINUTE);
    time.turn(Duration.ofMinutes(60));
    crash(); // in another period
    assertThat(standing().spentJoules()).isZero();
    assertReplays(3);
  }

  @Test
  void anotherPolicyGoesOnWithWhatIsLeft() {
    for (int i = 0; i < 3; i++) {
      submit();
    }
    time.turn(Duration.ofMinutes(5));
    scheduler.switchPolicy("Max-Max-UPE", Map.of());
    scheduler.switchPolicy("MM", Map.of());
    long later = submit();
    time.turn(Duration.ofMinutes(5));

    assertThat(task(later).state()).isEqualTo(TaskState.QUEUED);
    assertThat(standing().spentJoules()).isCloseTo(18e3, within(1e-6));
    assertReplays(0);
  }

  /** The journal replays to the same decisions, and says what had been spent at each start. */
  private void assertReplays(int restarts) {
    List<Journal.Entry> journal =
        JournalFiles.read(
            Path.of("journal"),
            store.journal(0, Integer.MAX_VALUE).stream().map(JournalLine::json));
    assertThat(JournalDriver.run(journal, new RegisteredPolicies(REGISTRY)).difference()).isEmpty();
    List<SpentEnergy> spent =
        journal.stream()
            .filter(Journal.Began.class::isInstance)
            .map(entry -> ((Journal.Began) entry).spent().orElseThrow())
            .toList();
    assertThat(spent).hasSize(1 + restarts);
    assertThat(spent.getFirst()).isEqualTo(new SpentEnergy(-30 * MINUTE, 0, 0));
  }
}
