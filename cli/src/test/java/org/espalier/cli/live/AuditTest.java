package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.cli.CommandJvm;
import org.espalier.cli.CommandRun;
import org.espalier.service.http.Tokens;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The log in JSON, and the file that says what operators did. */
class AuditTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Map<String, String> tokens =
      Map.of("alice", Tokens.generate(), "bob", Tokens.generate(), "nobody", "esp_wrong");
  private final HttpClient client = HttpClient.newHttpClient();
  @TempDir private Path directory;
  private Process process;
  private String address = "";

  private void serve() throws IOException {
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
    Path live =
        Files.writeString(
            directory.resolve("live.yaml"),
            """
            system: system.yaml
            policy: PAM
            task_types:
              short: {command: ["false"], retry: {count: 1, on: [failed]}}
            http: {port: 0, tokens: tokens.yaml}
            """);
    writeTokens("alice", "operate", "bob", "submit");
    process =
        new ProcessBuilder(
                CommandJvm.command(List.of("serve", live, "--log", "json", "--audit", audit())))
            .redirectError(directory.resolve("log").toFile())
            .start();
    BufferedReader out = process.inputReader();
    while (address.isEmpty()) {
      String line = out.readLine();
      assertThat(line).as(Files.readString(directory.resolve("log"))).isNotNull();
      address = line.startsWith("Dashboard:") ? line.replaceAll(".* |/$", "") : "";
    }
  }

  @AfterEach
  void stop() {
    client.close();
  }

  private Path audit() {
    return directory.resolve("audit.jsonl");
  }

  private void writeTokens(String... namesAndRoles) throws IOException {
    StringBuilder entries = new StringBuilder("tokens:\n");
    for (int i = 0; i < namesAndRoles.length; i += 2) {
      entries.append(
          "  - {name: %s, role: %s, sha256: %s}\n"
              .formatted(
                  namesAndRoles[i],
                  namesAndRoles[i + 1],
                  Tokens.hash(tokens.get(namesAndRoles[i]))));
    }
    Path next = Files.writeString(directory.resolve("next.yaml"), entries);
    Files.move(next, directory.resolve("tokens.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private int ask(String user, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Authorization", "Bearer " + tokens.get(user))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  /** Without what SLF4J says of a class path of tests on which another provider is. */
  private static List<JsonNode> lines(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> !line.startsWith("SLF4J("))
        .map(JsonMapper.shared()::readTree)
        .toList();
  }

  private static String message(JsonNode line) {
    return line.get("formattedMessage").asString();
  }

  /** The key-value pairs of a line. */
  private static Map<String, String> pairs(JsonNode line) {
    return line.path("kvpList")
        .valueStream()
        .flatMap(pair -> pair.properties().stream())
        .collect(Collectors.toMap(Map.Entry::getKey, pair -> pair.getValue().asString()));
  }

  private void awaitMessage(Path file, String pattern) {
    await()
        .atMost(PATIENCE)
        .ignoreExceptions() // a line may be there in part
        .untilAsserted(() ->
            assertThat(lines(file)).anyMatch(line -> message(line).matches("(?s)" + pattern)));
  }

  @Test
  void whoDidWhatIsKeptAndEveryLineOfTheLogIsAnObject() throws Exception {
    serve();
    try {
      checkTheAudit();
      checkTheLog();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private void checkTheAudit() throws Exception {
    Instant begin = Instant.now();
    String task = "{\"type\": \"short\", \"deadline\": \"in 60 s\"}";
    assertThat(ask("alice", "PUT", "/v1/policy", "{\"policy\": \"MM\"}")).isEqualTo(200);
    assertThat(ask("alice", "POST", "/v1/machines/box-0/drain", "")).isEqualTo(204);
    assertThat(ask("bob", "POST", "/v1/tasks", task)).isEqualTo(202);
    assertThat(ask("bob", "POST", "/v1/tasks", task)).isEqualTo(202);
    assertThat(ask("bob", "DELETE", "/v1/tasks/1", "")).isEqualTo(200);
    assertThat(ask("bob", "PUT", "/v1/policy", "{\"policy\": \"PAM\"}")).isEqualTo(403);
    assertThat(ask("nobody", "POST", "/v1/reload", "")).isEqualTo(401);
    Path live = directory.resolve("live.yaml");
    Files.writeString(live, Files.readString(live) + "batch_queue: 50\n");
    assertThat(ask("alice", "POST", "/v1/reload?dry_run=false", "")).isEqualTo(200);
    assertThat(ask("alice", "POST", "/v1/machines/box-0/resume", "")).isEqualTo(204);
    assertThat(ask("alice", "POST", "/v1/machines/box-9/resume", "")).isEqualTo(404);

    awaitMessage(audit(), ".*box-9/resume 404: ");
    assertThat(lines(audit()))
        .extracting(AuditTest::message)
        .containsExactly(
            "alice: PUT /v1/policy 200: {\"policy\":\"MM\"}",
            "alice: POST /v1/machines/box-0/drain 204: ",
            "bob: DELETE /v1/tasks/1 200: ",
            "somebody at 127.0.0.1: PUT /v1/policy 403: ",
            "somebody at 127.0.0.1: POST /v1/reload 401: ",
            "alice: POST /v1/reload?dry_run=false 200: [batch_queue is new: 50]",
            "alice: POST /v1/machines/box-0/resume 204: ",
            "alice: POST /v1/machines/box-9/resume 404: ");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(audit())))
        .isEqualTo("rw-------");
    assertThat(pairs(lines(audit()).getFirst()))
        .isEqualTo(Map.of("user", "alice", "status", "200"));
    assertThat(Instant.ofEpochMilli(lines(audit()).getFirst().get("timestamp").asLong()))
        .isBetween(begin.minusSeconds(1), Instant.now());

    writeTokens("alice", "operate");
    await().atMost(PATIENCE).until(() -> ask("bob", "GET", "/v1/policy", "") == 401);
    awaitMessage(audit(), ".*tokens.yaml: \\[.*alice.*] in place of \\[.*alice.*bob.*]");
    assertThat(new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor())
        .isZero();
    awaitMessage(audit(), "somebody sent the signal HUP, to reload");
  }

  private void checkTheLog() throws Exception {
    Path log = directory.resolve("log");
    awaitMessage(log, "task 0 is to run again: .*");
    assertThat(ask("alice", "POST", "/v1/yield", "")).isEqualTo(204);
    assertThat(process.waitFor()).isZero();

    List<JsonNode> lines = lines(log);
    assertThat(lines)
        .allSatisfy(line ->
            assertThat(line.propertyNames())
                .containsAll(
                    Set.of("timestamp", "level", "threadName", "loggerName", "formattedMessage")));
    assertThat(lines)
        .filteredOn(line -> message(line).startsWith("task 0 is to run again"))
        .singleElement()
        .satisfies(line -> assertThat(pairs(line)).isEqualTo(Map.of("task", "0", "type", "short")));
    assertThat(lines)
        .filteredOn(line -> line.get("loggerName").asString().equals("org.espalier.audit"))
        .extracting(AuditTest::message)
        .containsExactlyInAnyOrderElementsOf(
            lines(audit()).stream().map(AuditTest::message).toList());
  }

  @Test
  void aFileThatCannotBeMadeIsToldBeforeAnythingBegins() {
    Path none = directory.resolve("nowhere/audit.jsonl");

    CommandRun run = CommandRun.of("serve", "--port", "0", "--audit", none);

    assertThat(run.status()).isNotZero();
    assertThat(run.err()).contains(none.toString());
  }
}
