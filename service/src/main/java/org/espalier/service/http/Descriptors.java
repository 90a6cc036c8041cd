package org.espalier.service.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The descriptors of files and sockets that this process may have open at a time. */
final class Descriptors {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final String ROW = "Max open files";

  private Descriptors() {}

  /** How many are open now; 0 where that is not known. */
  static int open() {
    try (Stream<Path> open = Files.list(OPEN)) {
      return (int) open.count();
    } catch (IOException notLinux) {
      return 0;
    }
  }

  /** How many; {@link Integer#MAX_VALUE} where that is not known. */
  static int most() {
    try {
      return Files.readAllLines(LIMITS).stream()
          .filter(line -> line.startsWith(ROW))
          .map(line -> line.substring(ROW.length()).strip().split("\\s+", 2)[0])
          .filter(soft -> soft.matches("\\d{1,9}"))
          .mapToInt(Integer::parseInt)
          .findFirst()
          .orElse(Integer.MAX_VALUE);
    } catch (IOException notLinux) {
      return Integer.MAX_VALUE;
    }
  }
}
