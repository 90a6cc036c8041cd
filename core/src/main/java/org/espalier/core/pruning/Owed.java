package org.espalier.core.pruning;

import java.util.Arrays;

/**
 * What task types are owed that have fewer of their tasks on time than a share. It rises by a step
 * times that share with each task that leaves, and falls by the step with each that is on time.
 * What is below 0 was had beyond the share.
 */
final class Owed {
  private final double step;
  private final double least;
  private final double most;
  private double[] amounts = {};

  /**
   * Nothing is owed yet.
   *
   * @param least no less is owed to a type; 0 where all that it has beyond its share is forgotten
   * @param most no more is owed to a type
   */
  Owed(double step, double least, double most) {
    this.step = step;
    this.least = least;
    this.most = most;
  }

  /** Takes a task that left. */
  void left(int type, double share, boolean isOnTime) {
    if (type >= amounts.length) {
      amounts = Arrays.copyOf(amounts, type + 1);
    }
    amounts[type] = with(type, share - (isOnTime ? 1 : 0));
  }

  /** What a type is owed. */
  double of(int type) {
    return type < amounts.length ? amounts[type] : 0;
  }

  /** The same with so many tasks more. */
  double with(int type, double tasks) {
    return Math.clamp(of(type) + step * tasks, least, most);
  }
}
