package org.espalier.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** What commands that run studies check and print alike. */
final class SearchChecks {
  private static final double MANY = 1e6;

  private SearchChecks() {}

  /** How many threads are used where nobody says. */
  static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Refuses a directory that results cannot go to. */
  static void refuse(Path directory, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      throw new CommandFailure(
          "%s %s; give another directory with --out".formatted(directory, obstacle.get()));
    }
  }

  /** A value of an objective in a table. */
  static String number(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < MANY ? "%.2f" : "%.4g", value);
  }
}
