import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A live service, over HTTP. */
final class Service {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final String address;
  private final HttpClient http = HttpClient.newHttpClient();

  Service(String address) {
    this.address = address;
  }

  /** Submits a segment; the answer comes when the service has it safe. */
  CompletableFuture<Void> submit(String type, String clip, String name, String deadline) {
    String body =
        MAPPER
            .createObjectNode()
            .put("type", type)
            .put("deadline", "in " + deadline)
            .put("key", name)
            .set("parameters", MAPPER.createObjectNode().put("clip", clip).put("name", name))
            .toString();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/v1/tasks"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return http.sendAsync(request, BodyHandlers.ofString()).thenAccept(Service::check);
  }

  private static void check(HttpResponse<String> response) {
    if (response.statusCode() >= 400) {
      throw new IllegalStateException(response.statusCode() + ": " + response.body());
    }
  }

  /** All tasks, in the order of their submission, when none waits or runs any more. */
  List<JsonNode> ended() throws IOException, InterruptedException {
    while (!get("/v1/tasks?limit=1&state=queued&state=assigned&state=running").get("tasks").isEmpty()) {
      Thread.sleep(500);
    }
    List<JsonNode> tasks = new ArrayList<>();
    String before = "";
    do {
      JsonNode page = get("/v1/tasks?limit=99" + before);
      page.get("tasks").forEach(tasks::add);
      before = page.has("next") ? "&before=" + page.get("next").asString() : "";
    } while (!before.isEmpty());
    Collections.reverse(tasks);
    return tasks;
  }

  /** How long an ended task executed; empty if it did not start. */
  static String seconds(JsonNode task) {
    if (!task.has("started")) {
      return "";
    }
    Instant start = Instant.parse(task.get("started").asString());
    Instant end = Instant.parse(task.get("ended").asString());
    return "%.3f".formatted(Duration.between(start, end).toMillis() / 1e3);
  }

  private JsonNode get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address + path)).build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    check(response);
    return MAPPER.readTree(response.body());
  }
}
