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
public record CommandRun(int status, String out, String err) {

  /** Calls the command with the texts of some values, for example paths. */
  public static CommandRun of(Object... args) {
    return of(Arrays.stream(args).map(String::valueOf).toArray(String[]::new));
  }

  /** Calls the command. */
  public static CommandRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        Espalier.commandLineFor(args).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int status = line.execute(args);
    return new CommandRun(status, out.toString(), err.toString());
  }

  /** Calls a command that talks to the service at an address. */
  public static CommandRun at(String address, String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--url";
    all[args.length + 1] = address;
    return of(all);
  }

  /** The lines it printed. */
  public List<String> lines() {
    return out.lines().toList();
  }
}
