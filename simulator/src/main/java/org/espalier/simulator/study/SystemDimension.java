package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** System files as what an axis varies. The values of the axis are names of systems. */
final class SystemDimension extends Dimension {
  /** Name of the axis. */
  static final String KEY = "system";

  private final Map<String, Path> files;

  /** The files of systems, by their names, in the order of the axis. */
  SystemDimension(Map<String, Path> files) {
    super(KEY, "System");
    this.files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /** The file of each system, by its name, in the order of the axis. */
  Map<String, Path> files() {
    return files;
  }

  @Override
  void set(ScenarioDraft draft, String value) {
    draft.system = value;
  }
}
