package org.espalier.service.backend;

import java.nio.file.Path;

/** How the processes of a task are to be held together. */
public sealed interface Containment {
  /** In a cgroup of its own where the service may make one, else in a process group. */
  record Automatic() implements Containment {}

  /** In a process group, which a process can leave. */
  record None() implements Containment {}

  /**
   * In a cgroup of its own, or not at all.
   *
   * @param directory the cgroup (version 2) in which it is made
   */
  record Below(Path directory) implements Containment {
    public Below {
      directory = directory.toAbsolutePath().normalize();
    }
  }

  /** What holds where nothing is said. */
  static Containment automatic() {
    return new Automatic();
  }
}
