package org.espalier.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.espalier.service.agent.AgentProcess;
import org.espalier.service.agent.CutWire;
import org.espalier.service.agent.TestKeys;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A service and its agents that are killed and stand still at random under load, while the wire
 * between them is cut: nothing is lost, nothing runs twice, and what is recorded is what happened.
 * How often, of which seed, and by how many milliseconds records may differ, can be said as for
 * {@link HostileWorldTest}.
 */
@Sampled(0.5)
class HostileAgentsTest {
  private static final int HARMS =
      Integer.getInteger("espalier.kills", TestSample.isFull() ? 40 : 6);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());

  private static final Duration TOLERANCE = Duration.ofMillis(Long.getLong("espalier.within", 400));

  private static final List<String> HALVES = List.of("box-0,box-1", "box-2,box-3");

  @TempDir private Path directory;
  private final HostileLoad load = new HostileLoad();
  private final Random random = new Random(SEED);
  private final List<AgentProcess> agents = new ArrayList<>();
  private int kills;
  private int pauses;
  private int cuts;

  @Test
  void nothingIsLostAndNothingRunsTwice() throws Exception {
    Path key = directory.resolve("gate.key");
    TestKeys.write(key);
    int port = freePort();
    SmallSystem system = SmallSystem.in(directory, 100_000, gate(port));
    Path live = directory.resolve("live.yaml");
    Files.writeString(
        live, Files.readString(live).replace("policy: PAM", "policy: PAM\nbackend: agents"));
    try (Client client = new Client("http://127.0.0.1:9");
        CutWire wire = new CutWire(port);
        load) {
      ServiceProcess service = ServiceProcess.start(directory);
      client.moveTo(service.address());
      for (int i = 0; i < HALVES.size(); i++) {
        agents.add(startAgent(i, wire));
      }
      load.start(client);
      for (int i = 0; i < HARMS; i++) {
        awaitAll(client);
        Thread.sleep(random.nextInt(300, 1500));
        service = harm(i, service, wire);
        client.moveTo(service.address());
      }
      load.finish(client, system);
      service.close();
    } finally {
      agents.forEach(AgentProcess::close);
    }
    try (Store store = Stores.open(system.store().toString())) {
      String harms = "%d kills, %d pauses and %d cuts".formatted(kills, pauses, cuts);
      load.check(system, store, TOLERANCE, harms).assertMuch(0);
    }
  }

  /** Until all machines are there, so that there is something to be harmed. */
  private static void awaitAll(Client client) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> {
          try {
            JsonNode machines = client.json("/v1/machines").get("machines");
            return machines.valueStream().allMatch(m -> m.get("available").asBoolean());
          } catch (IOException away) {
            return false;
          }
        });
  }

  private static String gate(int port) {
    return "gate: {listen: \"127.0.0.1:%s\", key: gate.key}".formatted(port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private AgentProcess startAgent(int half, CutWire wire) throws IOException {
    return AgentProcess.start(
        wire.port(),
        directory.resolve("gate.key"),
        directory.resolve("agent-" + half),
        HALVES.get(half).split(","));
  }

  /**
   * Does something bad, each kind of harm once before any comes again; the service that goes on.
   */
  private ServiceProcess harm(int number, ServiceProcess service, CutWire wire) throws Exception {
    int half = random.nextInt(HALVES.size());
    switch (number % 6) {
      case 0 -> {
        agents.get(half).kill();
        kills++;
        rest();
        agents.set(half, startAgent(half, wire));
      }
      case 1 -> {
        wire.cut();
        cuts++;
        rest();
        wire.mend();
      }
      case 2 -> {
        service.kill();
        kills++;
        rest();
        return ServiceProcess.start(directory);
      }
      case 3 -> {
        agents.get(half).signal("STOP");
        rest();
        agents.get(half).signal("CONT");
        pauses++;
      }
      case 4 -> {
        service.signal("STOP");
        rest();
        service.signal("CONT");
        pauses++;
      }
      default -> {
        agents.get(half).kill();
        service.kill();
        kills += 2;
        agents.set(half, startAgent(half, wire));
        return ServiceProcess.start(directory);
      }
    }
    return service;
  }

  private void rest() throws InterruptedException {
    Thread.sleep(random.nextInt(1000, 3000));
  }
}
