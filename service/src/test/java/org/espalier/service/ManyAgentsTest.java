package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.espalier.service.agent.TestKeys;
import org.espalier.service.agent.TimedAgents;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Very many agents of machines that only take time, all of them busy: how long a submission waits
 * for its answer, and what a start costs. Few where it need not be quick: {@code espalier.agents},
 * {@code espalier.each} (machines), {@code espalier.rate} (tasks a second) and {@code
 * espalier.seconds} say how many. So do {@code espalier.batch} (tasks of a submission), {@code
 * espalier.processes} (of agents) and {@code espalier.warm} (seconds before what is measured).
 */
@Tag("slow")
class ManyAgentsTest {
  private static final int AGENTS =
      Integer.getInteger("espalier.agents", TestSample.isFull() ? 1000 : 40);
  private static final int RATE =
      Integer.getInteger("espalier.rate", TestSample.isFull() ? 1000 : 40);
  private static final int SECONDS =
      Integer.getInteger("espalier.seconds", TestSample.isFull() ? 60 : 15);

  /** Of agents. */
  private static final int PROCESSES = Integer.getInteger("espalier.processes", 4);

  private static final int EACH = Integer.getInteger("espalier.each", 10);
  private static final int TYPES = 4;

  /** Milliseconds that a task takes in the mean, so that all machines are busy at the rate. */
  private static final int MEAN = 1000 * AGENTS * EACH / RATE;

  /** Tasks of a submission. */
  private static final int BATCH = Integer.getInteger("espalier.batch", 1);

  /** Submissions of several clients at a time. */
  private static final int MOST_AT_ONCE = 200;

  private static final double MOST_MILLIS = 50;

  /** Of processors, so that two of them bear a thousand starts a second. */
  private static final double MOST_SECONDS_OF_A_START = 2e-3;

  /** Until all machines are busy, and what runs often is compiled: longer where it is much. */
  private static final int WARM =
      Integer.getInteger("espalier.warm", TestSample.isFull() ? 90 : 13 * MEAN / 10_000);

  /** With the optimising compiler and the usual collector, which short tests do without. */
  private static final String AS_INSTALLED =
      "export _JAVA_OPTIONS='-XX:TieredStopAtLevel=4 -XX:-UseSerialGC -XX:+UseG1GC -Xms16m -Xmx4g';"
          + " ";

  private static final String SYSTEM =
      """
      name: many
      tick: 1 ms
      machines: [{type: box, count: %s}]
      pet: {samples: times.csv, step: %s ms}
      """
          .formatted(AGENTS * EACH, MEAN / 100);
  private static final String LIVE =
      """
      system: system.yaml
      policy: JIT
      data: data
      backend: agents
      gate: {listen: "127.0.0.1:%s", key: gate.key}
      batch_queue: 100000
      task_types:
      %shttp: {port: 0}
      """;

  private static final String EVENTS = "espalier_mapping_event_seconds_count.*";
  private static final String COMMITS = "espalier_commit_seconds_count.*";

  @TempDir private Path directory;
  private final Random random = new Random(52);
  private final ConcurrentLinkedQueue<Double> millis = new ConcurrentLinkedQueue<>();
  private final AtomicInteger refused = new AtomicInteger();
  private final Semaphore open = new Semaphore(MOST_AT_ONCE);

