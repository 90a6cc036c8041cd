package org.espalier.cli.terminal;

import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/**
 * One call of a subcommand: the options that were given, and what it does. Its exit code says that
 * all went well, unless it says otherwise or throws.
 */
@Command(mixinStandardHelpOptions = true)
public abstract class Subcommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  private int exitCode = ExitCode.OK;

  /** Does what the command is for. */
  protected abstract void run() throws Exception;

  @Override
  public final Integer call() throws Exception {
    spec.commandLine().getParseResult().matchedArgs().forEach(Subcommand::refuseTwoValues);
    run();
    out().flush();
    err().flush();
    return exitCode;
  }

  /** Refuses two values of one name, of which the library would keep the last. */
  private static void refuseTwoValues(ArgSpec given) {
    Set<String> names = new HashSet<>();
    List<String> texts = given.typeInfo().isMap() ? given.stringValues() : List.of();
    for (int i = 0; i < texts.size(); i += 2) { // names and values by turns
      String name = texts.get(i);
      CommandFailure.when(
          !names.add(name),
          "%s gives %s two values; keep one",
          given.isOption() ? ((OptionSpec) given).longestName() : given.paramLabel(),
          name);
    }
  }

  /** Lets the command end as on bad input, when it has told what is bad. */
  protected final void endAsOnBadInput() {
    exitCode = ExitCode.USAGE;
  }

  /** Refuses those of some options that the user gave. */
  public static void refuse(CommandSpec spec, List<String> options, String reason) {
    String given =
        options.stream()
            .filter(name -> spec.commandLine().getParseResult().hasMatchedOption(name))
            .collect(Collectors.joining(", "));
    CommandFailure.when(!given.isEmpty(), "%s: %s", given, reason);
  }

  protected final CommandSpec spec() {
    return spec;
  }

  /** Standard output, on which nothing acts on a terminal. */
  protected final PrintWriter out() {
    return Visible.writer(rawOut());
  }

  /** The same of standard error. */
  protected final PrintWriter err() {
    return Visible.writer(rawErr());
  }

  /** Prints on standard output what a format makes of values. */
  protected final void say(String format, Object... values) {
    out().printf(Locale.ROOT, format, values);
  }

  /** The same on standard error. */
  protected final void note(String format, Object... values) {
    err().printf(Locale.ROOT, format, values);
  }

  /** Standard output as it is. */
  protected final PrintWriter rawOut() {
    return spec.commandLine().getOut();
  }

  /** Standard error as it is. */
  protected final PrintWriter rawErr() {
    return spec.commandLine().getErr();
  }

  /** What the terminal can show. */
  protected final Display display() {
    return Display.of(spec);
  }
}
