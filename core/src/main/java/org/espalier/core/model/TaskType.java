package org.espalier.core.model;

/**
 * A task type: tasks of one type share the distribution of their execution time on each machine
 * type.
 *
 * @param id dense index, 0 for the first type of a system
 * @param name what users call it, unique in its system
 */
public record TaskType(int id, String name) {
  public TaskType {
    Checks.id(id, "task type");
  }
}
