package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Publishing;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.simulator.replay.JournalDriver;
import org.espalier.simulator.replay.RegisteredPolicies;
import org.espalier.simulator.replay.Replayed;
import org.espalier.testkit.TinySystems;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.policy.Forecasts;
import org.espalier.workload.policy.PolicyVocabulary;
import org.espalier.workload.policy.RegistrySettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every policy takes the same decisions when the journal of a live run is replayed: a run with more
 * load than fits, in which tasks fail, are lost and taken back, machines are drained, and are away
 * and back, execution times are learned, the policy is switched back and forth and the service
 * starts again.
 */
class JournalParityTest {
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();

  /** Believes in what it has learned after every completion. */
  private static final Publishing EAGER = new Publishing(1, 0, 0);

  private static final int ROUNDS = 120;

  /** So many policies where only a sample is wanted. */
  private static final int DRAWN = 36;

  private static final Map<String, String> BUDGET =
      Map.of(
          "energy_budget", "40 J",
          "energy_period", "300 ms",
          "energy_filter", "adaptive");

  private static final List<String> IN_EACH =
      List.of(
          "Arrived",
          "Started",
          "Finished",
          "Failed",
          "Cancelled",
          "MachineChanged",
          "PolicyChanged",
          "EventHeld",
          "Assign");

  /** Where a filter lets few tasks begin, nothing may be learned under one policy. */
  private static final List<String> IN_SOME =
      List.of(
          "Learned",
          "HandedOver",
          "Returned",
          "Lost",
          "Stopping",
          "Stopped",
          "Drop",
          "Evict",
          "EVICTED",
          "EXPIRED_IN_BATCH",
          "EXPIRED_IN_QUEUE",
          "DROPPED_RUNNING");

  @TempDir private Path directory;

  @Test
  void everyPolicyDecidesTheSameAgain() throws Exception {
    assertThat(happened(LiveRun.system(), LiveFixtures.policies(), REGISTRY.names(), DRAWN))
        .containsAll(IN_SOME);
  }

  /**
   * So they do on machines of two P-states whose power is known, within a budget by the adaptive
   * filter, where tasks of one type may be served as another and those of a third must be
   * completed.
   */
  @Test
  void everyPolicyDoesWithinABudget() throws Exception {
    HcSystem powered = LiveRun.powered();
    Policies policies = Policies.of(REGISTRY, settings(BUDGET, powered), powered, Optional.empty());

    assertThat(happened(powered, policies, policies.names(), DRAWN / 3))
        .contains("Returned", "Learned");
  }

  /**
   * And where there are shares by task type, under those that hold them; JIT serves some as
   * versions.
   */
  @Test
  void everyPolicyDoesWithShares() throws Exception {
    HcSystem powered = LiveRun.powered();
    Map<String, String> shares =
        Map.of("at_least", "type-1: 60%", "type_thresholds", "type-0: 40%");
    Policies policies = Policies.of(REGISTRY, settings(shares, powered), powered, Optional.empty());

    assertThat(happened(powered, policies, policies.names(), DRAWN / 6))
        .contains("Returned", "Version");
  }

  /** What happened under policies, as journals call it; each is held against its replay. */
  private Set<String> happened(HcSystem system, Policies policies, List<String> names, int few)
      throws Exception {
    List<String> drawn =
        Stream.concat(TestSample.of(few, names.size()).mapToObj(names::get), Stream.of("JIT"))
            .distinct()
            .toList();
    Map<String, Future<List<JournalLine>>> runs = new HashMap<>();
    try (ExecutorService threads = Executors.newWorkStealingPool()) {
      for (String policy : drawn) {
        runs.put(policy, threads.submit(() -> new LiveRun(policy, policies, system).lines()));
      }
    }
    Set<String> happened = new HashSet<>();
    Map<String, String> differences = new TreeMap<>();
    for (String policy : drawn) {
      List<Journal.Entry> journal = journal(policy, runs.get(policy).get());
      Replayed replayed = JournalDriver.run(journal, new RegisteredPolicies(REGISTRY));
      replayed.difference().ifPresent(d -> differences.put(policy, d.toString()));
      checkRun(policy, journal, replayed);
      happened.addAll(kinds(journal));
    }
    assertThat(differences).as("sample of %s", TestSample.day()).isEmpty();
    return happened;
  }

