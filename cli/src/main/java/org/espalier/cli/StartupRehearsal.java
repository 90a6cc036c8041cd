package org.espalier.cli;

import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;

/**
 * Walks through what every start does: it parses, and renders the help of each subcommand to
 * nowhere. A run of it under {@code -XX:AOTCacheOutput} fills the start-up cache.
 */
final class StartupRehearsal {

  private StartupRehearsal() {}

  public static void main(String[] args) {
    rehearse("--version");
    rehearse("--help");
    CommandLine espalier = Espalier.commandLine();
    espalier.getSubcommands().keySet().forEach(name -> rehearse(name, "--help"));
    if (espalier.getSubcommands().containsKey("policies")) {
      rehearse("policies");
    }
  }

  private static void rehearse(String... args) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Espalier.commandLineFor(args).setOut(nowhere).setErr(nowhere).execute(args);
  }
}
