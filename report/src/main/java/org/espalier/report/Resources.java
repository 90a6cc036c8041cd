package org.espalier.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that a page is made of, which lie beside this class. */
final class Resources {

  static final String ECHARTS = "echarts/echarts-6.1.0.min.js";

  private Resources() {}

  static String text(String name) {
    try (InputStream stream = Resources.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("resource " + name + " of the report is missing");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("resource " + name + " of the report cannot be read", e);
    }
  }
}
