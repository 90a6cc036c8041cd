package org.espalier.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code espalier} command: the parent of every subcommand. */
@Command(
    name = "espalier",
    description = "A robust resource manager for heterogeneous computing systems.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footerHeading = "%nExamples:%n",
    footer = {
      "  espalier run                       the quick-start study",
      "  espalier run my-study.yaml         a study of your own",
      "  espalier check my-study.yaml       what is wrong with it",
      "  espalier demo                      the live service at work",
      "  espalier run --help                what a command takes"
    },
    subcommands = {
      RunCommand.class,
      ReportCommand.class,
      CompareCommand.class,
      ExplainCommand.class,
      CheckCommand.class,
      ShowCommand.class,
      PoliciesCommand.class,
      PetCommand.class,
      WorkloadCommand.class,
      ServeCommand.class,
      DemoCommand.class,
      SubmitCommand.class,
      StatusCommand.class,
      WatchCommand.class,
      CancelCommand.class,
      MachinesCommand.class,
      ReplayCommand.class,
      TokenCommand.class,
      CompletionCommand.class
    })
public final class Espalier implements Runnable {
  /** Columns of help texts: the widest example fits. */
  private static final int HELP_WIDTH = 100;

  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "show where an error came from")
  private boolean stackTrace;

  private Espalier() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /** Runs the command line {@code args} and returns its exit status, one of {@link ExitCode}. */
  static int run(String... args) {
    CommandLine line = commandLine();
    try {
      return line.execute(args);
    } catch (StackOverflowError | OutOfMemoryError | LinkageError | AssertionError e) {
      Espalier espalier = line.getCommand();
      return new FailurePrinter(espalier).print(e, line.getErr());
    }
  }

  /** A new command line with every subcommand. */
  static CommandLine commandLine() {
    Espalier espalier = new Espalier();
    return new CommandLine(espalier)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpWidth(HELP_WIDTH)
        .setExecutionExceptionHandler((failure, command, parsed) ->
            new FailurePrinter(espalier).handleExecutionException(failure, command, parsed));
  }

  /** Whether the user asked for stack traces. */
  boolean wantsStackTrace() {
    return stackTrace;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
