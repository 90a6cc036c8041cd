package org.espalier.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier completion}: a script that lets the shell complete commands and options. */
@Command(
    name = "completion",
    description = "Prints a script with which bash and zsh complete commands and options.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  source <(espalier completion)"})
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("espalier", Espalier.commandLine()));
    out.flush();
    return ExitCode.OK;
  }
}
