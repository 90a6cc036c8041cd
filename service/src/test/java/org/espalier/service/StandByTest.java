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
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.espalier.service.agent.AgentProcess;
import org.espalier.service.agent.CutWire;
import org.espalier.service.agent.TestKeys;
import org.espalier.service.live.JournalLine;
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Two services on a PostgreSQL store and two agents, under load, while the one that decides is
 * killed, stands still, yields or is cut off from the server, or the server is restarted: nothing
 * is lost, nothing is accepted or runs twice, and what is recorded is what happened. How many
 * faults there are, of which seed, can be said as for {@link HostileWorldTest}.
 */
class StandByTest {
  private static final int HARMS = Integer.getInteger("espalier.kills", 30);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());
  private static final Duration TOLERANCE = Duration.ofMillis(Long.getLong("espalier.within", 400));
  private static final List<String> HALVES = List.of("box-0,box-1", "box-2,box-3");
  private static final Pattern EFFECT =
      Pattern.compile("([-0-9]+ [:0-9]+,[0-9]+) DEBUG Agent tenure (\\d+) (?:starts|stops) .*");
  private static final int SERVICES = 2;
  private static final int MANY = 10_000;
  private static final int LIST = 500;

  @TempDir private Path directory;
  private final HostileLoad load = new HostileLoad();
  private final Random random = new Random(SEED);
  private final List<StandByProcess> services = new ArrayList<>();
  private final List<String> addresses = new ArrayList<>();
  private final List<Integer> gates = new ArrayList<>();
  private final List<CutWire> wires = new ArrayList<>();
  private final List<AgentProcess> agents = new ArrayList<>();
  private final List<String> harms = new ArrayList<>();
  private PostgresServer postgres;
  private SmallSystem system;

  @BeforeEach
  void start() throws Exception {
    TestKeys.write(directory.resolve("gate.key"));
    postgres = new PostgresServer(directory.resolve("postgres"));
    system = SmallSystem.in(directory, 100_000);
    String live = Files.readString(directory.resolve("live.yaml"));
    for (int i = 0; i < SERVICES; i++) {
      wires.add(new CutWire(postgres.port()));
      gates.add(freePort());
      int port = freePort();
      addresses.add("http://127.0.0.1:" + port);
      Files.writeString(
          file(i),
          live.replace("policy: PAM", "policy: PAM\nbackend: agents")
              .replace("data: data", "data: data-" + i)
              .replace("port: 0", "port: " + port)
              .concat(
                  "gate: {listen: \"127.0.0.1:%s\", key: gate.key}%nstore: %s%n"
                      .formatted(
                          gates.get(i),
                          postgres
                              .url()
                              .replace(":" + postgres.port(), ":" + wires.get(i).port()))));
    }
    for (int i = 0; i < SERVICES; i++) {
      services.add(StandByProcess.start(file(i)));
      awaitAlive(i);
    }
    for (int i = 0; i < HALVES.size(); i++) {
      agents.add(
          AgentProcess.start(
              gates,
              directory.resolve("gate.key"),
              directory.resolve("agent-" + i),
              HALVES.get(i).split(",")));
    }
  }

  @AfterEach
  void end() throws Exception {
    load.close();
    services.forEach(StandByProcess::close);
    agents.forEach(AgentProcess::close);
    for (CutWire wire : wires) {
      wire.close();
    }
    postgres.stop();
  }

  private Path file(int service) {
    return directory.resolve("live-%s.yaml".formatted(service));
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static ConditionFactory patiently() {
    return Awaitility.await().atMost(Duration.ofMinutes(2)).ignoreExceptions();
  }

  private void awaitAlive(int service) {
    try (Client client = new Client(addresses.get(service))) {
      patiently().until(() -> client.get("/healthz").statusCode() == 200);
    }
  }

  private Client client() {
    return new Client(addresses.toArray(String[]::new));
  }

  /** Which of them decides, once one does, with all machines there. */
  private int decides() throws IOException {
    try (Client client = client()) {
      patiently()
          .until(() -> {
            JsonNode machines = client.json("/v1/machines").get("machines");
            return machines.valueStream().allMatch(m -> m.get("available").asBoolean());
          });
    }
    for (int i = 0; i < SERVICES; i++) {
      try (Client client = new Client(addresses.get(i))) {
        if (client.get("/v1/overview").statusCode() == 200) {
          return i;
        }
      } catch (IOException gone) {
        continue;
      }
    }
    return decides();
  }

  @Test
  @Sampled(0.5)
  void whoStandsByTakesOverFromOneThatIsKilled() throws Exception {
    int first = decides();
    int second = 1 - first;
    try (Client client = client();
        Client other = new Client(addresses.get(second))) {
      load.start(client);
      patiently().until(() -> load.acknowledged() > 20);
      assertThat(other.get("/healthz").statusCode()).isEqualTo(200);
      HttpResponse<String> ready = other.get("/readyz");
      assertThat(ready.statusCode()).isEqualTo(503);
      patiently()
          .until(() -> other.get("/readyz").body().contains(addresses.get(first) + " decides"));
      HttpResponse<String> change = other.submit("once", "elsewhere", "in 5 s");
      assertThat(change.statusCode()).isEqualTo(503);
      assertThat(change.headers().firstValue("Retry-After")).contains("1");
      assertThat(other.get("/").body()).contains("<a href=\"" + addresses.get(first) + "/\">");
      patiently().until(() -> other.json("/v1/tasks?state=completed").get("tasks").size() > 5);
      assertThat(other.json("/v1/tasks/0").get("history")).isNotEmpty();
      assertThat(other.get("/v1/overview").statusCode()).isEqualTo(503);
      patiently().until(() -> client.json("/v1/services").get("services").size() == SERVICES);
      assertThat(other.json("/v1/services").get("services")).hasSize(SERVICES);
      JsonNode list = client.json("/v1/services").get("services");
      assertThat(list.get(0).get("address").asString()).isEqualTo(addresses.get(first));
      assertThat(list.get(0).get("decides").asBoolean()).isTrue();
      assertThat(list.get(1).get("address").asString()).isEqualTo(addresses.get(second));
      assertThat(list.get(1).get("decides").asBoolean()).isFalse();

      services.get(first).kill();
      assertThat(decides()).isEqualTo(second);

      load.finish(client, system);
    }
    check(1);
  }

  @Test
  @Tag("slow")
  void whateverBefallsTheOneThatDecides() throws Exception {
    try (Client client = client()) {
      load.start(client);
      for (int i = 0; i < HARMS; i++) {
        int present = decides();
        Thread.sleep(random.nextInt(300, 1500));
        harm(present);
      }
      decides();
      load.finish(client, system);
    }
    check(0);
  }

  /** How long nothing starts is told, and no more: a loaded computer takes longer. */
  @Test
  @Tag("slow")
  void manyTasksGoOn() throws Exception {
    int first = decides();
    int second = 1 - first;
    try (Client client = client();
        Client other = new Client(addresses.get(first))) {
      for (int i = 0; i < MANY; i += LIST) {
        assertThat(client.post("/v1/tasks", list(i)).statusCode()).isEqualTo(202);
      }
      awaitMoreRuns();
      services.get(first).kill();
      awaitMoreRuns();
      assertThat(decides()).isEqualTo(second);
      services.set(first, StandByProcess.start(file(first)));
      patiently()
          .until(() -> other.get("/readyz").body().contains(addresses.get(second) + " decides"));
      awaitMoreRuns();
      services.get(second).signal("STOP");
      Thread.sleep(20_000);
      awaitMoreRuns();
      assertThat(decides()).isEqualTo(first);
      services.get(second).signal("CONT");
      awaitMoreRuns();
    }
    services.forEach(StandByProcess::close);
    try (Store store = Stores.open(postgres.url())) {
      List<Long> starts =
          store.journal(0, Integer.MAX_VALUE).stream()
              .filter(line -> line.json().contains("\"event\":\"started\""))
              .map(JournalLine::time)
              .toList();
      List<Long> gaps =
          IntStream.range(1, starts.size())
              .mapToObj(i -> starts.get(i) - starts.get(i - 1))
              .sorted(Comparator.reverseOrder())
              .toList();
      System.out.printf(
          "%d tasks, %d started; the longest times without a start: %s ms%n",
          MANY, starts.size(), gaps.subList(0, 4));
      assertThat(Files.readAllLines(system.ran())).doesNotHaveDuplicates().isNotEmpty();
    }
  }

  private static String list(int from) {
    return IntStream.range(from, from + LIST)
        .mapToObj(i ->
            "{\"type\":\"once\",\"deadline\":\"in 7200 s\",\"key\":\"many-%s\",\"parameters\":{\"name\":\"many-%s\",\"time\":0.1}}"
                .formatted(i, i))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private void awaitMoreRuns() throws IOException {
    int before = Files.exists(system.ran()) ? Files.readAllLines(system.ran()).size() : 0;
    patiently().until(() -> Files.readAllLines(system.ran()).size() > before + 50);
  }

  private void harm(int service) throws Exception {
    StandByProcess process = services.get(service);
    switch (random.nextInt(5)) {
      case 0 -> {
        harms.add("kill");
        process.kill();
        Thread.sleep(random.nextInt(3000));
        services.set(service, StandByProcess.start(file(service)));
      }
      case 1 -> {
        harms.add("stop");
        process.signal("STOP");
        Thread.sleep(random.nextInt(5_000, 60_000));
        process.signal("CONT");
      }
      case 2 -> {
        if (yields(service)) {
          harms.add("yield");
          process.awaitEnd();
          services.set(service, StandByProcess.start(file(service)));
        }
      }
      case 3 -> {
        harms.add("cut");
        wires.get(service).cut();
        Thread.sleep(random.nextInt(30_000));
        wires.get(service).mend();
      }
      default -> {
        harms.add("restart");
        postgres.stop();
        Thread.sleep(random.nextInt(10_000));
        postgres.start();
      }
    }
  }

  /** Unless the other one has come to decide meanwhile, after what was done to the store before. */
  private boolean yields(int service) {
    try (Client client = new Client(addresses.get(service))) {
      int status = client.post("/v1/yield", "{}").statusCode();
      assertThat(status).isIn(204, 503);
      return status == 204;
    } catch (IOException lostIt) {
      return false;
    }
  }

  /**
   * Agents write down what they are told, when, and of which tenure: at no moment are there two.
   */
  private void checkTenures() throws IOException {
    Map<Long, List<String>> times = new TreeMap<>();
    for (int i = 0; i < HALVES.size(); i++) {
      for (String line : Files.readAllLines(directory.resolve("agent-%s.log".formatted(i)))) {
        Matcher effect = EFFECT.matcher(line);
        if (effect.matches()) {
          times
              .computeIfAbsent(Long.valueOf(effect.group(2)), _ -> new ArrayList<>())
              .add(effect.group(1));
        }
      }
    }
    assertThat(times).hasSizeGreaterThan(1);
    String over = "";
    for (Map.Entry<Long, List<String>> tenure : times.entrySet()) {
      assertThat(Collections.min(tenure.getValue()))
          .as(
              "the first effect of tenure %s, after the last one before; %s",
              tenure.getKey(), harms)
          .isGreaterThanOrEqualTo(over);
      over = Collections.max(tenure.getValue());
    }
  }

  private void check(int stops) throws Exception {
    services.forEach(StandByProcess::close);
    checkTenures();
    try (Store store = Stores.open(postgres.url())) {
      load.check(system, store, TOLERANCE, harms.toString()).assertMuch(stops);
    }
  }
}
