package org.espalier.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.espalier.cli.terminal.StandardWriter;
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = run(out, err, args);
    return new CommandRun(status, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Calls the command with its standard output as bytes, and returns its exit status. */
  public static int to(OutputStream out, String... args) {
    return run(out, OutputStream.nullOutputStream(), args);
  }

  private static int run(OutputStream out, OutputStream err, String... args) {
    CommandLine line =
        Espalier.commandLineFor(args)
            .setOut(new StandardWriter(out, UTF_8))
            .setErr(new StandardWriter(err, UTF_8));
    int status = line.execute(args);
    line.getOut().flush();
    line.getErr().flush();
    return status;
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
