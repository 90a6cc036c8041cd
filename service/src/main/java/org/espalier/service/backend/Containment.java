package org.espalier.service.backend;

import java.nio.file.Path;
import java.util.Optional;

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

  /** That of a word or a path; empty if it is neither. */
  static Optional<Containment> of(String text) {
    return switch (text) {
      case "auto" -> Optional.of(automatic());
      case "none" -> Optional.of(new None());
      case String path when path.startsWith("/") -> Optional.of(new Below(Path.of(path)));
      default -> Optional.empty();
    };
  }

  /** The text of which it is made again. */
  default String text() {
    return switch (this) {
      case Automatic automatic -> "auto";
      case None none -> "none";
      case Below below -> below.directory().toString();
    };
  }

  /** What holds where nothing is said. */
  static Containment automatic() {
    return new Automatic();
  }
}
