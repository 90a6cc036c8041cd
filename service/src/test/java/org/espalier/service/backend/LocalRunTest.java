package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalRunTest {
  @TempDir private Path directory;

  @Test
  void onlyWhatRanWhenItWasToldToEndWasStopped() {
    Launch launch = new Launch(new LaunchId(1, 1), "m", List.of("true"), false);
    LocalRun run = new LocalRun(launch, new RunDirectory(directory));
    run.release();
    run.stop("it is late");

    assertThat(run.lost("it is gone"))
        .extracting(LaunchEnd::kind, LaunchEnd::detail)
        .containsExactly(Kind.LOST, "it is gone");
    run.signalled();
    assertThat(run.lost("it is gone"))
        .extracting(LaunchEnd::kind, LaunchEnd::detail)
        .containsExactly(Kind.STOPPED, "it is late; it is gone");
  }
}
