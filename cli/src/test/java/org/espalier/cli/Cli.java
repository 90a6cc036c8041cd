package org.espalier.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * What one call of the command did.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it printed for the user to mend
 */
record Cli(int status, String out, String err) {
  /** Calls the command in this process. */
  static Cli run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Espalier.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(Arrays.stream(args).map(String::valueOf).toArray(String[]::new));
    return new Cli(status, out.toString(), err.toString());
  }

  /** The lines it printed. */
  List<String> lines() {
    return out.lines().toList();
  }

  /** The root of the repository. */
  static Path repository() {
    return Path.of(System.getProperty("espalier.root", "..")).toAbsolutePath().normalize();
  }

  /** A file of the real data; the test that asks is skipped where it is absent. */
  static Path realData(String name) {
    String given = System.getenv("ESPALIER_DATA");
    Path root =
        given != null ? Path.of(given) : repository().resolveSibling("shared").resolve("data");
    Path found = root.resolve(name);
    Assumptions.assumeTrue(
        Files.exists(found),
        () -> "skipped: real data %s is absent; set ESPALIER_DATA".formatted(name));
    return found;
  }
}
