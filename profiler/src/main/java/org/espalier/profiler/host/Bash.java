package org.espalier.profiler.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.espalier.workload.process.UserEnvironment;

/** How scripts are run on this machine: without files of the user and without leaving a trace. */
final class Bash {
  /** Where bash is. */
  static final String PATH =
      Programs.onPath("bash", System.getenv().getOrDefault("PATH", Programs.USUAL_PATH))
          .orElse("/bin/bash");

  private Bash() {}

  static boolean isThere() {
    return Files.isExecutable(Path.of(PATH));
  }

  /**
   * The arguments that run a text with arguments of its own, the first its name in messages. Bash
   * reads {@code ~/.bashrc} even for a text, if its input is a socket and no shell was before, as
   * with systemd: it takes itself to be run by rshd.
   */
  static List<String> arguments(String script, String... own) {
    List<String> arguments = new ArrayList<>(List.of("bash", "--norc", "-p", "-c", script));
    arguments.addAll(List.of(own));
    return arguments;
  }

  /** The environment of the user with more variables. */
  static List<String> environment(Map<String, String> more) {
    Map<String, String> all = UserEnvironment.get();
    all.putAll(more);
    return all.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList();
  }

  /** Returns the text of a script of this package. */
  static String script(String name) {
    try (InputStream in = Objects.requireNonNull(Bash.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a name that nothing else has. */
  static String token() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
