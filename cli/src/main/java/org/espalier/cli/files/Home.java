package org.espalier.cli.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;

/** Where the files that come with Espalier are: its studies and their inputs. */
public final class Home {
  private Home() {}

  /**
   * A file that comes with Espalier, by its path in the source tree. It is looked for in the
   * directory that the launcher names, then in the current one.
   *
   * @throws CommandFailure if it is not there
   */
  public static Path file(String path) {
    List<String> homes =
        Stream.of(System.getProperty("espalier.home"), System.getProperty("espalier.root"), "")
            .filter(home -> home != null)
            .toList();
    return homes.stream()
        .map(home -> Path.of(home).resolve(path))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure(
                "%s is not there; run espalier from its source tree, or name a study"
                    .formatted(path)));
  }
}