  /** What options of its own JIT is given matters in either, and alike. */
  @Test
  void justInTimeDoesWithItsOptions() throws IOException {
    Map<String, String> options =
        Map.of(
            "JIT.fairness.weight", "1",
            "JIT.fairness.factor", "0.2",
            "JIT.evict", "true",
            "JIT.lead", "10 ms");
    List<Journal.Entry> journal = journal("JIT", new LiveRun("JIT", policies(options)).lines());
    Replayed replayed = JournalDriver.run(journal, new RegisteredPolicies(REGISTRY));

    assertThat(replayed.difference()).isEmpty();
    checkRun("JIT", journal, replayed);
    assertThat(only(Journal.Decided.class, journal))
        .isNotEqualTo(only(Journal.Decided.class, journal("JIT0", new LiveRun("JIT").lines())));
  }

  /**
   * A forecast of a hundred times the load, at the time of day of the first start; its time is in
   * the journal, so that a replay finds it too.
   */
  @Test
  void itDoesWithAForecast() throws IOException {
    List<String> tasks = new ArrayList<>(List.of("task_type,arrival_s,deadline_s"));
    IntStream.range(0, 20_000)
        .forEach(i -> tasks.add("type-0,%d.%03d,90".formatted(i / 500, i % 500 * 2)));
    Path file = Files.write(directory.resolve("heavy.csv"), tasks);
    String forecast = file + " from " + LiveRun.HOUR_OF_START + " h";
    Policies policies = policies(Map.of("JIT.forecast", forecast));

    List<Journal.Entry> journal = journal("JIT", new LiveRun("JIT", policies).lines());

    Journal.Began began = only(Journal.Began.class, journal).getFirst();
    assertThat(began.settings()).contains("\"JIT.forecast\":\"%s from 84600 s\"".formatted(file));
    Replayed replayed = JournalDriver.run(journal, new RegisteredPolicies(REGISTRY));
    assertThat(replayed.difference()).isEmpty();
    checkRun("JIT", journal, replayed);
    assertThat(only(Journal.Decided.class, journal))
        .isNotEqualTo(only(Journal.Decided.class, journal("JIT0", new LiveRun("JIT").lines())));
  }

  /** Its own journal is on its own clock already. */
  @Test
  void itsOwnJournalIsAForecast() throws IOException {
    List<Journal.Entry> before = journal("JIT", new LiveRun("JIT").lines());
    Path file = directory.resolve("JIT.jsonl");
    Policies policies = policies(Map.of("JIT.forecast", file.toString()));

    List<Journal.Entry> journal = journal("again", new LiveRun("JIT", policies).lines());

    assertThat(only(Journal.Arrived.class, before)).isNotEmpty();
    Journal.Began began = only(Journal.Began.class, journal).getFirst();
    assertThat(began.settings()).contains("\"JIT.forecast\":\"%s\"".formatted(file));
    Replayed replayed = JournalDriver.run(journal, new RegisteredPolicies(REGISTRY));
    assertThat(replayed.difference()).isEmpty();
    checkRun("JIT", journal, replayed);
  }

  private static Policies policies(Map<String, String> options) {
    HcSystem system = LiveRun.system();
    return Policies.of(REGISTRY, settings(options, system), system, Optional.empty());
  }

  private static RegistrySettings settings(Map<String, String> options, HcSystem system) {
    return RegistrySettings.of(PolicySettings.JOURNAL)
        .with(new PolicyVocabulary(REGISTRY).values(options), system.tick())
        .withForecasts(named -> Forecasts.read(named, Path.of(named.name()), system));
  }

  /** As it is written and read. */
  private List<Journal.Entry> journal(String policy, List<JournalLine> lines) throws IOException {
    Path file = directory.resolve(policy + ".jsonl");
    Files.write(file, lines.stream().map(JournalLine::json).toList());
    return JournalFiles.read(file);
  }

