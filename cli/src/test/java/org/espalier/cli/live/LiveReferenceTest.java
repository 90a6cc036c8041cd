package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.cli.files.Home;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.LocalSettings;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.live.Retry;
import org.espalier.service.live.Submission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference of all keys of a live system is read, and shows the defaults. */
final class LiveReferenceTest {
  private static final Path REFERENCE = Home.file("docs/live-reference.yaml");
  private static final List<String> COMMENTED =
      List.of(
          "cpus",
          "fallback",
          "fallback_after",
          "breaker",
          "gate",
          "slurm",
          "scale",
          "seed",
          "store",
          "retention",
          "tls",
          "sha256");

  private static LiveSettings read(Path file) {
    return LiveFiles.read(file, PolicyRegistry.builtIn()).value();
  }

  @Test
  void itShowsTheDefaults(@TempDir Path directory) throws IOException {
    Path least =
        Files.writeString(
            directory.resolve("live.yaml"),
            """
            system: %s
            task_types:
              cpu: {command: ["true"]}
              memory: {command: ["true"]}
            """
                .formatted(REFERENCE.resolveSibling("../examples/live/system.yaml").toRealPath()));

    LiveSettings shown = read(REFERENCE);
    LiveSettings defaults = read(least);

    assertThat(shown.scheduler().policy()).isEqualTo(defaults.scheduler().policy());
    assertThat(shown.scheduler().rules()).isEqualTo(defaults.scheduler().rules());
    assertThat(shown.scheduler().policies().settings())
        .isEqualTo(defaults.scheduler().policies().settings());
    assertThat(shown.scheduler().batchCapacity()).isEqualTo(defaults.scheduler().batchCapacity());
    assertThat(shown.scheduler().commands().terms("cpu").limits())
        .isEqualTo(defaults.scheduler().commands().terms("cpu").limits());
    assertThat(local(shown).machines()).isEqualTo(local(defaults).machines());
    assertThat(local(shown).keptOutputBytes()).isEqualTo(local(defaults).keptOutputBytes());
    assertThat(local(shown).environment()).isEqualTo(local(defaults).environment());
    assertThat(relative(shown)).isEqualTo(relative(defaults));
    assertThat(shown.retention()).isEqualTo(defaults.retention());
    assertThat(shown.http()).usingRecursiveComparison().isEqualTo(defaults.http());
  }

  private static LocalSettings local(LiveSettings settings) {
    return (LocalSettings) settings.backend();
  }

  private static List<Path> relative(LiveSettings settings) {
    Path home = local(settings).workingDirectory();
    return List.of(
        home.relativize(settings.data()),
        home.relativize(local(settings).directory()),
        home.relativize(Path.of(settings.store()).toAbsolutePath().normalize()));
  }

  @Test
  void itsCommandIsOne() {
    Submission submission =
        new Submission("cpu", Map.of("seconds", "0.5"), java.util.Optional.empty());
    var commands = read(REFERENCE).scheduler().commands();

    assertThat(commands.faults(submission, "")).isEmpty();
    assertThat(commands.command(submission, "", 0)).contains("0.5", "result", "txt");
    assertThat(commands.terms("memory").keepsOutput()).isTrue();
    assertThat(commands.terms("memory").retry()).isEqualTo(Retry.NEVER);
  }

  @Test
  void itTellsOfWhatHasNoDefault() throws IOException {
    String text = Files.readString(REFERENCE);

    assertThat(COMMENTED)
        .allSatisfy(key -> assertThat(text).containsPattern("(?m)^ *# .*\\b" + key + ": "));
  }
}
