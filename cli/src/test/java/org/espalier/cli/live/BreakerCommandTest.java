package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task type whose command fails is refused, until it is mended. */
class BreakerCommandTest {
  @TempDir private Path directory;

  private Path write(String type) throws IOException {
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\nshort,box,0.1\n");
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        machine_types: [{name: box}]
        machines: [{type: box, count: 1}]
        pet: {samples: times.csv, step: 10 ms}
        """);
    return Files.writeString(
        directory.resolve("live.yaml"),
        "system: system.yaml\npolicy: MM\ntask_types: {short: %s}\n".formatted(type));
  }

  private static HttpResponse<String> post(String address)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + "/v1/tasks"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"type\":\"short\",\"deadline\":\"in 60 s\"}"))
              .build();
      return client.send(request, BodyHandlers.ofString());
    }
  }

  @Test
  void itIsRefusedUntilItIsMended() throws Exception {
    Path file = write("{command: [\"false\"], breaker: {failures: 2, pause: 1 h}}");
    try (LiveServer server =
        new Serving(
                Optional.of(file),
                Optional.empty(),
                Optional.of(0),
                false,
                PolicyRegistry.builtIn())
            .start(new PrintWriter(Writer.nullWriter()))) {
      String address = server.address();
      String[] submit = {"submit", "short", "--deadline", "in 60 s", "--wait"};
      assertThat(CommandRun.at(address, submit).out()).contains("failed");
      assertThat(CommandRun.at(address, submit).out()).contains("failed");
      String why =
          "task type short is refused: its last 2 executions failed (on box-0; exit" + " status 1)";

      HttpResponse<String> refused = post(address);

      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isBetween(1L, 3600L);
      assertThat(refused.body()).contains(why);
      assertThat(CommandRun.at(address, submit).err()).contains(why);
      await()
          .atMost(Duration.ofMinutes(2)) // what it tells may be a second old
          .untilAsserted(
              () -> assertThat(CommandRun.at(address, "status").out()).contains("Broken: " + why));

      write("{command: [\"true\"]}");
      assertThat(CommandRun.at(address, "reload").out())
          .contains("task_types.short.breaker.pause is gone; it was 1 h");
      assertThat(CommandRun.at(address, submit).out()).contains("on-time");
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () -> assertThat(CommandRun.at(address, "status").out()).doesNotContain("refused"));
    }
  }

  @Test
  void whatIsWrongWithItIsTold() throws IOException {
    Path file = write("{command: [\"false\"], breaker: {failures: 0, pause: soon, for: 2}}");
    assertThat(CommandRun.of("check", file).out())
        .contains("task_types.short.breaker.failures", "breaker.pause", "breaker.for: unknown key");
  }
}
