package org.espalier.service.backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.espalier.service.agent.AgentProcess;
import org.espalier.service.agent.AgentsSettings;
import org.espalier.service.agent.TestGates;
import org.espalier.service.agent.TestKeys;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Agents in other processes; that of all tests belongs to another store in each. */
@Sampled(0.5)
class AgentsContractTest extends CommandBackendContract {
  @TempDir private static Path place;
  private static Path key;
  private static int port;
  private static AgentProcess agent;

  @TempDir private Path directory;
  private final String store = UUID.randomUUID().toString();
  private int tenure;

  @BeforeAll
  static void start() throws IOException {
    key = place.resolve("gate.key");
    TestKeys.write(key);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    agent = AgentProcess.start(port, key, place.resolve("agent"), "m");
  }

  @AfterAll
  static void stop() {
    agent.close();
  }

  @Override
  protected Backend open(LaunchListener listener) {
    AgentsSettings settings = TestGates.settings(directory, port, List.of(key), "m");
    CountDownLatch there = new CountDownLatch(1);
    Owner owner = new Owner(store, ++tenure, java.time.Instant.EPOCH, Map.of());
    return new Attended(
        settings.factory().open(owner, new ListenerUntilThere(listener, there)), there);
  }

  @Override
  protected String machine() {
    return "m";
  }

  @Override
  List<String> lasting(Duration time, int status) {
    String seconds = String.format(Locale.ROOT, "%.3f", time.toMillis() / 1e3);
    return List.of("sh", "-c", "sleep %s; exit %d".formatted(seconds, status));
  }

  @Override
  List<String> writing(String out, String err) {
    return List.of("sh", "-c", "printf %s \"$1\"; printf %s \"$2\" >&2", "sh", out, err);
  }

  @Override
  protected void await(BooleanSupplier condition) {
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(condition::getAsBoolean);
  }

  /** Knows when the machine is there, before which a scheduler launches nothing. */
  private record ListenerUntilThere(LaunchListener listener, CountDownLatch there)
      implements LaunchListener {
    @Override
    public void beganAtOnce(LaunchId launch) {
      listener.beganAtOnce(launch);
    }

    @Override
    public void began(LaunchId launch, Duration ago) {
      listener.began(launch, ago);
    }

    @Override
    public void ended(LaunchEnd end) {
      listener.ended(end);
    }

    @Override
    public void back(String machine, String holder) {
      there.countDown();
    }
  }

  /** A back end whose machine is there when launches are adopted. */
  private record Attended(Backend backend, CountDownLatch there) implements Backend {
    @Override
    public void adopt(List<Launch> launches) {
      backend.adopt(launches);
      try {
        there.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void launch(Launch launch) {
      backend.launch(launch);
    }

    @Override
    public Traits traits(String machine) {
      return backend.traits(machine);
    }

    @Override
    public boolean takeBack(LaunchId launch) {
      return backend.takeBack(launch);
    }

    @Override
    public void stop(LaunchId launch) {
      backend.stop(launch);
    }

    @Override
    public Optional<OutputPart> output(
        LaunchId launch, OutputChannel channel, long from, int most) {
      return backend.output(launch, channel, from, most);
    }

    @Override
    public void close() {
      try {
        backend.close();
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }
}
