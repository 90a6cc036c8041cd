package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.cpufreq.CpufreqSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The directory of commands is replaced while a service runs, as when a release is installed. */
@Timeout(60)
class WorkingDirectoryTest {
  @TempDir private Path directory;
  private final Ends ends = new Ends();
  private Path release;
  private LocalBackend backend;
  private int last;

  @BeforeEach
  void open() throws IOException {
    release = directory.resolve("release");
    version(release, "1");
    backend =
        LocalBackend.open(
            new LocalSettings(
                directory.resolve("state"),
                Map.of("m", MachineLimits.NONE),
                100_000,
                release,
                System.getenv(),
                Map.of(),
                Containment.automatic(),
                CpufreqSettings.NONE),
            ends);
    backend.adopt(List.of());
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private static void version(Path directory, String version) throws IOException {
    Files.writeString(Files.createDirectory(directory).resolve("version"), version);
  }

  @Test
  void eachCommandRunsInTheDirectoryThatHasTheNameThen() throws Exception {
    assertThat(output("cat version")).isEqualTo("1");
    Path old = Files.move(release, directory.resolve("old"));
    version(release, "2");

    assertThat(output("cat version; echo done >result")).isEqualTo("2");

    assertThat(old.resolve("result")).doesNotExist();
    assertThat(release.resolve("result")).exists();
  }

  @Test
  void aLinkIsFollowedAnew() throws Exception {
    Path first = Files.move(release, directory.resolve("first"));
    Files.createSymbolicLink(release, first);
    assertThat(output("cat version")).isEqualTo("1");
    version(directory.resolve("second"), "2");
    Files.delete(release);
    Files.createSymbolicLink(release, directory.resolve("second"));

    assertThat(output("cat version; echo \" $PWD${OLDPWD:+ and before that another}\""))
        .isEqualTo("2 %s%n".formatted(directory.resolve("second").toRealPath()));
  }

  @Test
  void whereItIsGoneTheMachineFailsUntilItIsThereAgain() throws Exception {
    Path away = Files.move(release, directory.resolve("away"));

    launch("true");

    LaunchEnd end = ends.next();
    assertThat(end.kind()).isEqualTo(Kind.MACHINE_FAILED);
    assertThat(end.detail()).contains("working directory " + release, "make it");
    Files.move(away, release);
    assertThat(output("cat version")).isEqualTo("1");
  }

  private String output(String script) throws InterruptedException {
    LaunchId id = launch(script);
    assertThat(ends.next().exitCode()).isZero();
    return LocalBackendTest.text(backend, id, OutputChannel.STDOUT);
  }

  private LaunchId launch(String script) {
    LaunchId id = new LaunchId(++last, 1);
    backend.launch(new Launch(id, "m", List.of("/bin/sh", "-c", script), true));
    return id;
  }
}
