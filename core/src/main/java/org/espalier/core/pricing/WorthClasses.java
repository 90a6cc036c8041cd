package org.espalier.core.pricing;

import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Tasks of one type by what they are worth, as the program of prices sees them. Those of a class
 * are worth the same within a factor of two, so that worth which differs from task to task does not
 * make the program large.
 */
final class WorthClasses {
  /** A class of which less is left has been forgotten. */
  private static final double LEAST = 1e-3;

  private final TreeMap<Integer, Amount> amounts = new TreeMap<>();

  private static final class Amount {
    private double tasks;
    private double worth;
  }

  /** Adds tasks of the same worth; a number that need not be whole. */
  void add(double worth, double tasks) {
    Amount amount = amounts.computeIfAbsent(Math.getExponent(worth), _ -> new Amount());
    amount.tasks += tasks;
    amount.worth += tasks * worth;
  }

  /** Adds the tasks of others. */
  void add(WorthClasses others) {
    for (int number : others.numbers()) {
      add(others.worth(number), others.tasks(number));
    }
  }

  /** Keeps a share of all. */
  void keep(double share) {
    for (Amount amount : amounts.values()) {
      amount.tasks *= share;
      amount.worth *= share;
    }
    amounts.values().removeIf(amount -> amount.tasks < LEAST);
  }

  /** The numbers of the classes, those of little worth first. */
  Set<Integer> numbers() {
    return amounts.keySet();
  }

  /** How many tasks a class has; 0 where there is none. */
  double tasks(int number) {
    Amount amount = amounts.get(number);
    return amount == null ? 0 : amount.tasks;
  }

  /** What the tasks of a class that is there are worth in the mean. */
  double worth(int number) {
    Amount amount = Objects.requireNonNull(amounts.get(number));
    return amount.worth / amount.tasks;
  }

  /** How many tasks there are. */
  double tasks() {
    return amounts.values().stream().mapToDouble(amount -> amount.tasks).sum();
  }
}
