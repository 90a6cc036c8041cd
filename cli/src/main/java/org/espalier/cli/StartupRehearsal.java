package org.espalier.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Walks through what many starts do. It renders the help of each subcommand to nowhere, and checks
 * and runs the studies that it is given, one trial each. A run of it under {@code
 * -XX:AOTCacheOutput} fills the start-up cache.
 */
final class StartupRehearsal {

  private StartupRehearsal() {}

  public static void main(String[] studies) throws IOException {
    rehearse("--version");
    rehearse("--help");
    Espalier.commandLine().getSubcommands().keySet().forEach(name -> rehearse(name, "--help"));
    rehearse("policies");
    for (String study : studies) {
      rehearse(Path.of(study));
    }
  }

  private static void rehearse(Path study) throws IOException {
    rehearse("check", study.toString());
    Path results = Files.createTempDirectory("espalier-rehearsal");
    try {
      String out = results.resolve("results").toString();
      rehearse("run", study.toString(), "--set", "trials=1", "--set", "policy=PAM", "--out", out);
    } finally {
      try (Stream<Path> files = Files.walk(results)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private static void rehearse(String... args) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Espalier.commandLineFor(args).setOut(nowhere).setErr(nowhere).execute(args);
  }
}
