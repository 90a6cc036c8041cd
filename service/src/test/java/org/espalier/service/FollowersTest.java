package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Hundreds that follow the events and read nothing, while tasks are submitted. */
@Tag("slow")
class FollowersTest {
  private static final int SLOW = 300;
  private static final int MOST = 320;
  private static final int TASKS = 400;
  private static final double MOST_MILLIS = 500;
  private static final long MOST_BYTES = 200L << 20;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir private Path directory;
  private int port;

  @Test
  void slowFollowersHoldNobodyUpAndLoseNothing() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 10_000, "  connections: " + 2 * MOST);
    List<Follower> slow = new ArrayList<>();
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      port = URI.create(server.address()).getPort();
      double alone = quantileWithoutFollowers(client);
      for (int i = 0; i < SLOW; i++) {
        slow.add(new Follower(0));
      }
      long before = usedBytes();
      List<Long> sequences = new ArrayList<>();
      try (Load load = new Load(client, 8)) {
        follow(sequences, () -> load.acknowledged().size() >= TASKS / 2);
        follow(sequences, () -> load.acknowledged().size() >= TASKS); // after a break
        load.finish();
        assertThat(load.quantileMillis(0.99)).isLessThan(Math.max(MOST_MILLIS, 4 * alone));
      }
      long end = client.json("/v1/overview").get("sequence").asLong();
      follow(sequences, () -> sequences.size() >= end);

      assertThat(usedBytes() - before).isLessThan(MOST_BYTES);
      for (int i = 0; i < sequences.size(); i++) {
        assertThat(sequences.get(i)).isEqualTo(i + 1L);
      }
      checkLimit(slow, client);
    } finally {
      close(slow);
    }
  }

  /** What a machine that is busy with other things takes anyway. */
  private static double quantileWithoutFollowers(Client client) throws Exception {
    try (Load load = new Load(client, 8, "alone-")) {
      await().until(() -> load.acknowledged().size() >= TASKS);
      load.finish();
      return load.quantileMillis(0.99);
    }
  }

  /** Follows behind the last event until enough has happened, then breaks off. */
  private void follow(List<Long> sequences, BooleanSupplier enough) throws Exception {
    URI address = URI.create("http://localhost:%d/v1/events".formatted(port));
    try (HttpClient client = HttpClient.newHttpClient();
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    client
                        .send(
                            HttpRequest.newBuilder(address)
                                .header("Last-Event-ID", Integer.toString(sequences.size()))
                                .build(),
                            BodyHandlers.ofInputStream())
                        .body(),
                    StandardCharsets.UTF_8))) {
      for (String line = reader.readLine();
          line != null && !enough.getAsBoolean();
          line = reader.readLine()) {
        if (line.startsWith("id: ")) {
          note(Long.parseLong(line.substring(4)), reader.readLine(), sequences);
        }
      }
      client.shutdownNow();
    }
  }

  private static void note(long last, String data, List<Long> sequences) {
    JsonNode entries = MAPPER.readTree(data.substring("data: ".length()));
    for (int i = 0; i < entries.size(); i++) {
      sequences.add(last - entries.size() + 1 + i);
    }
  }

  private void checkLimit(List<Follower> slow, Client client) throws Exception {
    Follower last = slow.getLast();
    while (last.isServed()) {
      assertThat(slow.size()).isLessThanOrEqualTo(MOST);
      last = new Follower(0);
      slow.add(last);
    }
    assertThat(last.status()).contains("503");
    assertThat(last.headers()).anyMatch(line -> line.startsWith("Retry-After:"));
    close(slow);
    slow.clear();
    await()
        .until(() -> {
          try (Follower next = new Follower(0)) {
            return next.isServed();
          }
        });
    assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
  }

  private static void close(List<Follower> followers) throws IOException {
    for (Follower each : followers) {
      each.close();
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** A connection with small buffers that has asked for the events after a number. */
  private final class Follower implements AutoCloseable {
    private final Socket socket = new Socket();
    private final BufferedReader reader;
    private String status = "";

    Follower(long after) throws IOException {
      socket.setReceiveBufferSize(4096);
      socket.setSoTimeout(20_000);
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      String request =
          "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: %d\r\n\r\n"
              .formatted(after);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      reader =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    String status() throws IOException {
      if (status.isEmpty()) {
        status = String.valueOf(reader.readLine());
      }
      return status;
    }

    boolean isServed() throws IOException {
      return status().contains("200");
    }

    List<String> headers() throws IOException {
      List<String> headers = new ArrayList<>();
      for (String line = reader.readLine();
          line != null && !line.isEmpty();
          line = reader.readLine()) {
        headers.add(line);
      }
      return headers;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
