package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.energy.EnergyStanding;
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
import org.espalier.service.live.Run;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RecordedRun;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A year of a live service with a budget of money for each day or month; a sample is 40 days.
 * Energy is three times as dear after noon, by the clock of a place that sets it meanwhile. The
 * service dies now and then. Two machines draw 100 W for tasks that are expected to take an hour;
 * more come than the budget has room for.
 */
class LiveBudgetYearTest {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Duration HOUR = Duration.ofHours(1);
  private static final double WATTS = 100;
  private static final double MORNING = 0.05;
  private static final double AFTERNOON = 0.15;
  private static final int DAYS = TestSample.isFull() ? 365 : 40;

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final HcSystem system = system();
  private final ScriptedCluster cluster = LiveFixtures.cluster(system, time);

  private static HcSystem system() {
    MachineType type = new MachineType(0, "m", 0, 0, 10);
    return new HcSystem(
        "budgeted",
        Duration.ofMillis(1),
        List.of(new TaskType(0, "type-0")),
        List.of(type),
        List.of(new Machine(0, "m0", type), new Machine(1, "m1", type)),
        PetMatrix.ofExecutionTimes(new long[][][] {{{HOUR.toMillis()}}}, 1),
        Optional.of(ApcMatrix.of(new double[][][] {{{WATTS}}})));
  }

  /** What money is for. Tasks that come cost 0.12 a day. */
  private enum Period {
    DAY(0.05, "uuuu-MM-dd"),
    MONTH(1.5, "uuuu-MM");

    private final double budget;
    private final DateTimeFormatter name;

    Period(double budget, String name) {
      this.budget = budget;
      this.name = DateTimeFormatter.ofPattern(name, Locale.ROOT);
    }
  }

  private LiveScheduler start(String policy, Period period) {
    Map<PolicySetting, String> budget =
        Map.of(
            PolicyOption.ENERGY_BUDGET,
            period.budget + " money",
            PolicyOption.ENERGY_PERIOD,
            period.name().toLowerCase(Locale.ROOT),
            PolicyOption.ENERGY_ZONE,
            ZONE.getId(),
            PolicyOption.ENERGY_PRICE,
            MORNING + " " + AFTERNOON);
    return LiveFixtures.turned(time, cluster, store, LiveFixtures.budgeted(system, policy, budget));
  }

  private static Stream<Arguments> policies() {
    List<Arguments> all =
        List.of(
            Arguments.of("Max-Max-Util", 0, Period.MONTH),
            Arguments.of("JIT", 0, Period.DAY),
            Arguments.of("Max-Max-Util", 0.5, Period.DAY),
            Arguments.of("JIT", 0.5, Period.MONTH));
    return TestSample.of(1, all.size()).mapToObj(all::get);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void noBudgetIsExceededByMoreThanWhatRanAtItsEnd(String policy, double spread, Period period) {
    Random random = new Random(7);
    List<Long> tasks = new ArrayList<>();
    time.restFor(Duration.ofSeconds(60));
    time.setWallClock(Duration.ofDays(22)); // to 26 October, the day before the clock is set
    LiveScheduler scheduler = start(policy, period);
    for (int day = 0; day < DAYS; day++) {
      for (int n = 0; n < 12; n++) {
        double factor = 1 + spread * (2 * random.nextDouble() - 1);
        tasks.add(submit(scheduler, Math.round(HOUR.toMillis() * factor)));
        time.turn(Duration.ofMinutes(110 + random.nextInt(20)));
      }
      if (day % 4 == 1) {
        time.driveNothing();
        scheduler = start(policy, period);
      }
    }
    NavigableMap<String, Double> spent = new TreeMap<>();
    List<LiveTask> ran = new ArrayList<>();
    for (long id : tasks) {
      LiveTask task = scheduler.task(id).orElseThrow();
      if (task.ending().isPresent() && task.run().filter(Run::hasStarted).isPresent()) {
        ran.add(task);
      }
    }
    for (LiveTask task : ran) {
      spend(
          scheduler.timeline().instant(task.run().orElseThrow().start()),
          scheduler.timeline().instant(task.ending().orElseThrow().time()),
          period.name,
          spent);
    }
    EnergyStanding standing = scheduler.overview().energyBudget().orElseThrow();
    scheduler.close();

    double mostRunning = 2 * (1 + spread) * WATTS / 1000 * AFTERNOON;
    double overrun = spread == 0 ? 1e-9 : mostRunning;
    assertThat(standing.account().unit()).isEqualTo("money");
    assertThat(standing.account().perJoule() * standing.account().budgetJoules())
        .isCloseTo(period.budget, within(1e-9));
    assertThat(standing.account().beforeJoules() > 0).isEqualTo(period == Period.MONTH);
    assertThat(spent.values())
        .allSatisfy(money -> assertThat(money).isLessThan(period.budget + overrun));
    // of the first and the last period the service may not have had all
    assertThat(spent.tailMap(spent.firstKey(), false).headMap(spent.lastKey(), false).values())
        .hasSizeGreaterThanOrEqualTo(DAYS / 32)
        .satisfies(whole ->
            assertThat(whole.stream().mapToDouble(money -> money / period.budget).average())
                .hasValueCloseTo(1.0, within(0.1)));
    List<Journal.Entry> journal =
        JournalFiles.read(
            Path.of("journal"),
            store.journal(0, Integer.MAX_VALUE).stream().map(JournalLine::json));
    RegisteredPolicies policies = new RegisteredPolicies(REGISTRY);
    assertThat(JournalDriver.run(journal, policies).difference()).isEmpty();
    assertThat(policies.mostOfBudget(RecordedRun.of(journal), journal).share())
        .isCloseTo(Collections.max(spent.values()) / period.budget, within(1e-3));
  }

  private static long submit(LiveScheduler scheduler, long millis) {
    Map<String, String> parameters = Map.of("ms", Long.toString(millis));
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(Duration.ofHours(20)));
    return scheduler.submit(List.of(request)).getFirst().task().id();
  }

  /** What a task cost, second by second as the clock there shows it. */
  private static void spend(
      Instant from, Instant to, DateTimeFormatter period, Map<String, Double> spent) {
    Instant now = from;
    while (now.isBefore(to)) {
      Instant next = now.plusSeconds(60).isBefore(to) ? now.plusSeconds(60) : to;
      ZonedDateTime there = now.atZone(ZONE);
      double hours = Duration.between(now, next).toNanos() / 3.6e12;
      double price = there.getHour() < 12 ? MORNING : AFTERNOON;
      spent.merge(period.format(there), hours * WATTS / 1000 * price, Double::sum);
      now = next;
    }
  }
}
