package org.espalier.cli.terminal;

import java.io.Console;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the terminal can show.
 *
 * @param width characters in a line
 * @param plain whether only ASCII characters may be used
 */
public record Display(int width, boolean plain) {
  private static final int LEAST_WIDTH = 40;

  /** Where there is no terminal to ask. */
  private static final int DEFAULT_WIDTH = 100;

  /** The display that a command writes to. */
  public static Display of(CommandSpec command) {
    return new Display(width(command), !showsBlocks());
  }

  /** Whether there is a terminal, on which something can be drawn again and again. */
  public static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /**
   * Whether standard output or standard error goes to a terminal.
   *
   * @param descriptor 1 or 2
   */
  public static boolean isTerminal(int descriptor) {
    try {
      Path target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor));
      return target.toString().matches("/dev/(pts/|tty|console).*");
    } catch (IOException unknown) {
      return isTerminal();
    }
  }

  private static int width(CommandSpec command) {
    int width = columns().orElseGet(() -> terminalWidth(command));
    return Math.max(LEAST_WIDTH, width);
  }

  private static Optional<Integer> columns() {
    return Optional.ofNullable(System.getenv("COLUMNS"))
        .filter(text -> text.matches("[1-9][0-9]{0,3}"))
        .map(Integer::valueOf);
  }

  private static int terminalWidth(CommandSpec command) {
    return isTerminal() ? command.usageMessage().autoWidth(true).width() : DEFAULT_WIDTH;
  }

  private static boolean showsBlocks() {
    String name = System.getProperty("stdout.encoding", Charset.defaultCharset().name());
    return Charset.isSupported(name) && Charset.forName(name).newEncoder().canEncode('\u2581');
  }
}
