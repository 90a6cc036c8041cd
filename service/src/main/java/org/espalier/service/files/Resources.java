package org.espalier.service.files;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Files that are a part of this program. */
public final class Resources {
  private Resources() {}

  /** The text of one that lies beside a class. */
  public static String text(Class<?> beside, String name) {
    return PrivateFiles.unchecked(() -> {
      try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    });
  }
}
