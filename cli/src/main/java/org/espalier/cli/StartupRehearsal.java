package org.espalier.cli;

import java.io.PrintWriter;
import java.io.Writer;

/**
 * Walks through what many starts do. It renders the help of each subcommand to nowhere, and checks
 * the studies that it is given. A run of it under {@code -XX:AOTCacheOutput} fills the start-up
 * cache.
 */
final class StartupRehearsal {

  private StartupRehearsal() {}

  public static void main(String[] studies) {
    rehearse("--version");
    rehearse("--help");
    Espalier.commandLine().getSubcommands().keySet().forEach(name -> rehearse(name, "--help"));
    rehearse("policies");
    for (String study : studies) {
      rehearse("check", study);
    }
  }

  private static void rehearse(String... args) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Espalier.commandLineFor(args).setOut(nowhere).setErr(nowhere).execute(args);
  }
}
