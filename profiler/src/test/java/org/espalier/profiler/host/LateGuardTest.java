package org.espalier.profiler.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.espalier.workload.process.ProcessStat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next start does with the state file of a profiler. */
class LateGuardTest {
  /** Its child ends once it has become a program that waits for no child. */
  private static final String CARELESS =
      """
      (until grep -q sleep /proc/$$/comm; do sleep 0.01; done) &
      echo $! >"$0"
      exec sleep 300
      """;

  @TempDir private Path directory;

  /** As in a container whose first process waits for nobody. */
  @Test
  void whoIsDeadThoughNobodyWaitedForItIsGone() throws Exception {
    Path told = directory.resolve("dead");
    Process careless = new ProcessBuilder("sh", "-c", CARELESS, told.toString()).start();
    try {
      await().atMost(Duration.ofMinutes(1)).until(() -> isDead(told));
      ProcessStat dead = stat(told);
      Path state = directory.resolve("state");
      Files.writeString(
          state,
          ShellFields.line("boot", ProcessStat.boot())
              + ShellFields.line("owner", "" + dead.pid(), "" + dead.start()));

      Guard.clear(state);

      assertThat(state).doesNotExist();
    } finally {
      careless.destroyForcibly();
    }
  }

  private static boolean isDead(Path told) throws IOException {
    return Files.exists(told) && Files.readString(told).endsWith("\n") && !stat(told).isAlive();
  }

  private static ProcessStat stat(Path told) throws IOException {
    return ProcessStat.of(Integer.parseInt(Files.readString(told).strip())).orElseThrow();
  }
}
