package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.cli.files.Home;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client for Java against a running service. */
class JavaClientTest {
  @TempDir private Path directory;

  @Test
  void itDoesWhatItSays() throws Exception {
    Path live = Home.file("examples/inference/live.yaml");
    try (LiveServer server =
        LiveServer.start(
            LiveFiles.read(live, PolicyRegistry.builtIn(), Optional.of(directory))
                .value()
                .onPort(0))) {
      Process client =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  Home.file("examples/java-client/Espalier.java").toString(),
                  server.address())
              .redirectErrorStream(true)
              .start();
      String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(client.waitFor()).as(output).isZero();
      assertThat(output.lines())
          .containsSubsequence(
              "the same task: true",
              "worth 2.5: true",
              "fate: on-time",
              "answer: 200 to task 2",
              "refused: 504",
              "no urgencies: 400",
              "refused: 409",
              "task: arrived",
              "task: left");
    }
  }
}
