package org.espalier.profiler.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;

/** A shell script that is part of the program. */
final class Script {
  private Script() {}

  /** Returns the text of a script of this package. */
  static String text(String name) {
    try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a name that nothing else has. */
  static String token() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
