package org.espalier.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The {@code espalier} command: the parent of every subcommand. */
@Command(
    name = "espalier",
    description = "A robust resource manager for heterogeneous computing systems.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class Espalier implements Runnable {

  @Spec private CommandSpec spec;

  private Espalier() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /** Runs the command line {@code args} and returns its exit status: 0 well, 2 for wrong usage. */
  static int run(String... args) {
    return commandLine().execute(args);
  }

  /** A new command line with every subcommand. */
  static CommandLine commandLine() {
    return new CommandLine(new Espalier());
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
