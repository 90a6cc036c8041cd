package org.espalier.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * One call of the command in this process.
 *
 * @param status its exit status
 */
record CommandRun(int status, String out, String err) {

  static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Espalier.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int status = line.execute(args);
    return new CommandRun(status, out.toString(), err.toString());
  }
}
