package org.espalier.core.model;

/** The utility of a task of which nothing but its deadline is known. */
record DeadlineUtility() implements UtilityFunction {
  @Override
  public double of(Task task, long completion) {
    return completion <= task.deadline() ? 1 : 0;
  }
}
