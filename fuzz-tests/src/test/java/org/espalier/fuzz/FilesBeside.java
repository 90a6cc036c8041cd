package org.espalier.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The files that an input may name: a small system with its times, and what goes with it. */
public final class FilesBeside {
  private static final List<String> NAMES =
      List.of(
          "cell-means.csv",
          "day.csv",
          "draws.power.csv",
          "guarded.yaml",
          "live.yaml",
          "means.csv",
          "one-state.yaml",
          "samples.csv",
          "spread.csv",
          "system.yaml",
          "times.etc",
          "times.pet.csv",
          "tokens.yaml",
          "trial.dat");

  private FilesBeside() {}

  /** Copies them into a directory. */
  public static void copyTo(Path directory) throws IOException {
    for (String name : NAMES) {
      try (InputStream in = FilesBeside.class.getResourceAsStream("beside/" + name)) {
        Files.copy(Objects.requireNonNull(in, name), directory.resolve(name));
      }
    }
  }
}
