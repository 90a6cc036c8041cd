package org.espalier.core.model;

import java.util.List;

/**
 * A task type: tasks of one type share the distribution of their execution time on each machine
 * type.
 *
 * @param id dense index, 0 for the first type of a system
 * @param name what users call it, unique in its system
 * @param versions what its tasks may be served as: in full first, then by poorer versions
 */
public record TaskType(int id, String name, List<Version> versions) {
  public TaskType {
    Arguments.id(id, "task type");
    versions = List.copyOf(versions);
    if (versions.isEmpty() || !versions.getFirst().equals(new Version(id, 1))) {
      throw new IllegalArgumentException(
          "the first version of task type %s is not itself in full".formatted(name));
    }
  }

  /** A type whose tasks are served in full only. */
  public TaskType(int id, String name) {
    this(id, name, List.of(new Version(id, 1)));
  }
}
