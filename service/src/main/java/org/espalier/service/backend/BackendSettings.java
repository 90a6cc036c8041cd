package org.espalier.service.backend;

/**
 * Which back end runs the commands of a live system, and how it is set up. There is one record for
 * each kind that a live.yaml can name.
 */
public interface BackendSettings {
  /** The kind, which cannot change while it is served. */
  default String kind() {
    return getClass().getSimpleName();
  }

  /** What opens the back end, where that is known here. */
  default BackendFactory factory() {
    throw new IllegalArgumentException("no back end is opened by " + this);
  }
}
