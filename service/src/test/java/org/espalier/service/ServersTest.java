package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedServer;
import org.espalier.service.backend.ScriptedServer.Request;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The whole service on machines that are servers, well-behaved ones and others. */
@Sampled(0.6)
class ServersTest {
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
      classify,gpu,0.04
      ask,gpu,0.02
      ask,gpu,0.04
      again,gpu,0.02
      again,gpu,0.04
      """;

  private static final String LIVE =
      """
      system: system.yaml
      backend: http
      policy: FCFS
      machines:
        gpu: {url: "%s", stops: on-close, answer: 100 KiB%s}
      task_types:
        classify:
          request:
            path: "/v2/models/{model}/infer?v={version}"
            headers: {X-Model: "model {model}"}
          parameters:
            model: {text: any, default: resnet}
            version: {integer: [1, 9], default: 1}
          deadline: 600 s
        ask:
          request:
            path: /v1/completions
            headers: {Content-Type: application/json}
            body: '{{"prompt": "{prompt}", "max_tokens": {tokens}}}'
          parameters: {prompt: {text: any}, tokens: {integer: [1, 99], default: 7}}
        again:
          request: {path: /again}
          retry: {count: 1, on: [lost, failed]}
          largest_body: 1 kB
          deadline: 600 s
      http: {port: 0, invocations: 2, held: 300 KiB}
      """;

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile ScriptedServer.Script script =
      (request, out) ->
          ScriptedServer.send(out, 200, "text/x-answer", "you said " + request.text());
  private final ScriptedServer server = new ScriptedServer((r, out) -> script.answer(r, out));

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("system.yaml"), SYSTEM);
    Files.writeString(directory.resolve("times.csv"), TIMES);
  }

  @AfterEach
  void close() {
    server.close();
    http.shutdownNow();
  }

  private LiveSettings settings(String more) throws IOException {
    Path live =
        Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(server.url(), more));
    return LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  private LiveServer start() throws IOException {
    return LiveServer.start(settings(""));
  }

  private static HttpRequest.Builder invocation(LiveServer service, String path) {
    return HttpRequest.newBuilder(URI.create(service.address() + "/v1/invoke/" + path));
  }

  private HttpResponse<String> invoke(LiveServer service, String path, String body)
      throws IOException, InterruptedException {
    return http.send(
        invocation(service, path).POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private static JsonNode onlyTask(LiveServer service) throws IOException {
    try (Client client = new Client(service.address())) {
      return client.json("/v1/tasks").path("tasks").path(0);
    }
  }

  private static void awaitFate(LiveServer service, String fate) {
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> onlyTask(service).path("fate").asString("").equals(fate));
  }

  @Test
  void aHeaderMayHaveACurve() throws Exception {
    settings("");
    Path live = directory.resolve("live.yaml");
    String more = "urgencies: {now: {1 s: 1}}\nsettings: {JIT.by_utility: true}\n";
    Files.writeString(live, Files.readString(live).replace("policy: FCFS", "policy: JIT") + more);
    try (LiveServer service =
        LiveServer.start(LiveFiles.read(live, PolicyRegistry.builtIn()).value())) {
      HttpRequest.Builder request =
          invocation(service, "classify").header("Urgency", "30 s: 1, 2 min: 0.5");
      assertThat(
              http.send(request.POST(BodyPublishers.ofString("x")).build(), BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(200);
      assertThat(onlyTask(service).path("urgency").asString()).isEqualTo("30 s: 1.0, 2 min: 0.5");
    }
  }

  @Test
  void theBodyGoesToTheServerAsItIsAndItsAnswerComesBack() throws Exception {
    try (LiveServer service = start()) {
      HttpResponse<String> answer =
          http.send(
              invocation(service, "classify?model=a%20b%2Fc&version=3")
                  .header("Content-Type", "image/x-test")
                  .POST(BodyPublishers.ofByteArray("\0\u00ff\n".getBytes(StandardCharsets.UTF_8)))
                  .build(),
              BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("you said \0\u00ff\n");
      assertThat(answer.headers().firstValue("Content-Type")).contains("text/x-answer");
      Request request = server.requests().getFirst();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/v2/models/a%20b%2Fc/infer?v=3");
      assertThat(request.headers())
          .containsEntry("x-model", "model a b/c")
          .containsEntry("content-type", "image/x-test");
      assertThat(request.headers().get("idempotency-key")).matches("[0-9a-f-]+\\.[0-9]+-0-1");
      awaitFate(service, "on-time");
      assertThat(onlyTask(service).get("parameters").get("(body)").asString()).isEqualTo("4 B");
    }
  }

  /** It takes invocations of its own until they are quick, of which neither side sees anything. */
  @Test
  @Sampled(0.25)
  void onceItIsReadyInvocationsAreQuickAndNothingOfThatShows() throws Exception {
    try (LiveServer service = start();
        Client client = new Client(service.address())) {
      await().until(() -> client.get("/readyz").statusCode() == 200);

      assertThat(countTasks(service)).isZero();
      assertThat(server.requests()).isEmpty();
      assertThat(invoke(service, "classify", "x").body()).isEqualTo("you said x");
      await().untilAsserted(() -> assertThat(onlyTask(service).path("id").asInt(-1)).isZero());
    }
  }

  @Test
  void aTaskThatIsSubmittedIsARequestTooAndCanBeWaitedFor() throws Exception {
    try (LiveServer service = start();
        Client client = new Client(service.address())) {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(service.address() + "/v1/tasks"))
                  .header("Content-Type", "application/json")
                  .header("Prefer", "respond-async, wait=20")
                  .POST(
                      BodyPublishers.ofString(
                          "{\"type\": \"ask\", \"deadline\": \"in 600 s\", \"parameters\": "
                              + "{\"prompt\": \"a \\\"quoted\\\" \\\\ word\"}}"))
                  .build(),
              BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Preference-Applied")).contains("wait=20");
      assertThat(Client.json(answer).get("fate").asString()).isEqualTo("on-time");
      assertThat(server.requests().getFirst().text())
          .isEqualTo("{\"prompt\": \"a \\\"quoted\\\" \\\\ word\", \"max_tokens\": 7}");
      script = (request, out) -> Thread.sleep(Long.MAX_VALUE);
      long id =
          Client.id(client.post("/v1/tasks", "{\"type\": \"again\", \"deadline\": \"in 9 s\"}"));
      HttpResponse<String> waits =
          http.send(
              HttpRequest.newBuilder(URI.create(service.address() + "/v1/tasks/" + id))
                  .header("Prefer", "wait=1")
                  .build(),
              BodyHandlers.ofString());
      assertThat(Client.json(waits).has("ended")).isFalse();
      client.delete("/v1/tasks/" + id);
    }
  }

  @Test
  void anAnswerThatStreamsComesAsItIsMade() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    script =
        (request, out) -> {
          ScriptedServer.write(
              out,
              "HTTP/1.1 200 OK\r\n"
                  + "Content-Type: text/event-stream\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n"
                  + "5\r\n"
                  + "first\r\n");
          seen.await();
          ScriptedServer.write(out, "4\r\nlast\r\n0\r\n\r\n");
        };
    try (LiveServer service = start()) {
      HttpResponse<InputStream> answer =
          http.send(
              invocation(service, "classify").POST(BodyPublishers.noBody()).build(),
              BodyHandlers.ofInputStream());
      assertThat(answer.body().readNBytes(5)).isEqualTo("first".getBytes(StandardCharsets.UTF_8));
      await()
          .untilAsserted(
              () -> assertThat(onlyTask(service).path("state").asString("")).isEqualTo("running"));
      seen.countDown();
      assertThat(answer.body().readAllBytes()).isEqualTo("last".getBytes(StandardCharsets.UTF_8));
      awaitFate(service, "on-time");
    }
  }

  @Test
  void whatTheServerRefusesIsPassedOnOnceItIsNotTriedAgain() throws Exception {
    script =
        (request, out) ->
            ScriptedServer.send(
                out, server.requests().size() < 2 ? 500 : 418, "text/plain", "no tea here");
    try (LiveServer service = start()) {
      HttpResponse<String> answer = invoke(service, "again", "x");

      assertThat(answer.statusCode()).isEqualTo(418);
      assertThat(answer.body()).isEqualTo("no tea here");
      assertThat(server.requests()).hasSize(2);
      awaitFate(service, "failed");
      assertThat(onlyTask(service).get("exit_code").asInt()).isEqualTo(418);
    }
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    try (ScriptedServer other = new ScriptedServer((r, out) -> {})) {
      script =
          (request, out) ->
              ScriptedServer.write(
                  out,
                  "HTTP/1.1 307 Away\r\nLocation: %s/\r\nContent-Length: 0\r\n\r\n"
                      .formatted(other.url()));
      try (LiveServer service = start()) {
        HttpResponse<String> answer = invoke(service, "classify", "x");

        assertThat(answer.statusCode()).isEqualTo(307);
        assertThat(answer.headers().firstValue("Location")).isEmpty();
        assertThat(other.requests()).isEmpty();
      }
    }
  }

  @Test
  void whoHangsUpCancelsAndTheServerIsRidOfIt() throws Exception {
    CountDownLatch came = new CountDownLatch(1);
    CountDownLatch cut = new CountDownLatch(1);
    script =
        (request, out) -> {
          came.countDown();
          ScriptedServer.trickle(out);
          cut.countDown();
        };
    try (LiveServer service = start()) {
      CompletableFuture<HttpResponse<String>> answer =
          http.sendAsync(
              invocation(service, "classify").POST(BodyPublishers.ofString("x")).build(),
              BodyHandlers.ofString());
      came.await();
      answer.cancel(true);

      cut.await();
      awaitFate(service, "cancelled");
    }
  }

  @Test
  void whatCannotBeInTimeIsToldSo() throws Exception {
    script = (request, out) -> Thread.sleep(Long.MAX_VALUE);
    try (LiveServer service = start()) {
      HttpResponse<String> evicted =
          http.send(
              invocation(service, "classify")
                  .header("Deadline", "300 ms")
                  .POST(BodyPublishers.ofString("x"))
                  .build(),
              BodyHandlers.ofString());

      assertThat(evicted.statusCode()).isEqualTo(504);
      assertThat(evicted.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(evicted.body()).contains("evicted", "its chance was ");
      HttpResponse<String> late =
          http.send(
              invocation(service, "classify")
                  .header("Deadline", "2020-01-31T12:00:00Z")
                  .POST(BodyPublishers.ofString("x"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(late.statusCode()).isEqualTo(504);
      assertThat(late.body()).contains("never mapped");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void whatIsWrongWithAnInvocationIsTold() throws Exception {
    try (LiveServer service = start()) {
      assertThat(invoke(service, "ask?prompt=x", "").body()).contains("Deadline", "missing");
      assertThat(invoke(service, "classify?model=..", "").body()).contains("lead elsewhere");
      assertThat(invoke(service, "classify?model=a%0d%0aX-Evil:%20b", "").body())
          .contains("control character");
      assertThat(invoke(service, "classify?model=%C3%A9", "").body()).contains("letters of ASCII");
      assertThat(invoke(service, "classify?colour=red", "").body()).contains("colour");
      assertThat(invoke(service, "nothing", "").statusCode()).isEqualTo(400);
      HttpResponse<String> body =
          http.send(
              invocation(service, "ask?prompt=x")
                  .header("Deadline", "1 s")
                  .POST(BodyPublishers.ofString("x"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(body.body()).contains("takes no body");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void overloadIsAnsweredAtOnce() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    script =
        (request, out) -> {
          go.await();
          ScriptedServer.send(out, 200, "text/plain", "late");
        };
    try (LiveServer service = start()) {
      List<CompletableFuture<HttpResponse<String>>> waiting =
          List.of(send(service, "1"), send(service, "2"));
      await().until(() -> countTasks(service) == 2);

      HttpResponse<String> third = send(service, "3").get();
      assertThat(third.statusCode()).isEqualTo(503);
      assertThat(third.headers().firstValue("Retry-After")).contains("1");
      assertThat(countTasks(service)).isEqualTo(2);
      go.countDown();
      for (CompletableFuture<HttpResponse<String>> each : waiting) {
        assertThat(each.get().body()).isEqualTo("late");
      }
      assertThat(send(service, "x".repeat(400_000)).get().statusCode()).isEqualTo(503);
      assertThat(invoke(service, "again", "x".repeat(1001)).statusCode()).isEqualTo(413);
      assertThat(invoke(service, "again", "x".repeat(1000)).statusCode()).isEqualTo(200);
      assertThat(send(service, "5").get().statusCode()).isEqualTo(200);
    }
  }

  private CompletableFuture<HttpResponse<String>> send(LiveServer service, String body) {
    return http.sendAsync(
        invocation(service, "classify").POST(BodyPublishers.ofString(body)).build(),
        BodyHandlers.ofString());
  }

  private static int countTasks(LiveServer service) throws IOException {
    try (Client client = new Client(service.address())) {
      return client.json("/v1/tasks").get("tasks").size();
    }
  }

  @Test
  void whatIsNotKnownIsLostAndOnlyARetrySendsItAgain() throws Exception {
    script =
        (request, out) -> {
          if (server.requests().size() % 2 == 1) {
            ScriptedServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            throw new IOException("breaks off");
          }
          ScriptedServer.send(out, 200, "text/plain", "whole");
        };
    try (LiveServer service = start()) {
      assertThat(invoke(service, "classify", "x").statusCode()).isEqualTo(502);
      awaitFate(service, "failed");
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void badFramingAndAnswersThatAreTooLongAreFailures() throws Exception {
    try (LiveServer service = start()) {
      script = (request, out) -> ScriptedServer.write(out, "HTTP/1.1 what\r\n\r\n");
      HttpResponse<String> bad = invoke(service, "classify", "x");
      assertThat(bad.statusCode()).isEqualTo(502);
      assertThat(bad.body()).contains("no whole answer came from " + server.url());
      script = (request, out) -> ScriptedServer.send(out, 200, "text/plain", "x".repeat(200_000));
      await().until(() -> !machineIsAway(service));
      assertThat(outcome(service)).isEqualTo("broken");
      script = (request, out) -> ScriptedServer.send(out, 500, "text/plain", "x".repeat(200_000));
      assertThat(invoke(service, "classify", "x").body()).contains("longer than 102400 bytes");
      script = (request, out) -> ScriptedServer.send(out, 200, "text/plain", "x".repeat(100_000));
      assertThat(invoke(service, "classify", "x").body()).hasSize(100_000);
    }
  }

  private String outcome(LiveServer service) throws InterruptedException {
    try {
      return invoke(service, "classify", "x").body().length() + " bytes";
    } catch (IOException e) {
      return "broken";
    }
  }

  private static boolean machineIsAway(LiveServer service) throws IOException {
    try (Client client = new Client(service.address())) {
      return client
          .json("/v1/machines")
          .get("machines")
          .get(0)
          .get("condition")
          .asString()
          .startsWith("away");
    }
  }

  @Test
  void aServerThatIsAwayTakesNothingAndComesBack() throws Exception {
    int port;
    try (ScriptedServer first = new ScriptedServer((r, out) -> {})) {
      port = first.port();
    }
    Path live =
        Files.writeString(
            directory.resolve("live.yaml"),
            LIVE.formatted("http://127.0.0.1:" + port, ", health: /v2/health/ready"));
    try (LiveServer service =
        LiveServer.start(LiveFiles.read(live, PolicyRegistry.builtIn()).value())) {
      await().until(() -> machineIsAway(service));
      CompletableFuture<HttpResponse<String>> waiting = send(service, "patient");
      await().until(() -> countTasks(service) == 1);
      assertThat(onlyTask(service).get("attempts").asInt()).isZero();
      try (ScriptedServer again =
          new ScriptedServer(
              port,
              (request, out) -> ScriptedServer.send(out, 200, "text/plain", request.path()))) {
        assertThat(waiting.get().body()).isEqualTo("/v2/models/resnet/infer?v=1");
        assertThat(again.requests().getFirst().path()).isEqualTo("/v2/health/ready");
      }
      await().until(() -> machineIsAway(service));
    }
  }

  @Test
  void aServerThatRunsOnIsNotGivenAnythingElseMeanwhile() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    script =
        (request, out) -> {
          if (request.text().equals("long")) {
            go.await();
          }
          ScriptedServer.send(out, 200, "text/plain", "done");
        };
    String live = LIVE.replace("stops: on-close", "stops: runs-on, grace: 600 s");
    Path file = Files.writeString(directory.resolve("live.yaml"), live.formatted(server.url(), ""));
    try (LiveServer service =
        LiveServer.start(LiveFiles.read(file, PolicyRegistry.builtIn()).value())) {
      HttpResponse<String> evicted =
          http.send(
              invocation(service, "classify")
                  .header("Deadline", "200 ms")
                  .POST(BodyPublishers.ofString("long"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(evicted.statusCode()).isEqualTo(504);
      CompletableFuture<HttpResponse<String>> next = send(service, "next");
      await().until(() -> countTasks(service) == 2);
      try (Client client = new Client(service.address())) {
        assertThat(client.get("/v1/machines").body()).contains("stopping a task");
      }
      assertThat(server.requests()).hasSize(1);
      go.countDown();
      assertThat(next.get().body()).isEqualTo("done");
    }
  }
}
