package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A shell in a directory, with an environment of its own. */
final class Shell {
  private static final int MOST_SECONDS = 1800;

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();

  Shell(Path directory) {
    this.directory = directory;
    environment.put("LC_ALL", "C.UTF-8");
  }

  /** Sets a variable; all others are unset. */
  Shell with(String variable, Object value) {
    environment.put(variable, value.toString());
    return this;
  }

  /** What a script printed on both streams, having ended well. */
  String run(String script) throws IOException, InterruptedException {
    Outcome outcome = outcome(script);
    assertThat(outcome.status()).as(script + "\n" + outcome.printed()).isZero();
    return outcome.printed();
  }

  /**
   * How a script ended.
   *
   * @param printed what it printed on both streams
   */
  record Outcome(int status, String printed) {}

  /** Runs a script. */
  Outcome outcome(String script) throws IOException, InterruptedException {
    Path log = Files.createTempFile("shell", ".log");
    try {
      Process process = start(script, log);
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new AssertionError(
            "more than %d s: %s%n%s".formatted(MOST_SECONDS, script, Files.readString(log)));
      }
      return new Outcome(process.exitValue(), Files.readString(log, UTF_8));
    } finally {
      Files.delete(log);
    }
  }

  /** Starts a script that prints to a file. */
  Process start(String script, Path log) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder.start();
  }
}
