package org.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.espalier.cli.terminal.Subcommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code espalier completion}: a script that lets the shell complete commands and options. */
@Command(
    name = "completion",
    description = "Prints a script with which bash and zsh complete commands and options.",
    footer = {"", "Example:", "  source <(espalier completion)"})
final class CompletionCommand extends Subcommand {
  private static final Pattern CONSTANTS = Pattern.compile("(?<=_option_args=\\()[^)]*");

  @Override
  protected void run() {
    PrintWriter out = out();
    CommandLine espalier = Espalier.commandLine();
    nameFiles(espalier);
    out.print(words(AutoComplete.bash("espalier", espalier)));
  }

  /** Lets files that may be left out be completed as those that may not are. */
  private static void nameFiles(CommandLine line) {
    CommandSpec command = line.getCommandSpec();
    for (ArgSpec argument : List.copyOf(command.args())) {
      if (argument.typeInfo().isOptional() && argument.auxiliaryTypes()[0] == Path.class) {
        command.remove(argument);
        command.add(
            argument instanceof OptionSpec option
                ? OptionSpec.builder(option.names()).type(Path.class).build()
                : PositionalParamSpec.builder().type(Path.class).build());
      }
    }
    line.getSubcommands().values().forEach(CompletionCommand::nameFiles);
  }

  /** Writes the constants of enums as users do. */
  private static String words(String script) {
    return CONSTANTS
        .matcher(script)
        .replaceAll(constants -> constants.group().toLowerCase(Locale.ROOT).replace('_', '-'));
  }
}
