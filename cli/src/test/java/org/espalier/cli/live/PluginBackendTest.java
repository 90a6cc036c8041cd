package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.espalier.cli.CommandRun;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a back end of one's own, as a plug-in of the live service. */
class PluginBackendTest {
  private static final Path EXAMPLE = Repository.file("examples/my-backend");

  @TempDir private Path directory;
  private Path jar;

  @BeforeEach
  void compile() throws Exception {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    try (Stream<Path> sources = Files.walk(EXAMPLE.resolve("src/main/java"))) {
      List<String> arguments =
          Stream.concat(
                  Stream.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
                  sources.map(Path::toString).filter(name -> name.endsWith(".java")))
              .toList();
      assertThat(
              ToolProvider.getSystemJavaCompiler()
                  .run(null, null, null, arguments.toArray(String[]::new)))
          .isZero();
    }
    jar = directory.resolve("my-backend.jar");
    URI uri = URI.create("jar:" + jar.toUri());
    try (var archive = FileSystems.newFileSystem(uri, Map.of("create", "true"));
        Stream<Path> files =
            Stream.concat(Files.walk(classes), Files.walk(EXAMPLE.resolve("src/main/resources")))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path root = file.startsWith(classes) ? classes : EXAMPLE.resolve("src/main/resources");
        Path entry = archive.getPath("/" + root.relativize(file));
        Files.createDirectories(entry.getParent());
        Files.copy(file, entry);
      }
    }
    for (String file : List.of("live.yaml", "system.yaml", "times.csv")) {
      Files.copy(EXAMPLE.resolve(file), directory.resolve(file));
    }
  }

  private Path live() {
    return directory.resolve("live.yaml");
  }

  private Path change(String from, String to) throws IOException {
    String text = Files.readString(live(), StandardCharsets.UTF_8);
    assertThat(text).contains(from);
    return Files.writeString(live(), text.replace(from, to));
  }

  private LiveServer serve() throws IOException {
    PolicyRegistry registry =
        PolicyRegistry.withServices(
            new URLClassLoader(new URL[] {jar.toUri().toURL()}, getClass().getClassLoader()));
    return new Serving(Optional.of(live()), Optional.empty(), Optional.of(0), false, registry)
        .start(new PrintWriter(Writer.nullWriter()));
  }

  @Test
  void tasksRunOnItAlsoOverARestart() throws Exception {
    try (LiveServer server = serve()) {
      assertThat(submit(server, "bread", "--deadline", "in 60 s", "--wait", "seconds=0.1"))
          .contains("on-time");
      submit(server, "bread", "--deadline", "in 60 s", "seconds=60");
      submit(server, "bread", "--deadline", "in 60 s", "seconds=0.1", "--wait");
      change("policy: MM", "policy: FCFS");
      assertThat(CommandRun.at(server.address(), "reload").out()).contains("policy: FCFS");
    }
    try (LiveServer server = serve()) {
      assertThat(CommandRun.at(server.address(), "status", "1").out()).contains("running");
      assertThat(CommandRun.at(server.address(), "cancel", "1").status()).isZero();
      assertThat(CommandRun.at(server.address(), "status", "1").out()).contains("cancelled");
    }
  }

  private static String submit(LiveServer server, String... words) {
    String[] all = Stream.concat(Stream.of("submit"), Stream.of(words)).toArray(String[]::new);
    CommandRun run = CommandRun.at(server.address(), all);
    assertThat(run.status()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void itIsCheckedAsAllElse() throws Exception {
    assertThat(CommandRun.of("serve", live(), "--port", "0", "--check", "--plugins", jar).out())
        .contains("It can be served here.");
    change("  directory: kitchen", "  directroy: kitchen");
    CommandRun wrong = CommandRun.of("check", live(), "--plugins", jar);
    assertThat(wrong.status()).isNotZero();
    assertThat(wrong.out())
        .contains(
            "live.yaml:6: ovens.directory: missing; add ovens.directory",
            "live.yaml:6: ovens.directroy: unknown key; did you mean directory?");
    change("ovens:\n  directroy: kitchen", "machines: {}");
    assertThat(CommandRun.of("check", live(), "--plugins", jar).out())
        .contains("ovens: missing; add ovens", "machines: unknown key");
    assertThat(CommandRun.of("check", live()).out()).contains("live.yaml:4: backend");
  }
}