  /** That there was something to be repeated, and that it was. */
  private static void checkRun(String policy, List<Journal.Entry> journal, Replayed replayed) {
    List<Journal.Decided> decisions = only(Journal.Decided.class, journal);
    assertThat(decisions).as(policy).hasSizeGreaterThan(ROUNDS / 4);
    assertThat(only(Journal.Began.class, journal)).as(policy).hasSize(2);
    assertThat(only(Journal.PolicyChanged.class, journal)).as(policy).hasSize(2);
    assertThat(kinds(journal)).as(policy).containsAll(IN_EACH);
    if (replayed.difference().isEmpty()) {
      assertThat(replayed.entries()).as(policy).isEqualTo(journal);
      assertThat(replayed.decisions()).as(policy).isEqualTo(decisions);
    }
  }

  private static <T extends Journal.Entry> List<T> only(
      Class<T> kind, List<Journal.Entry> journal) {
    return journal.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static Set<String> kinds(List<Journal.Entry> journal) {
    return journal.stream().map(JournalParityTest::kind).collect(Collectors.toSet());
  }

  private static String kind(Journal.Entry entry) {
    return switch (entry) {
      case Journal.Decided decided -> kind(decided.decision());
      case Journal.Left left -> left.departure().fate().name();
      default -> entry.getClass().getSimpleName();
    };
  }

  private static String kind(Decision decision) {
    return decision.task().isVersion() ? "Version" : decision.getClass().getSimpleName();
  }

  /** A second of load under a policy. */
  private static final class LiveRun {
    static final int HOUR_OF_START = 10;

    private final String policy;
    private final Policies policies;
    private final MemoryStore store = new MemoryStore();
    private final ManualTime time = new ManualTime();
    private final HcSystem system;
    private final ScriptedCluster cluster;
    private final Random random;
    private final List<Long> ids = new ArrayList<>();
    private LiveScheduler scheduler;

    LiveRun(String policy) {
      this(policy, LiveFixtures.policies());
    }

    LiveRun(String policy, Policies policies) {
      this(policy, policies, system());
    }

    LiveRun(String policy, Policies policies, HcSystem system) {
      this.policy = policy;
      this.policies = policies;
      this.system = system;
      this.cluster = LiveFixtures.cluster(system, time);
      this.random = new Random(policy.hashCode());
      cluster.tellLater();
      cluster.startAhead();
      cluster.takeBackIn(Duration.ofMillis(policy.hashCode() % 2 == 0 ? 0 : 2));
      time.setWallClock(Duration.ofHours(HOUR_OF_START).plusMinutes(30));
      this.scheduler = start();
    }

    private LiveScheduler start() {
      SchedulerSettings settings =
          new SchedulerSettings(
              system,
              PolicySettings.JOURNAL.rules(),
              policies,
              policy,
              new LiveFixtures.TimedCommands(
                  type -> type.equals("type-0") ? Retry.WHENEVER_LOST : Retry.NEVER),
              200,
              10_000);
      return LiveFixtures.turned(
          time, cluster, store, settings, state -> HistogramLearning.of(EAGER, system, state));
    }

    List<JournalLine> lines() {
      for (int i = 0; i < ROUNDS; i++) {
        submit(i);
        happen(i);
        time.turn(Duration.ofMillis(random.nextInt(12)));
      }
      time.turn(Duration.ofMillis(300));
      scheduler.close();
      return store.journal(0, Integer.MAX_VALUE);
    }

    private void submit(int round) {
      List<TaskRequest> requests = new ArrayList<>();
      for (int i = 0; i <= random.nextInt(3); i++) {
        requests.add(request(random.nextInt(10) == 0 || round % 20 == 5));
      }
      scheduler.submit(requests).forEach(accepted -> ids.add(accepted.task().id()));
    }

    private TaskRequest request(boolean fails) {
      Map<String, String> parameters = new HashMap<>();
      parameters.put("ms", Integer.toString(10 + random.nextInt(40)));
      if (fails) {
        parameters.put("exit", "3");
      }
      Submission submission = new Submission(type(), parameters, Optional.empty());
      long deadline = 40L + random.nextInt(200);
      return new TaskRequest(
          submission,
          new TaskRequest.In(Duration.ofMillis(deadline)),
          random.nextBoolean()
              ? Optional.of(new TaskRequest.Of(1 + random.nextInt(8)))
              : Optional.empty(),
          Optional.of("high")
              .filter(_ -> random.nextInt(3) == 0 && !submission.type().equals("must")));
    }

    /** Few are of one that must be completed. */
    private String type() {
      String drawn = system.taskTypes().get(random.nextInt(3)).name();
      return drawn.equals("must") && random.nextInt(4) > 0 ? "type-0" : drawn;
    }

    private void happen(int round) {
      if (round % 7 == 3) {
        cancel(ids.get(ids.size() - 1 - random.nextInt(Math.min(4, ids.size()))));
      }
      if (round % 40 == 10) {
        scheduler.overview();
        scheduler.waiting(ids.getLast());
      }
      switch (round) {
        case 25 -> scheduler.drain("machine-1");
        case 45 -> scheduler.resume("machine-1");
        case 60 -> scheduler.switchPolicy(policy.equals("PAM") ? "MM" : "PAM", Map.of());
        case 75 -> scheduler.switchPolicy(policy, Map.of());
        case 30 -> cluster.depart("machine-0");
        case 65 -> cluster.depart("machine-0", Duration.ofMillis(200));
        case 38, 72 -> cluster.comeBack("machine-0");
        case 50 -> cluster.announce("machine-1", Duration.ofMillis(60));
        case 80 -> scheduler.drain("machine-2");
        case 90 -> {
          scheduler.close();
          cluster.reboot();
          scheduler = start();
        }
        case 100 -> scheduler.resume("machine-2");
        default -> {}
      }
    }

    private void cancel(long id) {
      try {
        scheduler.cancel(id);
      } catch (Refusal e) {
        assertThat(e.reason()).isEqualTo(Refusal.Reason.CONFLICT); // it has left already
      }
    }

    /** Three types of tasks, one of which runs on machines of the first type only. */
    private static HcSystem system() {
      Pmf fast = Pmf.of(10, 5, 0.25, 0.25, 0.125, 0.125, 0.125, 0.125);
      Pmf slow = Pmf.of(20, 5, 0.1, 0.2, 0.3, 0.2, 0.1, 0.1);
      HcSystem system =
          TinySystems.of(new @Nullable Pmf[][] {{fast, slow}, {slow, fast}, {slow, null}}, 0, 0, 1);
      return new HcSystem(
          system.name(),
          Duration.ofMillis(1),
          system.taskTypes(),
          system.machineTypes(),
          system.machines(),
          system.pet());
    }

    /** The like on machines of two P-states, where the first type may be served as a fourth. */
    private static HcSystem powered() {
      Pmf fast = Pmf.of(10, 5, 0.25, 0.25, 0.125, 0.125, 0.125, 0.125);
      Pmf slow = Pmf.of(20, 5, 0.1, 0.2, 0.3, 0.2, 0.1, 0.1);
      Pmf[] home = {fast, slow};
      Pmf[] away = {slow, slow};
      Pmf[] poor = {Pmf.at(10, 5), Pmf.at(15, 5)};
      HcSystem system =
          TinySystems.ofPStates(
              new Pmf[][][] {{away, away}, {home, away}, {away, home}, {poor, poor}}, 0, 0, 1);
      List<TaskType> types =
          List.of(
              new TaskType(0, "type-0", List.of(new Version(0, 1), new Version(3, 0.6))),
              new TaskType(1, "type-1"),
              new TaskType(2, "must"),
              new TaskType(3, "poor"));
      return new HcSystem(
          system.name(),
          Duration.ofMillis(1),
          types,
          system.machineTypes(),
          system.machines(),
          system.pet());
    }
  }
}
