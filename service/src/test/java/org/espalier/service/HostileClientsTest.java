package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.espalier.testsupport.TestJvm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service that is held by thousands of connections which want nothing, with few descriptors and
 * with as many as there are. With {@code -Despalier.hostile=full} it is held by 20,000 idle ones,
 * 500 followers that never read and 400 that send byte by byte, for a minute; else by a tenth of
 * these.
 */
@Tag("slow")
class HostileClientsTest {
  private static final boolean FULL = "full".equals(System.getProperty("espalier.hostile"));
  private static final int SCALE = FULL ? 1 : 10;
  private static final int PROCESSES = 2;
  private static final double MOST_MILLIS = 100;
  private static final Duration RELEASE = Duration.ofMinutes(1);

  /** Sockets of those that measure. */
  private static final int OWN = 5;

  @TempDir private Path directory;

  @Test
  void fewDescriptorsAreEnough() throws Exception {
    holdOut("ulimit -n %d; ".formatted(FULL ? 1024 : 512));
  }

  @Test
  void manyConnectionsHoldNobodyUp() throws Exception {
    holdOut("");
  }

  private void holdOut(String limit) throws Exception {
    SmallSystem.in(directory, 100);
    List<Process> clients = new ArrayList<>();
    AtomicBoolean isOver = new AtomicBoolean();
    try (ServiceProcess service = ServiceProcess.start(directory, limit)) {
      URI address = URI.create(service.address());
      double alone = new Latencies(address).quantile(FULL ? 500 : 100, () -> true);
      long before = service.sockets();
      FutureTask<Double> held =
          new FutureTask<>(() -> new Latencies(address).quantile(100, isOver::get));
      Thread.ofPlatform().daemon().start(held);
      for (int i = 0; i < PROCESSES; i++) {
        clients.add(clients(address.getPort(), i));
      }
      for (Process each : clients) {
        assertThat(each.inputReader().readLine()).isEqualTo("open");
      }
      long began = System.nanoTime();
      long most = service.sockets();
      await()
          .atMost(RELEASE)
          .untilAsserted(() -> assertThat(service.sockets()).isLessThanOrEqualTo(before + OWN));
      double seconds = (System.nanoTime() - began) / 1e9;
      isOver.set(true);
      System.out.printf(
          Locale.ROOT,
          "%s%d idle: p99 alone %.1f ms, held %.1f ms; %d sockets, released after %.1f s%n",
          limit,
          20_000 / SCALE,
          alone,
          held.get(),
          most,
          seconds);
      assertThat(held.get()).isLessThan(Math.max(FULL ? MOST_MILLIS : 5 * MOST_MILLIS, 4 * alone));
      assertThat(Latencies.status(HttpClient.newHttpClient(), address.resolve("/healthz")))
          .isEqualTo(200);
    } finally {
      isOver.set(true);
      clients.forEach(Process::destroyForcibly);
    }
  }

  private Process clients(int port, int index) throws IOException {
    return new ProcessBuilder(
            TestJvm.of("-Xmx512m")
                .command(
                    HostileClients.class.getName(),
                    Integer.toString(port),
                    Integer.toString(10 + 50 * index),
                    Integer.toString(20_000 / SCALE / PROCESSES),
                    Integer.toString(500 / SCALE / PROCESSES),
                    Integer.toString(400 / SCALE / PROCESSES)))
        .redirectErrorStream(true)
        .start();
  }

  /** How long requests take, on a connection of their own and on one that stays, by turns. */
  private record Latencies(URI address) {
    double quantile(int least, BooleanSupplier isOver) throws Exception {
      List<Double> millis = new ArrayList<>();
      try (HttpClient kept = HttpClient.newHttpClient()) {
        while (millis.size() < 2 * least || !isOver.getAsBoolean()) {
          millis.add(millis(kept));
          try (HttpClient fresh = HttpClient.newHttpClient()) {
            millis.add(millis(fresh));
          }
          Thread.sleep(5);
        }
      }
      millis.sort(null);
      return millis.get((int) Math.ceil(0.99 * millis.size()) - 1);
    }

    private double millis(HttpClient client) throws Exception {
      long began = System.nanoTime();
      assertThat(status(client, address.resolve("/v1/overview"))).isEqualTo(200);
      return (System.nanoTime() - began) / 1e6;
    }

    static int status(HttpClient client, URI address) throws Exception {
      HttpRequest request = HttpRequest.newBuilder(address).build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    }
  }
}
