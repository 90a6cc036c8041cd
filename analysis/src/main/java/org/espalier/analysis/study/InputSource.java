package org.espalier.analysis.study;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Where the system or the trace of a study comes from. */
public sealed interface InputSource {
  /** A file. */
  record File(Path path) implements InputSource {}

  /**
   * It is generated.
   *
   * @param options those that are not left to their defaults, as they were written
   */
  record Generated(Map<String, String> options) implements InputSource {
    public Generated {
      options = new TreeMap<>(options);
    }
  }
}
