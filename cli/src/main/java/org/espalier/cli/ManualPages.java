package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/**
 * Writes a manual page for {@code espalier} and for each of its subcommands, of what the command
 * line knows about itself.
 */
final class ManualPages {
  private ManualPages() {}

  /** Writes them to the directory {@code args[0]}. */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    write(Espalier.commandLine(), directory, Version.number());
  }

  private static void write(CommandLine command, Path directory, String version)
      throws IOException {
    ManualPage page = new ManualPage(command, version);
    Files.writeString(directory.resolve(page.name() + ".1"), page.text());
    for (CommandLine subcommand : command.getSubcommands().values()) {
      write(subcommand, directory, version);
    }
  }
}
