package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.model.TaskType;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedServer;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.workload.document.InvalidInputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Task types of which the size matters: times are believed and learned by classes of it. */
class SizesTest {
  private static final String SYSTEM =
      """
      name: servers
      tick: 1 ms
      machines: [{type: gpu, count: 1}]
      pet: {samples: times.csv, step: 10 ms}
      """;
  private static final String TIMES =
      """
      task_type,machine_type,execution_time_s
      classify,gpu,0.02
      complete-to-100,gpu,0.02
      complete-over-100,gpu,30
      """;
  private static final String LIVE =
      """
      system: system.yaml
      backend: http
      policy: FCFS
      machines: {gpu: {url: "%s"}}
      task_types:
        classify:
          request: {path: /classify}
          deadline: 600 s
          size: {of: body, classes: [1 kB, 1 MB]}
        complete:
          request: {path: /complete, body: "{tokens}"}
          parameters: {tokens: {integer: [1, 1000], default: 500}}
          size: {of: tokens, classes: [100]}
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
  }

  private LiveSettings settings(String url) throws IOException {
    Path live = directory.resolve("live.yaml");
    Files.writeString(live, LIVE.formatted(url));
    return LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  @Test
  void eachClassHasARowOfItsOwnInThePet() throws IOException {
    assertThat(settings("http://gpu").scheduler().system().taskTypes())
        .extracting(TaskType::name)
        .containsExactly(
            "classify-to-1kB",
            "classify-to-1MB",
            "classify-over-1MB",
            "complete-to-100",
            "complete-over-100");
  }

  @Test
  void whatIsBelievedOfATaskHangsOnItsSize() throws Exception {
    try (LiveServer service = LiveServer.start(settings("http://127.0.0.1:9"));
        Client client = new Client(service.address())) {
      assertThat(chance(client, "{\"tokens\": 100}")).isEqualTo(1);
      assertThat(chance(client, "{\"tokens\": 101}")).isZero();
      assertThat(chance(client, "{}")).as("500 by default").isZero();
      assertThat(client.post("/v1/tasks", task("complete-to-100", "{}")).body())
          .contains("unknown task type", "expected one of classify, complete");
    }
  }

  private static String task(String type, String parameters) {
    return "{\"type\": \"%s\", \"deadline\": \"in 10 s\", \"parameters\": %s}"
        .formatted(type, parameters);
  }

  private static double chance(Client client, String parameters) throws IOException {
    JsonNode answer =
        Client.json(client.post("/v1/tasks?dry_run=true", task("complete", parameters)));
    return answer.get("machines").get(0).get("chance").asDouble();
  }

  @Test
  void timesAreLearnedByClassAndTasksKeepTheirTypes() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer((r, out) -> ScriptedServer.send(out, 200, "text/plain", "done"));
        LiveServer service = LiveServer.start(settings(server.url()));
        Client client = new Client(service.address())) {
      for (int bytes : new int[] {1000, 1001, 1_000_000, 1_000_001}) {
        http.send(
            HttpRequest.newBuilder(URI.create(service.address() + "/v1/invoke/classify"))
                .POST(BodyPublishers.ofByteArray(new byte[bytes]))
                .build(),
            BodyHandlers.ofString());
      }
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 4);
      assertThat(client.json("/v1/tasks?type=classify").get("tasks")).hasSize(4);
      List<String> counts =
          client
              .json("/v1/learning")
              .get("cells")
              .valueStream()
              .filter(cell -> cell.get("completions").asInt() > 0)
              .map(cell -> cell.get("task_type").asString() + " " + cell.get("completions").asInt())
              .toList();
      assertThat(counts)
          .containsExactlyInAnyOrder(
              "classify-to-1kB 1", "classify-to-1MB 2", "classify-over-1MB 1");
    }
  }

  @Test
  void whatIsWrongWithSizesIsTold() throws IOException {
    Path live = directory.resolve("live.yaml");
    Files.writeString(
        live,
        LIVE.formatted("http://gpu")
            .replace("[1 kB, 1 MB]", "[1 MB, 1 kB]")
            .replace("of: tokens", "of: words"));
    InvalidInputException refused =
        catchThrowableOfType(
            InvalidInputException.class, () -> LiveFiles.read(live, PolicyRegistry.builtIn()));

    assertThat(refused.getMessage())
        .contains("the classes are [1MB, 1kB]; expected at least one, rising")
        .contains("is that of words, which is no parameter with a number");
  }
}
