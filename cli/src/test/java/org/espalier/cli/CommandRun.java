package org.espalier.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/**
 * One call of the command in this process.
 *
 * @param status its exit status
 */
record CommandRun(int status, String out, String err) {

  static CommandRun of(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Espalier.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int status = line.execute(Arrays.stream(args).map(String::valueOf).toArray(String[]::new));
    return new CommandRun(status, out.toString(), err.toString());
  }

  /** The lines it printed. */
  List<String> lines() {
    return out.lines().toList();
  }
}
