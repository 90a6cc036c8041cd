package org.espalier.cli.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.cli.files.Home;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.LiveServer;
import org.espalier.service.config.LiveFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python client against a running service, where there is a Python. */
final class PythonClientTest {
  @TempDir private Path directory;

  private Process python(String... arguments) throws IOException {
    String[] command = new String[arguments.length + 1];
    command[0] = "python3";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    return builder.start();
  }

  private boolean isThere() throws InterruptedException {
    try {
      return python("-c", "import sys; sys.exit(sys.version_info < (3, 9))").waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void itDoesWhatItSays() throws Exception {
    assumeTrue(isThere(), "python3 of version 3.9 is not there");
    Path live = Home.file("examples/inference/live.yaml");
    try (LiveServer server =
        LiveServer.start(
            LiveFiles.read(live, PolicyRegistry.builtIn(), Optional.of(directory))
                .value()
                .onPort(0))) {
      Process tests =
          python(Home.file("python/test_espalier.py").toString(), server.address(), "-v");
      String output = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(tests.waitFor()).as(output).isZero();
      assertThat(output).contains("Ran 7 tests");
    }
  }
}
