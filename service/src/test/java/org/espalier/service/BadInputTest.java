package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are wrong by accident or on purpose, to a service with real commands. */
class BadInputTest {
  private static final String GOOD =
      "{\"type\":\"once\",\"parameters\":{\"name\":\"good\",\"time\":0.01},\"deadline\":\"in 60"
          + " s\"}";
  private static final int MUTANTS = 3000;
  private static final long SEED = 8;
  private static final List<String> SCRAPS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          "\"",
          ":",
          ",",
          "null",
          "-1",
          "1e999999999",
          "0.1e-400",
          "NaN",
          "\\ud800",
          "\\udc00",
          "\\u0000",
          "\\n",
          "\u0000",
          "\ud83d\udd11",
          "\u2028",
          "in 9 d",
          "in 999999999 d",
          "9999-12-31T23:59:59Z",
          "+1000000000-12-31T23:59:59.999999999Z",
          "in -1 s",
          "in 0 s",
          "deadline",
          "key",
          "type",
          "parameters",
          "name",
          "$(reboot)",
          "; rm -rf /",
          "' OR 1=1 --",
          "%00",
          "../../etc/passwd",
          "a".repeat(300),
          "\r\n\r\n");

  @TempDir private Path directory;
  private SmallSystem system;
  private LiveServer server;
  private Client client;

  @BeforeEach
  void start() throws IOException {
    system = SmallSystem.in(directory, 100_000);
    server = LiveServer.start(system.settings());
    client = new Client(server.address());
  }

  @AfterEach
  void stop() throws IOException {
    assertThat(client.get("/readyz").statusCode()).isEqualTo(200);
    long last = Client.id(client.post("/v1/tasks", GOOD));
    await().until(() -> client.json("/v1/tasks/" + last).has("ended"));
    await()
        .until(() -> client.json("/v1/tasks?state=queued,assigned,running").get("tasks").isEmpty());
    client.close();
    server.close();
  }

  private static void assertProblem(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(Client.json(answer).get("status").asInt()).isEqualTo(answer.statusCode());
    assertThat(Client.json(answer).get("title").asString()).isNotEmpty();
  }

  private void assertNothingWasDone() throws IOException {
    assertThat(client.json("/v1/tasks").get("tasks")).isEmpty();
    assertThat(Files.exists(system.ran())).isFalse();
  }

  private static String task(String type, String name, String deadline, String more) {
    return "{\"type\":\"%s\",\"parameters\":{\"name\":\"%s\"},\"deadline\":\"%s\"%s}"
        .formatted(type, name, deadline, more);
  }

  @Test
  void wrongRequestsAreRefusedWholeWithAProblem() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (String name :
        List.of(
            ";rm -rf /",
            "$(touch pwned)",
            "`id`",
            "a\\nb",
            "a\\u0000b",
            "-n",
            "--help",
            "",
            "\\ud800",
            "a".repeat(201),
            "../x",
            "{name}",
            "a b",
            "é")) {
      wrong.add(task("once", name, "in 60 s", ""));
    }
    for (String deadline :
        List.of(
            "9999-12-31T23:59:59Z",
            "in 999999999 d",
            "in 99999999999999999999999999999 d",
            "+1000000000-12-31T23:59:59.999999999Z",
            "in -3 s",
            "in",
            "soon",
            "\\u0000",
            " ",
            "1969-12-31T23:59:59Z",
            "in 1e9 s")) {
      wrong.add(task("once", "name", deadline, ""));
    }
    for (String key : List.of("", " ", "a\\u0000b", "a\\nb", "\\ud800", "k".repeat(201))) {
      wrong.add(task("once", "name", "in 60 s", ",\"key\":\"" + key + "\""));
    }
    wrong.add(task("twice", "name", "in 60 s", ""));
    wrong.add(task("\\ud800", "name", "in 60 s", ""));
    wrong.add(task("once", "name", "in 60 s", ",\"\\ud800\":1"));
    wrong.add(task("once", "name", "in 60 s", ",\"colour\":{}"));
    wrong.add("{\"type\":\"once\",\"deadline\":\"in 60 s\"}");
    wrong.add("{\"type\":\"once\",\"parameters\":{\"\\udc00\":1},\"deadline\":\"in 60 s\"}");
    wrong.add(
        "{\"type\":\"once\",\"parameters\":{\"name\":\"n\",\"time\":1e999},\"deadline\":\"in 9"
            + " s\"}");
    wrong.add("[" + GOOD + "," + task("once", "-x", "in 60 s", "") + "]");
    wrong.addAll(List.of("", "{", "null", "7", "\"x\"", "[[]]", "[null]", "{} {}", "\u0000"));
    wrong.add("[".repeat(100_000));
    wrong.add("{\"a\":".repeat(5000));
    wrong.add("\"" + "x".repeat(2 << 20) + "\"");
    wrong.add("1".repeat(5000));

    for (String body : wrong) {
      assertProblem(client.post("/v1/tasks", body));
    }
    assertNothingWasDone();
  }

  @Test
  void aDeadlineThatHasPassedIsDropped() throws Exception {
    long id = Client.id(client.post("/v1/tasks", task("once", "x", "2026-01-01T00:00:00Z", "")));

    assertThat(client.json("/v1/tasks/" + id).get("state").asString()).isEqualTo("dropped");
    assertThat(Files.exists(system.ran())).isFalse();
  }

  @Test
  void aKeyThatIsUsedForAnotherTaskIsRefused() throws Exception {
    String first = task("once", "one", "in 60 s", ",\"key\":\"k\"");
    long id = Client.id(client.post("/v1/tasks", first));

    HttpResponse<String> again = client.post("/v1/tasks", first);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(Client.id(again)).isEqualTo(id);
    HttpResponse<String> other =
        client.post("/v1/tasks", task("once", "two", "in 60 s", ",\"key\":\"k\""));
    assertProblem(other);
    assertThat(other.statusCode()).isEqualTo(409);
    assertThat(client.json("/v1/tasks").get("tasks")).hasSize(1);
  }

  @Test
  void wrongPathsAndQueriesAreRefused() throws Exception {
    for (String path :
        List.of(
            "/v1/tasks/x",
            "/v1/tasks/-1",
            "/v1/tasks/99999999999",
            "/v1/tasks/7",
            "/v1/tasks?state=no",
            "/v1/tasks?limit=0",
            "/v1/tasks?limit=x",
            "/v1/tasks?before=-1",
            "/v1/tasks?fate=%00",
            "/v1/journal?after=x",
            "/v1/events?after=x",
            "/v2",
            "/v1/tasks/",
            "/v1/machines/%00/drain",
            "/%2e%2e/%2e%2e/etc/passwd")) {
      assertProblem(client.get(path));
    }
    for (String path : List.of("/v1/machines/no/drain", "/v1/machines/%ED%A0%80/drain")) {
      assertProblem(client.post(path, ""));
    }
    for (String path :
        List.of("/v1/tasks?text=%00", "/v1/tasks?type=%27%3B--", "/v1/tasks?text=%25%21_%5C")) {
      assertThat(client.get(path).statusCode()).isEqualTo(200);
    }
    for (String body : List.of("", "{", "{\"policy\":7}", "{\"policy\":\"\\ud800\"}", "[]")) {
      assertProblem(client.put("/v1/policy", body));
    }
    assertNothingWasDone();
  }

  @Test
  @Tag("slow")
  void mutatedRequestsNeverFailTheService() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < MUTANTS; i++) {
      String body = mutated(GOOD, random);
      HttpResponse<String> answer = client.post("/v1/tasks", body);
      if (answer.statusCode() != 202) {
        assertThat(answer.statusCode()).as(body).isLessThan(500);
        assertProblem(answer);
      }
    }
    assertThat(directory.resolve("pwned")).doesNotExist();
  }

  private static String mutated(String text, Random random) {
    StringBuilder mutant = new StringBuilder(text);
    for (int n = random.nextInt(1, 5); n > 0; n--) {
      int at = random.nextInt(mutant.length() + 1);
      String scrap = SCRAPS.get(random.nextInt(SCRAPS.size()));
      switch (random.nextInt(4)) {
        case 0 -> mutant.insert(at, scrap);
        case 1 -> mutant.replace(at, Math.min(mutant.length(), at + random.nextInt(9)), scrap);
        case 2 -> mutant.delete(at, Math.min(mutant.length(), at + random.nextInt(30)));
        default -> mutant.insert(at, (char) random.nextInt(0x3000));
      }
    }
    return mutant.toString();
  }

  @Test
  void rawRequestsAreAnsweredOrCutOff() throws Exception {
    String body = "Content-Type: application/json\r\nContent-Length: ";
    for (String request :
        List.of(
            "GET /v1/tasks HTTP/1.1\r\n\r\n",
            "GET /v1/tasks HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            "GET /v1/tasks?text=% HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /v1/tasks?text=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /v1/tasks/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "NONSENSE\r\n\r\n",
            "GET /" + "x".repeat(100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(100_000) + "\r\n\r\n",
            "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\n" + body + "-5\r\n\r\n{}",
            "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\n"
                + body
                + "99999999999999999999\r\n\r\n",
            "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\n" + body + "0\r\n\r\n",
            "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                + "Content-Type: application/json\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
                + "Content-Type: application/json\r\n\r\n3\r\n{}\n\r\n0\r\n\r\n",
            "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: a\tb\r\n"
                + body
                + GOOD.length()
                + "\r\n\r\n"
                + GOOD)) {
      String shown = request.substring(0, Math.min(80, request.length()));
      String answer = raw(request);
      assertThat(answer).as(shown).doesNotContainPattern("^HTTP/1.1 5");
    }
    assertNothingWasDone();
  }

  /** The first of the answer to some bytes; empty if the connection was closed. */
  private String raw(String request) throws IOException {
    int port = URI.create(server.address()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      byte[] answer = socket.getInputStream().readNBytes(12);
      return new String(answer, StandardCharsets.ISO_8859_1);
    } catch (SocketTimeoutException e) {
      throw new AssertionError("no answer to " + request.substring(0, 40), e);
    } catch (IOException cutOff) {
      return "";
    }
  }
}
