package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service under a locale with digits of its own writes what one under another can read. */
final class LiveLocaleTest {
  private final Locale usual = Locale.getDefault();
  private final StringWriter told = new StringWriter();
  @TempDir private Path directory;

  @AfterEach
  void goBack() {
    Locale.setDefault(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fa-IR", "ar-EG", "ne-NP"})
  void runsAndOutputAreFoundAgainUnderAnother(String tag) throws Exception {
    write(
        "system.yaml",
        """
        name: one
        tick: 1 ms
        machine_types: [{name: box}]
        machines: [{type: box, count: 1}]
        pet: {samples: times.csv, step: 10 ms}
        """);
    write("times.csv", "task_type,machine_type,execution_time_s\nwork,box,0.1\nwork,box,0.2\n");
    write(
        "live.yaml",
        """
        system: system.yaml
        policy: MM
        http: {port: 0}
        task_types:
          work:
            command: [sh, -c, 'echo hello; echo begun >>ran; until [ -e gate ]; do sleep 0.05; done; echo ended >>ran']
        """);
    Locale.setDefault(Locale.forLanguageTag(tag));
    try (LiveServer first = serve()) {
      assertThat(CommandRun.at(first.address(), "submit", "work", "--deadline", "in 5 min").out())
          .isEqualTo("0\n");
      awaitOutput(first);
      Path journal = directory.resolve("journal.jsonl");
      Files.writeString(journal, get(first, "/v1/journal").body());
      assertThat(journal).content().isASCII();
      assertThat(CommandRun.of("replay", "--from", journal, "--check").status()).isZero();
    }
    assertThat(directory.resolve("data/local/runs/box-0/0-1")).isDirectory();

    Locale.setDefault(Locale.ROOT);
    try (LiveServer second = serve()) {
      Files.createFile(directory.resolve("gate"));
      CommandRun followed = CommandRun.at(second.address(), "output", "0", "--follow");
      assertThat(followed.out()).isEqualTo("hello\n");
      Locale.setDefault(Locale.forLanguageTag(tag));
      Path journal = directory.resolve("journal.jsonl");
      Files.writeString(journal, get(second, "/v1/journal").body());
      CommandRun replay = CommandRun.of("replay", "--from", journal, "--policies", "MM");
      assertThat(replay.status()).as(replay.err()).isZero();
      assertThat(replay.out()).contains("MM").matches("[\\p{ASCII}±–]*");
      assertThat(CommandRun.at(second.address(), "status", "0").out()).doesNotContain("attempts");
    }
    assertThat(directory.resolve("ran")).hasContent("begun\nended\n");
    assertThat(told.toString()).matches("\\p{ASCII}*");
  }

  private LiveServer serve() {
    return new Serving(
            Optional.of(directory.resolve("live.yaml")),
            Optional.empty(),
            Optional.empty(),
            false,
            PolicyRegistry.builtIn())
        .start(new PrintWriter(told, true));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(directory.resolve(file), text);
  }

  /** Of the run under way, whose output is written by and by. */
  private static void awaitOutput(LiveServer server) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!get(server, "/v1/tasks/0/output").body().equals("hello\n")) {
      assertThat(System.nanoTime()).as("no output").isLessThan(end);
      Thread.sleep(10);
    }
  }

  private static HttpResponse<String> get(LiveServer server, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(server.address() + path)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }
}