  private void write(int port) throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    StringBuilder times = new StringBuilder("task_type,machine_type,execution_time_s\n");
    StringBuilder types = new StringBuilder();
    for (int t = 0; t < TYPES; t++) {
      types.append(
          "  t%s: {command: [takes, \"{ms}\"], parameters: {ms: {number: [0, 600000]}}, output: discard}%n"
              .formatted(t));
      for (int i = 0; i < 50; i++) {
        times.append("t%s,box,%.3f%n".formatted(t, taken(t) / 1000.0));
      }
    }
    Files.writeString(directory.resolve("times.csv"), times);
    Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(port, types));
  }

  /** Milliseconds: 0.7, 0.9, 1.1 and 1.3 of the mean of all, a quarter more or less. */
  private int taken(int type) {
    int mean = MEAN / 10 * (7 + 2 * type);
    return mean * 3 / 4 + random.nextInt(mean / 2);
  }

  @Test
  void aSubmissionIsAnsweredSoon() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    write(port);
    Path key = directory.resolve("gate.key");
    TestKeys.write(key);
    List<TimedAgents> agents = new ArrayList<>();
    try (ServiceProcess service = ServiceProcess.start(directory, AS_INSTALLED);
        Client client = new Client(service.address())) {
      int share = AGENTS / PROCESSES;
      for (int i = 0; i < PROCESSES; i++) {
        Path log = directory.resolve("agents-" + i);
        agents.add(TimedAgents.start(port, key, i * share, share, EACH, log));
      }
      Awaitility.await()
          .atMost(Duration.ofMinutes(5))
          .until(() ->
              Files.readString(directory.resolve("log")).split(" an agent on ", -1).length
                  > AGENTS);
      load(client, WARM);
      double cpu = service.cpuSeconds();
      double own = ownCpuSeconds();
      double ofAgents = agents.stream().mapToDouble(TimedAgents::cpuSeconds).sum();
      double startsBefore = starts(client);
      Map<String, Double> threadsBefore = service.threads();
      double eventsBefore = sum(client, EVENTS);
      double commitsBefore = sum(client, COMMITS);
      millis.clear();
      double ofAll = allCpuSeconds();
      long begin = System.nanoTime();
      load(client, SECONDS);
      double seconds = (System.nanoTime() - begin) / 1e9;
      ofAll = allCpuSeconds() - ofAll;
      double starts = starts(client) - startsBefore;
      double ofService = service.cpuSeconds() - cpu;
      ofAgents = agents.stream().mapToDouble(TimedAgents::cpuSeconds).sum() - ofAgents;
      double ofClient = ownCpuSeconds() - own;
      double ofOthers = (ofAll - ofService - ofAgents - ofClient) / seconds;
      double busy = sum(client, "espalier_tasks_running .*") / (AGENTS * EACH);
      double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      double last = sorted[(int) (0.99 * (sorted.length - 1))];
      String all =
          "%s agents of %s machines, %.0f %% of them busy: %.0f starts a second for %.0f s, %.2f ms of processor of the service each, %.2f ms of the agents, %.2f ms of the client, and %.0f %% of a processor taken by other work; a submission is answered within %.1f ms (median), %.1f ms (99 %%), %.0f ms (most); %s refused"
              .formatted(
                  AGENTS,
                  EACH,
                  100 * busy,
                  starts / seconds,
                  seconds,
                  1000 * ofService / starts,
                  1000 * ofAgents / starts,
                  1000 * ofClient / starts,
                  100 * ofOthers,
                  sorted[sorted.length / 2],
                  last,
                  sorted[sorted.length - 1],
                  refused);
      System.out.println(all);
      Map<String, Double> threads = service.threads();
      threads.replaceAll((name, taken) ->
          Math.round(100_000 * (taken - threadsBefore.getOrDefault(name, 0.0)) / starts) / 100.0);
      System.out.printf(
          "milliseconds a start by thread: %s; %.0f mapping events and %.0f commits a second%n",
          threads,
          (sum(client, EVENTS) - eventsBefore) / seconds,
          (sum(client, COMMITS) - commitsBefore) / seconds);
      assertThat(refused).as(all).hasValue(0);
      assertThat(starts).as(all).isGreaterThan(0.5 * RATE * seconds);
      assertThat(ofService + ofAgents + ofClient)
          .as(all)
          .isLessThan(starts * MOST_SECONDS_OF_A_START);
      if (TestSample.isFull()) {
        assumeThat(ofOthers).as("%% of a processor taken by other work: %s", all).isLessThan(0.05);
        assertThat(last).as(all).isLessThan(MOST_MILLIS);
      }
    } finally {
      agents.forEach(TimedAgents::close);
    }
  }

  private static double ownCpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  /** Of all that runs on this computer since it was started, in hundredths of a second. */
  private static double allCpuSeconds() throws IOException {
    String[] jiffies = Files.readAllLines(Path.of("/proc/stat")).getFirst().split(" +");
    return Stream.of(1, 2, 3, 6, 7).mapToDouble(i -> Double.parseDouble(jiffies[i])).sum() / 100;
  }

  /** What has begun and is over, in scheduled time. */
  private static double starts(Client client) throws IOException {
    return sum(client, "espalier_tasks_left_total\\{fate=\"(on-time|late|evicted|failed)\".*");
  }

  private static double sum(Client client, String metric) throws IOException {
    return client
        .get("/metrics")
        .body()
        .lines()
        .filter(line -> line.matches(metric))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Submits at the rate, whatever is answered; waits for the last answers. */
  private void load(Client client, int seconds) {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      long begin = System.nanoTime();
      for (int i = 0; i < RATE * seconds; i += BATCH) {
        long due = begin + i * 1_000_000_000L / RATE;
        String tasks =
            BATCH == 1 ? task() : Stream.generate(this::task).limit(BATCH).toList().toString();
        while (due > System.nanoTime()) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        open.acquireUninterruptibly();
        Future<?> unused = clients.submit(() -> submit(client, tasks, due));
      }
    }
  }

  private String task() {
    int type = random.nextInt(TYPES);
    return "{\"type\":\"t%s\",\"parameters\":{\"ms\":%s},\"deadline\":\"in %s ms\"}"
        .formatted(type, taken(type), 4 * MEAN);
  }

  private Void submit(Client client, String task, long due) throws IOException {
    try {
      if (client.post("/v1/tasks", task).statusCode() != 202) {
        refused.incrementAndGet();
      }
      millis.add((System.nanoTime() - due) / 1e6);
    } finally {
      open.release();
    }
    return null;
  }
}
