package org.espalier.service.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which boot of the computer this is. */
final class Boot {
  private static final String PRESENT = read();

  private Boot() {}

  /** The name of the present boot. */
  static String present() {
    return PRESENT;
  }

  static boolean isPresent(String boot) {
    return PRESENT.equals(boot);
  }

  private static String read() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
