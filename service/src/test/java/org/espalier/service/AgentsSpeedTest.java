package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.espalier.service.agent.AgentProcess;
import org.espalier.service.agent.TestKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Machines of agents beside as many of this computer, in turns in one run: how many commands that
 * do nothing each runs in a second, and how long its machines stand idle between two of them.
 */
@Tag("slow")
class AgentsSpeedTest {
  private static final int MACHINES = 4;
  private static final int TASKS = 600;
  private static final int TURNS = 3;

  /** Bytes that a command writes: its machine, and when it began. */
  private static final int LINE = "box-0 1234567890123456789\n".length();

  private static final String SYSTEM =
      """
      name: quick
      tick: 1 ms
      machines: [{type: box, count: %s}]
      pet: {samples: times.csv, step: 1 ms}
      """
          .formatted(MACHINES);
  private static final String LIVE =
      """
      system: system.yaml
      policy: MM
      data: data
      batch_queue: 10000
      task_types:
        nop:
          command: [sh, -c, 'echo "$1 $(date +%%s%%N)" >>"$2"', sh, "{machine}", %s]
          output: discard
      http: {port: 0}
      %s
      """;

  @TempDir private Path directory;

  private Path write(String name, String more) throws IOException {
    Path place = Files.createDirectory(directory.resolve(name));
    Files.writeString(place.resolve("system.yaml"), SYSTEM);
    Files.writeString(
        place.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nnop,box,0.006\nnop,box,0.012\n");
    Files.writeString(place.resolve("live.yaml"), LIVE.formatted(place.resolve("began"), more));
    return place;
  }

  /** Runs tasks; how many a second. */
  private static double run(Client client, Path place) throws IOException {
    Path began = place.resolve("began");
    long before = Files.exists(began) ? Files.size(began) / LINE : 0;
    String task = "{\"type\":\"nop\",\"deadline\":\"in 1 h\"}";
    long begin = System.nanoTime();
    assertThat(client.post("/v1/tasks", "[" + (task + ",").repeat(TASKS - 1) + task + "]"))
        .extracting(HttpResponse::statusCode)
        .isEqualTo(202);
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> Files.exists(began) && Files.size(began) / LINE == before + TASKS);
    return TASKS * 1e9 / (System.nanoTime() - begin);
  }

  /** Milliseconds between the beginnings of two commands on a machine, which all wait there. */
  private static double[] between(Path place) throws IOException {
    Map<String, Long> last = new HashMap<>();
    List<Double> times = new ArrayList<>();
    for (String line : Files.readAllLines(place.resolve("began"))) {
      String[] words = line.split(" ", -1);
      long now = Long.parseLong(words[1]);
      Long before = last.put(words[0], now);
      if (before != null) {
        times.add((now - before) / 1e6);
      }
    }
    return times.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) (share * (sorted.length - 1))];
  }

  @Test
  void theyAreNearlyAsQuick() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path here = write("here", "backend: local");
    Path there =
        write(
            "there",
            "backend: agents\ngate: {listen: \"127.0.0.1:%s\", key: gate.key}".formatted(port));
    Path key = there.resolve("gate.key");
    TestKeys.write(key);
    try (ServiceProcess local = ServiceProcess.start(here);
        ServiceProcess remote = ServiceProcess.start(there);
        AgentProcess _ =
            AgentProcess.start(
                port, key, directory.resolve("agent"), "box-0", "box-1", "box-2", "box-3");
        Client atLocal = new Client(local.address());
        Client atRemote = new Client(remote.address())) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() ->
              atRemote
                  .json("/v1/machines")
                  .get("machines")
                  .valueStream()
                  .allMatch(m -> m.get("available").asBoolean()));
      run(atLocal, here);
      run(atRemote, there);
      Files.delete(here.resolve("began"));
      Files.delete(there.resolve("began"));
      double ofLocal = 0;
      double ofRemote = 0;
      for (int i = 0; i < TURNS; i++) {
        ofLocal += run(atLocal, here) / TURNS;
        ofRemote += run(atRemote, there) / TURNS;
      }
      double[] locally = between(here);
      double[] remotely = between(there);
      String all =
          "%.0f a second here, %.0f there; from one begin to the next %.1f and %.1f ms (median), %.1f and %.1f ms (95 %%)"
              .formatted(
                  ofLocal,
                  ofRemote,
                  quantile(locally, 0.5),
                  quantile(remotely, 0.5),
                  quantile(locally, 0.95),
                  quantile(remotely, 0.95));
      System.out.println(all);
      assertThat(ofRemote).as(all).isGreaterThan(0.5 * ofLocal);
    }
  }
}
