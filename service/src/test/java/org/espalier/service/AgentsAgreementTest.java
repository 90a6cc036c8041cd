package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.agent.TestKeys;
import org.espalier.service.agent.TimedAgents;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.TaskState;
import org.espalier.service.scheduling.SchedulerSettings;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Twice the load of machines of two types that eight agents have, against the simulator on the same
 * arrivals and execution times: about as many tasks are on time. Machines only take time. What a
 * start takes besides, on the way and on a busy computer, was recorded too: the simulator adds so
 * much to all execution times that its machines are as long with a task as they were, in the mean.
 */
class AgentsAgreementTest {
  private static final int SECONDS =
      Integer.getInteger("espalier.seconds", TestSample.isFull() ? 600 : 12);
  private static final int TYPES = 2;

  /** Agents of each type. */
  private static final int OF_EACH = 4;

  /** Machines of each agent; a short run has more, so that it has tasks enough. */
  private static final int MACHINES = TestSample.isFull() ? 1 : 2;

  private static final double POINTS = 5;

  /** Simulations that differ by a tick, of which the mean is compared. */
  private static final int SIMULATIONS = 8;

  /** How often the simulator's overhead is corrected. */
  private static final int ROUNDS = 5;

  private static final String SYSTEM =
      """
      name: eight
      tick: 1 ms
      machines: [{type: fast, count: %1$s}, {type: slow, count: %1$s}]
      pet: {samples: times.csv, step: 20 ms}
      """
          .formatted(OF_EACH * MACHINES);
  private static final String LIVE =
      """
      system: system.yaml
      policy: %s
      data: data
      backend: agents
      gate: {listen: "127.0.0.1:%s", key: gate.key}
      learning: {enabled: false}
      task_types:
        a:
          command: {fast: [takes, "{fast}"], slow: [takes, "{slow}"]}
          parameters: {fast: {number: [0, 60000]}, slow: {number: [0, 60000]}}
          output: discard
        b:
          command: {fast: [takes, "{fast}"], slow: [takes, "{slow}"]}
          parameters: {fast: {number: [0, 60000]}, slow: {number: [0, 60000]}}
          output: discard
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private final SplittableRandom random = new SplittableRandom(52);

  static Stream<String> policies() {
    return TestSample.of(1, 3).mapToObj(i -> List.of("JIT", "PAM", "MM").get(i));
  }

  /** Milliseconds of a task type on a machine type: each likes another, and takes 1 to 3 s. */
  private int taken(int type, int machineType) {
    int least = type == machineType ? 1000 : 1600;
    return least + random.nextInt(type == machineType ? 1000 : 1400);
  }

  private LiveSettings settings(String policy, int port) throws IOException {
    StringBuilder times = new StringBuilder("task_type,machine_type,execution_time_s\n");
    for (int i = 0; i < 400; i++) {
      for (int cell = 0; cell < TYPES * TYPES; cell++) {
        int type = cell / TYPES;
        int machineType = cell % TYPES;
        times.append(
            "%s,%s,%.3f%n"
                .formatted(
                    type == 0 ? "a" : "b",
                    machineType == 0 ? "fast" : "slow",
                    taken(type, machineType) / 1000.0));
      }
    }
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), times);
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(policy, port));
    return LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void asManyAreOnTimeAsInTheSimulator(String policy) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path key = directory.resolve("gate.key");
    TestKeys.write(key);
    LiveSettings settings = settings(policy, port);
    Map<Long, int[]> times = new HashMap<>();
    try (LiveServer server = LiveServer.start(settings);
        Client client = new Client(server.address())) {
      for (int i = 0; i < OF_EACH; i++) {
        TimedAgents.begin(port, key, "fast-" + i, machines("fast", i));
        TimedAgents.begin(port, key, "slow-" + i, machines("slow", i));
      }
      Awaitility.await()
          .until(() ->
              client
                  .json("/v1/machines")
                  .get("machines")
                  .valueStream()
                  .allMatch(m -> m.get("available").asBoolean()));
      load(client, times);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() ->
              client
                  .json("/v1/tasks?state=queued&state=assigned&state=running&limit=1")
                  .get("tasks")
                  .isEmpty());
    }
    List<LiveTask> tasks;
    try (Store store = Stores.open(settings.store())) {
      tasks =
          new Books(store)
              .tasks().values().stream().sorted((x, y) -> Long.compare(x.id(), y.id())).toList();
    }
    double live =
        percent(tasks.stream().filter(t -> t.state() == TaskState.COMPLETED).count(), tasks);
    Recorded recorded = new Recorded(settings.scheduler(), policy, tasks, times);
    double overhead = 0;
    for (int i = 0; i < ROUNDS; i++) {
      overhead += recorded.overhead() - recorded.overhead(Math.round(overhead));
    }
    long more = Math.round(overhead);
    double simulated =
        IntStream.range(0, SIMULATIONS)
            .mapToDouble(i -> recorded.onTime(more + i - SIMULATIONS / 2))
            .average()
            .orElseThrow();
    String all =
        "%s: %.1f %% of %s tasks on time with agents, %.1f %% in the simulator with %s ms more for each, %.1f %% without"
            .formatted(policy, live, tasks.size(), simulated, more, recorded.onTime(0));
    System.out.println(all);
    assertThat(live).as(all).isBetween(simulated - POINTS, simulated + POINTS);
  }

  private static double percent(long count, List<?> of) {
    return 100.0 * count / of.size();
  }

  private static List<String> machines(String type, int agent) {
    return IntStream.range(agent * MACHINES, (agent + 1) * MACHINES)
        .mapToObj(i -> type + "-" + i)
        .toList();
  }

  /**
   * An execution, in ticks.
   *
   * @param isWhole whether it was not stopped
   * @param takes what its task takes there by itself
   */
  private record Ran(String machine, long start, boolean isWhole, int takes) {
    /** By how much longer, in the mean, it was until the next began on its machine. */
    static double overhead(Stream<Ran> all) {
      Map<String, List<Ran>> byMachine =
          all.sorted(Comparator.comparingLong(Ran::start))
              .collect(Collectors.groupingBy(Ran::machine));
      return byMachine.values().stream()
          .flatMapToLong(on ->
              IntStream.range(1, on.size())
                  .filter(i -> on.get(i - 1).isWhole())
                  .mapToLong(
                      i -> on.get(i).start() - on.get(i - 1).start() - on.get(i - 1).takes()))
          .average()
          .orElseThrow();
    }
  }

  /** A live run. */
  private record Recorded(
      SchedulerSettings settings, String policy, List<LiveTask> live, Map<Long, int[]> times) {
    /** What was added to each execution, and how long machines were idle before the next. */
    double overhead() {
      return Ran.overhead(
          live.stream()
              .filter(task -> task.run().filter(Run::hasStarted).isPresent())
              .map(task -> {
                Run run = task.run().orElseThrow();
                int type = run.machine().startsWith("fast") ? 0 : 1;
                boolean isWhole = task.state() == TaskState.COMPLETED;
                return new Ran(run.machine(), run.start(), isWhole, takes(task, type));
              }));
    }

    /** The same in the simulator, which adds so much to each. */
    double overhead(long more) {
      return Ran.overhead(
          simulated(more).stream()
              .filter(d -> d.start() != Departure.NOT_STARTED)
              .map(d -> {
                Machine machine = settings.system().machines().get(d.machine());
                int takes = takes(live.get(d.task().id()), machine.type().id());
                return new Ran(machine.name(), d.start(), d.fate() == Fate.ON_TIME, takes);
              }));
    }

    /** The share that is on time there, in percent. */
    double onTime(long more) {
      return percent(simulated(more).stream().filter(d -> d.fate() == Fate.ON_TIME).count(), live);
    }

    private int takes(LiveTask task, int machineType) {
      return times.get(task.id())[machineType];
    }

    private List<Departure> simulated(long more) {
      List<Task> tasks = new ArrayList<>();
      for (LiveTask task : live) {
        int type = task.submission().type().equals("a") ? 0 : 1;
        tasks.add(new Task(tasks.size(), type, task.arrival(), task.deadline()));
      }
      Trial trial =
          new Trial(
              settings.system(),
              settings.rules(),
              new Workload("recorded", tasks),
              (task, machine, _) ->
                  Math.max(1, more + takes(live.get(task.id()), machine.type().id())));
      return EventEngine.run(trial, settings.policies().create(policy)).departures();
    }
  }

  /** Twice what the machines can do, at random times. */
  private void load(Client client, Map<Long, int[]> times) throws IOException {
    double perSecond = 2 * TYPES * OF_EACH * MACHINES / 1.5;
    long begin = System.nanoTime();
    for (double at = 0; at < SECONDS; at += -Math.log(1 - random.nextDouble()) / perSecond) {
      int type = random.nextInt(TYPES);
      int[] taken = {taken(type, 0), taken(type, 1)};
      for (long due = begin + (long) (at * 1e9); due > System.nanoTime(); ) {
        LockSupport.parkNanos(due - System.nanoTime());
      }
      String task =
          "{\"type\":\"%s\",\"parameters\":{\"fast\":%s,\"slow\":%s},\"deadline\":\"in %s ms\"}"
              .formatted(type == 0 ? "a" : "b", taken[0], taken[1], 3000 + random.nextInt(3000));
      times.put((long) Client.id(client.post("/v1/tasks", task)), taken);
    }
  }
}
