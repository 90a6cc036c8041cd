package org.espalier.service.backend;

import java.nio.file.Path;

/**
 * Which back end runs the commands of a live system, and how it is set up. There is one record for
 * each kind that a live.yaml can name.
 */
public interface BackendSettings {
  /** The same with what it keeps in another data directory; it keeps nothing there by itself. */
  default BackendSettings inData(Path data) {
    return this;
  }

  /** The kind, which cannot change while it is served. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** What opens the back end, where that is known here. */
  default BackendFactory factory() {
    throw new IllegalArgumentException("no back end is opened by " + this);
  }
}
