package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * System files as what an axis varies. The values of the axis are names of systems.
 *
 * @param files the file of each system, by its name, in the order of the axis
 */
public record SystemDimension(Map<String, Path> files) implements Dimension {
  /** Name of the axis. */
  static final String KEY = "system";

  public SystemDimension {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String label() {
    return "System";
  }
}
