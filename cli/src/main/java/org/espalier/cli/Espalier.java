package org.espalier.cli;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TimeZone;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.espalier.cli.files.FileCommands;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.inputs.InputCommands;
import org.espalier.cli.live.LiveCommands;
import org.espalier.cli.profile.ProfileCommand;
import org.espalier.cli.study.StudyCommands;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.PointsInTime;
import org.espalier.cli.terminal.StandardWriter;
import org.espalier.cli.terminal.Version;
import org.espalier.cli.tradeoff.ParetoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
    })
public final class Espalier implements Runnable {
  /** Columns of help texts: the widest example fits. */
  private static final int HELP_WIDTH = 100;

  private static final List<Class<?>> SUBCOMMANDS =
      Stream.<List<Class<?>>>of(
              StudyCommands.ALL,
              List.of(ParetoCommand.class),
              FileCommands.ALL,
              InputCommands.ALL,
              List.of(ProfileCommand.class),
              LiveCommands.ALL,
              List.of(CompletionCommand.class))
          .flatMap(List::stream)
          .toList();

  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "show where an error came from")
  private boolean stackTrace;

  private Espalier() {}

  /**
   * Runs the command and ends the process with its exit status. What it and its libraries write is
   * the same in every locale of the user: many read it who are programs.
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    Optional.ofNullable(System.getenv("TZ"))
        .flatMap(PointsInTime::posixZone)
        .ifPresent(zone -> TimeZone.setDefault(TimeZone.getTimeZone(zone)));
    Output output = Output.standard();
    int status = run(args);
    System.out.flush();
    System.exit(output.failure().map(Espalier::cutShort).orElse(status));
  }

  private static int cutShort(IOException failure) {
    System.err.println(
        "espalier: standard output could not be written: %s; make room, or send it elsewhere"
            .formatted(failure.getMessage()));
    return ExitCode.USAGE;
  }

  /**
   * Runs the command line {@code args} and returns its exit status. That is {@link ExitCode#OK}; or
   * {@link ExitCode#USAGE} after what the user can mend: wrong usage, bad input or a policy that
   * fails; or {@link ExitCode#SOFTWARE} after a fault of the program or of the machine it runs on.
   */
  static int run(String... args) {
    Stream<String> own =
        Arrays.stream(args).takeWhile(arg -> !arg.equals(ProfileCommand.END_OF_OPTIONS));
    CommandLine line =
        commandLineFor(args)
            .setOut(StandardWriter.of(OutputFile.isStandard(own) ? System.err : System.out))
            .setErr(StandardWriter.of(System.err));
    try {
      return line.execute(args);
    } catch (StackOverflowError | OutOfMemoryError | LinkageError | AssertionError e) {
      Espalier espalier = line.getCommand();
      return new FailurePrinter(espalier, line).print(e, line.getErr());
    }
  }

  /** A new command line with every subcommand. */
  static CommandLine commandLine() {
    return commandLine(name -> true);
  }

  /**
   * A new command line for some arguments. Reading the options of all subcommands is most of what a
   * start takes, so those that the arguments do not name are there with their names and
   * descriptions only. Where the arguments hold a command of the user, its {@code @file} is its
   * own.
   */
  static CommandLine commandLineFor(String... args) {
    List<String> given = Arrays.asList(args);
    boolean hasCommand = given.contains(ProfileCommand.END_OF_OPTIONS);
    boolean hasFileOfArguments = !hasCommand && given.stream().anyMatch(arg -> arg.startsWith("@"));
    return commandLine(name -> hasFileOfArguments || given.contains(name))
        .setExpandAtFiles(!hasCommand);
  }

  private static CommandLine commandLine(Predicate<String> isNeeded) {
    Espalier espalier = new Espalier();
    CommandLine line = new CommandLine(espalier);
    for (Class<?> type : SUBCOMMANDS) {
      Command command = type.getAnnotation(Command.class);
      line.addSubcommand(command.name(), isNeeded.test(command.name()) ? type : outline(command));
    }
    OptionTypes.addTo(line);
    FailurePrinter failures = new FailurePrinter(espalier, line);
    return line.setUsageHelpWidth(HELP_WIDTH)
        .setParameterExceptionHandler(failures)
        .setExecutionExceptionHandler(failures);
  }

  private static CommandSpec outline(Command command) {
    CommandSpec spec = CommandSpec.create().name(command.name());
    spec.usageMessage().description(command.description());
    return spec;
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
