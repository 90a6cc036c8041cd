package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedServer;
import org.espalier.service.config.LiveFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Servers and clients that behave badly in ways that {@link ServersTest} does not have: after each
 * of them the next request is served as if nothing had been.
 */
class HostilePeersTest {
  private static final String LIVE =
      """
      system: system.yaml
      backend: http
      policy: FCFS
      machines: {gpu: {url: "%s", stops: on-close}}
      task_types:
        classify:
          request: {path: "/{name}"}
          parameters: {name: {text: any, default: x}}
          largest_body: 200 kB
          deadline: 600 s
      http: {port: 0, held: 300 KiB}
      """;
  private static final String HEAD = "POST /v1/invoke/classify HTTP/1.1\r\nHost: localhost\r\n";
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile ScriptedServer.Script script = HostilePeersTest::answerWell;
  private final ScriptedServer server = new ScriptedServer((r, out) -> script.answer(r, out));
  private LiveServer service;
  private Client client;

  private static void answerWell(ScriptedServer.Request request, OutputStream out)
      throws IOException {
    ScriptedServer.send(out, 200, "text/plain", "you said " + request.text());
  }

  @BeforeEach
  void start() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        "name: one\ntick: 1 ms\nmachines: [{type: gpu, count: 1}]\n"
            + "pet: {samples: times.csv, step: 10 ms}\n");
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nclassify,gpu,0.02\n");
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE.formatted(server.url()));
    service = LiveServer.start(LiveFiles.read(live, PolicyRegistry.builtIn()).value());
    client = new Client(service.address());
  }

  /** Whatever has happened, the next one is served. */
  @AfterEach
  void theNextIsServed() throws Exception {
    script = HostilePeersTest::answerWell;
    assertThat(invoke("classify", "next").body()).isEqualTo("you said next");
    service.close();
    client.close();
    server.close();
    http.shutdownNow();
  }

  private HttpRequest.Builder request(String path, String body) {
    return HttpRequest.newBuilder(URI.create(service.address() + "/v1/invoke/" + path))
        .POST(BodyPublishers.ofString(body));
  }

  private HttpResponse<String> invoke(String path, String body) throws Exception {
    return http.send(request(path, body).build(), BodyHandlers.ofString());
  }

  private Socket connect(String text) throws IOException {
    URI address = URI.create(service.address());
    Socket socket = new Socket(address.getHost(), address.getPort());
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private JsonNode tasks() throws IOException {
    return client.json("/v1/tasks").get("tasks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "what is this\r\n\r\n",
        OK + "Content-Length: -7\r\n\r\n",
        OK + "Content-Length: many\r\n\r\n",
        OK + "Content-Length: 9\r\n\r\nhalf",
        OK + "Transfer-Encoding: chunked\r\n\r\nzzz\r\nhalf\r\n",
        OK + "Transfer-Encoding: chunked\r\n\r\n9\r\nhalf",
        ""
      })
  void anAnswerThatIsNoneIsLost(String answer) throws Exception {
    script =
        (request, out) -> {
          ScriptedServer.write(out, answer);
          throw new IOException("closes");
        };
    assertThat(outcome()).isIn("502", "cut");
    await().until(() -> tasks().path(0).path("fate").asString("").equals("failed"));
    assertThat(server.requests()).hasSize(1);
  }

  private String outcome() throws Exception {
    try {
      return Integer.toString(invoke("classify", "x").statusCode());
    } catch (IOException e) {
      return "cut";
    }
  }

  /** A head without an end is no answer either. */
  @Test
  void aHeadThatNeverEndsIsGivenUp() throws Exception {
    script =
        (request, out) -> {
          ScriptedServer.write(out, OK);
          while (true) {
            ScriptedServer.write(out, "X-More: " + "x".repeat(5000) + "\r\n");
          }
        };
    assertThat(invoke("classify", "x").statusCode()).isEqualTo(502);
  }

  @Test
  void aServerThatTricklesIsCutAtTheDeadline() throws Exception {
    CountDownLatch cut = new CountDownLatch(1);
    script =
        (request, out) -> {
          ScriptedServer.trickle(out);
          cut.countDown();
        };
    HttpResponse<InputStream> answer =
        http.send(
            request("classify", "x").header("Deadline", "3 s").build(),
            BodyHandlers.ofInputStream());
    cut.await();
    await().until(() -> tasks().path(0).path("fate").asString("").equals("evicted"));
    try (InputStream body = answer.body()) {
      assertThat(answer.statusCode() == 504 || !endsInOrder(body)).isTrue();
    }
  }

  private static boolean endsInOrder(InputStream body) {
    try {
      body.readAllBytes();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** What a client says leads to no other host, and to no other place of the server. */
  @ParameterizedTest
  @ValueSource(strings = {"//evil.example/", "@evil.example", "x?a=b#c", "http://evil.example/"})
  void parametersLeadNowhereElse(String name) throws Exception {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");

    assertThat(invoke("classify?name=" + encoded, "x").statusCode()).isEqualTo(200);

    assertThat(server.requests().getFirst().path()).isEqualTo("/" + encoded);
  }

  @Test
  void aBodyInChunksThatGrowsTooLongIsRefused() throws Exception {
    StringBuilder body = new StringBuilder(HEAD + "Transfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 4; i++) {
      body.append("fa00\r\n").append("x".repeat(0xfa00)).append("\r\n");
    }
    try (Socket socket = connect(body.toString())) {
      assertThat(rest(socket)).startsWith("HTTP/1.1 413");
    }
    assertThat(tasks()).isEmpty();
    assertThat(server.requests()).isEmpty();
  }

  /** Nothing is submitted before a body is whole, so that a slow one holds up no machine. */
  @Test
  void aClientThatTricklesItsBodyHoldsUpNoMachine() throws Exception {
    try (Socket slow = connect(HEAD + "Content-Length: 10\r\nConnection: close\r\n\r\nslow")) {
      assertThat(invoke("classify", "quick").body()).isEqualTo("you said quick");
      await().untilAsserted(() -> assertThat(tasks()).hasSize(1));
      slow.getOutputStream().write("er now".getBytes(StandardCharsets.US_ASCII));
      assertThat(rest(slow)).startsWith("HTTP/1.1 200").endsWith("you said slower now");
    }
  }

  /** What was kept free for its body is free again. */
  @Test
  void aClientThatVanishesAmidItsBodyLeavesNothing() throws Exception {
    String large = "x".repeat(190_000);
    script = (request, out) -> ScriptedServer.send(out, 200, "text/plain", "ok");
    for (int i = 0; i < 3; i++) {
      connect(HEAD + "Content-Length: 200000\r\n\r\nhalf").close();
    }
    await().until(() -> invoke("classify", large).statusCode() == 200);
    await().untilAsserted(() -> assertThat(tasks()).hasSize(1));
  }

  /** Its answer is held for it up to a limit; then it is cut off. */
  @Test
  void aClientThatReadsNothingHoldsUpNoMachine() throws Exception {
    script =
        (request, out) ->
            ScriptedServer.send(
                out, 200, "text/plain", request.text().equals("deaf") ? "x".repeat(9 << 20) : "ok");
    try (Socket deaf = connect(HEAD + "Content-Length: 4\r\n\r\ndeaf")) {
      await().until(() -> tasks().path(0).has("fate"));
      assertThat(tasks().path(0).get("fate").asString())
          .as("cancelled if it was cut off before the server had sent all")
          .isIn("on-time", "cancelled");
      assertThat(invoke("classify", "other").body()).isEqualTo("ok");
      assertThat(rest(deaf).length()).isLessThan(9 << 20);
    }
  }

  @Test
  void manyThatHangUpAtOnceLeaveNoTask() throws Exception {
    CountDownLatch came = new CountDownLatch(1);
    script =
        (request, out) -> {
          came.countDown();
          ScriptedServer.trickle(out);
        };
    for (int i = 0; i < 20; i++) {
      CompletableFuture<HttpResponse<String>> one =
          http.sendAsync(request("classify", "x").build(), BodyHandlers.ofString());
      came.await();
      one.cancel(true);
    }
    await()
        .until(() -> client.json("/v1/tasks?state=queued,assigned,running").get("tasks").isEmpty());
  }
}
