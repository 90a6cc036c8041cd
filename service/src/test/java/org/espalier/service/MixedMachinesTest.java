package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedServer;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Machines that run commands and machines that are servers in one system. */
class MixedMachinesTest {
  private static final String SYSTEM =
      """
      name: both
      tick: 1 ms
      machines: [{type: cpu, count: 1}, {type: gpu, count: 1}]
      pet: {samples: times.csv, step: 10 ms}
      missing: cannot-run
      """;
  private static final String LIVE =
      """
      system: system.yaml
      machines:
        cpu: {nice: 5}
        gpu: {url: "%s"}
      task_types:
        say:
          command: [echo, "on {machine}: {word}"]
          parameters: {word: {text: any}}
        ask: {request: {path: "/on/{machine}"}, deadline: 600 s}
      http: {port: 0}
      """;

  @TempDir private Path directory;

  @Test
  void eachTaskRunsOnAMachineOfItsKindAndBothGoOnAfterAStart() throws Exception {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nsay,cpu,0.02\nask,gpu,0.02\n");
    try (ScriptedServer server =
            new ScriptedServer(
                (request, out) -> ScriptedServer.send(out, 200, "text/plain", request.path()));
        HttpClient http = HttpClient.newHttpClient()) {
      Path file = Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(server.url()));
      LiveSettings settings = LiveFiles.read(file, PolicyRegistry.builtIn()).value();
      for (int start = 0; start < 2; start++) {
        try (LiveServer service = LiveServer.start(settings);
            Client client = new Client(service.address())) {
          int said =
              Client.id(
                  client.post(
                      "/v1/tasks",
                      "{\"type\":\"say\",\"parameters\":{\"word\":\"hello\"},\"deadline\":\"in 600 s\"}"));
          assertThat(
                  http.send(
                          HttpRequest.newBuilder(URI.create(service.address() + "/v1/invoke/ask"))
                              .POST(BodyPublishers.ofString("x"))
                              .build(),
                          BodyHandlers.ofString())
                      .body())
              .isEqualTo("/on/gpu-0");
          await().until(() -> client.json("/v1/tasks/" + said).has("ended"));
          JsonNode task = client.json("/v1/tasks/" + said);
          assertThat(task.get("fate").asString()).isEqualTo("on-time");
          assertThat(task.get("machine").asString()).isEqualTo("cpu-0");
          assertThat(client.get("/v1/tasks/" + said + "/output").body())
              .isEqualTo("on cpu-0: hello\n");
        }
      }
    }
  }
}
