package org.espalier.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier completion}: a script that lets the shell complete commands and options. */
@Command(
    name = CompletionCommand.NAME,
    description = "Prints a script with which bash and zsh complete commands and options.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  source <(espalier completion)"})
final class CompletionCommand implements Callable<Integer> {
  static final String NAME = "completion";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("espalier", spec.root().commandLine()));
    out.flush();
    return ExitCode.OK;
  }
}
