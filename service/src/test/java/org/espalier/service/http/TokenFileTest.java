package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens come, go and expire while the service runs. */
class TokenFileTest {
  private static final String LIVE =
      """
      system: system.yaml
      backend: simulated
      policy: MM
      http: {port: 0, tokens: tokens.yaml}
      """;

  private final HttpClient client = HttpClient.newHttpClient();
  private final String alice = Tokens.generate();
  private final String bob = Tokens.generate();
  @TempDir private Path directory;
  private LiveServer server;

  @BeforeEach
  void start() throws IOException {
    write(entry("alice", alice, ""));
    server = LiveServer.start(settings());
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  private LiveSettings settings() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        machine_types: [{name: m}]
        machines: [{type: m, count: 1}]
        pet: {samples: times.csv, step: 10 ms}
        """);
    Files.writeString(
        directory.resolve("times.csv"), "task_type,machine_type,execution_time_s\na,m,0.02\n");
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE);
    return LiveFiles.read(live, PolicyRegistry.builtIn()).value();
  }

  private static String entry(String name, String token, String more) {
    return "  - {name: %s, role: read, sha256: %s%s}\n".formatted(name, Tokens.hash(token), more);
  }

  private void write(String entries) throws IOException {
    Path next = Files.writeString(directory.resolve("next.yaml"), "tokens:\n" + entries);
    Files.move(next, directory.resolve("tokens.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private HttpResponse<String> ask(String token) throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(server.address() + "/v1/policy"))
            .header("Authorization", "Bearer " + token)
            .build(),
        BodyHandlers.ofString());
  }

  private int status(String token) throws IOException, InterruptedException {
    return ask(token).statusCode();
  }

  @Test
  void tokensAreAddedAndTakenAwayWithoutARestart() throws Exception {
    assertThat(status(alice)).isEqualTo(200);
    assertThat(status(bob)).isEqualTo(401);
    write(entry("bob", bob, ""));
    await().until(() -> status(bob) == 200);
    assertThat(status(alice)).isEqualTo(401);
  }

  @Test
  void aWrongFileLeavesTheTokensBefore() throws Exception {
    write(entry("bob", bob, ", rule: x"));
    Thread.sleep(1500); // it is looked at once a second
    assertThat(status(alice)).isEqualTo(200);
    assertThat(status(bob)).isEqualTo(401);
    Files.delete(directory.resolve("tokens.yaml"));
    Thread.sleep(1500);
    assertThat(status(alice)).isEqualTo(200);
    write(entry("bob", bob, ""));
    await().until(() -> status(bob) == 200);
  }

  @Test
  void aFileWithoutTokensLetsNobodyIn() throws Exception {
    Files.writeString(directory.resolve("tokens.yaml"), "tokens: []\n");
    await().until(() -> status(alice) == 401);
  }

  @Test
  void aTokenExpires() throws Exception {
    Instant end = Instant.now().plusSeconds(4);
    write(entry("alice", alice, "") + entry("bob", bob, ", expires: \"%s\"".formatted(end)));
    await().until(() -> status(bob) == 200 || Instant.now().isAfter(end));
    await().until(() -> status(bob) == 401);
    assertThat(Instant.now()).isAfterOrEqualTo(end);
    assertThat(ask(bob).body()).contains("token bob has expired");
    assertThat(status(alice)).isEqualTo(200);
  }
}
