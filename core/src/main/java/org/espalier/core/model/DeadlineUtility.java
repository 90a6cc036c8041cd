package org.espalier.core.model;

/**
 * What a task is worth that is as good at its deadline as before it, and nothing after it.
 *
 * @param worth what it is worth to complete it on time; above 0
 * @param must whether it must be completed: policies by deadlines drop others before it
 */
public record DeadlineUtility(double worth, boolean must) implements UtilityFunction {
  /** Of a task that others may be worth more than. */
  public DeadlineUtility(double worth) {
    this(worth, false);
  }

  /** Refuses a worth that is none. */
  public DeadlineUtility {
    Arguments.positive(worth, "worth");
  }

  @Override
  public double of(Task task, long completion) {
    return completion <= task.deadline() ? worth : 0;
  }
}
