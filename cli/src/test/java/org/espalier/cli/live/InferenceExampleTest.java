package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.cli.files.Home;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.backend.ServerSettings;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The example of inference as a service, with what the documents and the Python package say of it.
 */
final class InferenceExampleTest {
  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private LiveServer server;

  private LiveSettings read(String name) {
    Path file = Home.file("examples/inference/" + name);
    return LiveFiles.read(file, PolicyRegistry.builtIn(), Optional.of(directory)).value();
  }

  @BeforeEach
  void serve() {
    server = LiveServer.start(read("live.yaml").onPort(0));
  }

  @AfterEach
  void stop() {
    server.close();
    http.shutdownNow();
  }

  private HttpResponse<String> invoke(String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address() + "/v1/invoke/" + path))
            .POST(BodyPublishers.ofString(body));
    return http.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        BodyHandlers.ofString());
  }

  @Test
  void bothFilesDescribeTheSameTaskTypes() {
    LiveSettings servers = read("servers.yaml");

    assertThat(servers.scheduler().commands().views())
        .containsExactlyInAnyOrderElementsOf(read("live.yaml").scheduler().commands().views())
        .hasSize(12);
    assertThat(((ServerSettings) servers.backend()).machines()).hasSize(5);
  }

  @Test
  void simulatedMachinesAreInvokedAsServersAre() throws Exception {
    HttpResponse<String> answer = invoke("classify", "{\"inputs\": []}", "Deadline", "60 s");

    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode task = JsonMapper.shared().readTree(answer.body());
    assertThat(task.get("state").asString()).isEqualTo("completed");
    assertThat(task.get("parameters").get("(body)").asString()).isEqualTo("14 B");
    assertThat(invoke("answer?prompt=Why", "", "Deadline", "60 s").statusCode()).isEqualTo(200);
    assertThat(invoke("answer?prompt=Why", "", "Deadline", "1 ms").body())
        .containsAnyOf("Not in time", "Given up");
  }
}
