package org.espalier.core.pricing;

import java.util.Arrays;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * What tasks are worth beyond what they cost, at the prices of one mapping event. Choices that are
 * slower and cost no less than another one are left out where all times are certain, since utility
 * never rises.
 */
final class PairWorth {
  private final UtilityPrices prices;
  private final int[] machines;

  /** By task type; null until one is asked for. */
  private final @Nullable Kept[] ofTypes;

  /**
   * The worth of tasks in a system.
   *
   * @param machines number of machines that take tasks, by type
   */
  PairWorth(UtilityPrices prices, HcSystem system, int... machines) {
    this.prices = prices;
    this.machines = machines;
    this.ofTypes = new Kept[system.taskTypes().size()];
  }

  /**
   * Choices of a task type.
   *
   * @param anywhere those that may be best of all
   * @param onType by machine type, those that may be best there
   * @param costs by choice
   */
  private record Kept(TypeChoices choices, int[] anywhere, int[][] onType, double[] costs) {}

  private Kept kept(int taskType) {
    Kept known = ofTypes[taskType];
    if (known == null) {
      known = keep(taskType);
      ofTypes[taskType] = known;
    }
    return known;
  }

  private Kept keep(int taskType) {
    TypeChoices choices = prices.choices(taskType);
    double[] costs = new double[choices.size()];
    boolean isCertain = choices.areCertain();
    for (int c = 0; c < costs.length; c++) {
      costs[c] = prices.prices().cost(choices, c);
    }
    int[][] onType = new int[machines.length][];
    for (int j = 0; j < onType.length; j++) {
      onType[j] = best(choices, costs, j, isCertain);
    }
    return new Kept(choices, best(choices, costs, -1, isCertain), onType, costs);
  }

  /** Choices on a machine type, or on all that take tasks, that no other is better than. */
  private int[] best(TypeChoices choices, double[] costs, int machineType, boolean isCertain) {
    int[] kept = new int[costs.length];
    int count = 0;
    for (int c = 0; c < costs.length; c++) {
      int type = choices.machineType(c);
      boolean isOne = machineType < 0 ? machines[type] > 0 : type == machineType;
      for (int o = 0; isCertain && isOne && o < costs.length; o++) {
        int other = choices.machineType(o);
        boolean counts = machineType < 0 ? machines[other] > 0 : other == machineType;
        isOne = !(counts && beats(choices, costs, o, c));
      }
      if (isOne) {
        kept[count++] = c;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  /** Whether one choice is as fast as another and costs no more; of equal ones the first. */
  private static boolean beats(TypeChoices choices, double[] costs, int one, int other) {
    boolean isAsGood = choices.ticks(one) <= choices.ticks(other) && costs[one] <= costs[other];
    boolean isEqual = choices.ticks(one) == choices.ticks(other) && costs[one] == costs[other];
    return isAsGood && (!isEqual || one < other);
  }

  /**
   * The most a task is worth that starts somewhere at a time, at a share of the prices; negative
   * infinity where no machine takes it.
   */
  double best(Task task, double start, double share) {
    Kept kept = kept(task.type());
    double best = Double.NEGATIVE_INFINITY;
    for (int c : kept.anywhere()) {
      best = Math.max(best, kept.choices().utility(task, c, start) - share * kept.costs()[c]);
    }
    return best;
  }

  /** The most a task is worth that starts on a machine type at a time; 0 if it is worth nothing. */
  double on(int machineType, Task task, double start) {
    Kept kept = kept(task.type());
    double best = 0;
    for (int c : kept.onType()[machineType]) {
      best = Math.max(best, kept.choices().utility(task, c, start) - kept.costs()[c]);
    }
    return best;
  }

  /** What a task is worth in each P-state of a machine type; nothing where it cannot run. */
  double[] byPState(int machineType, Task task, double start) {
    Kept kept = kept(task.type());
    TypeChoices choices = kept.choices();
    double[] worths = new double[choices.size()];
    int count = 0;
    for (int c = 0; c < worths.length; c++) {
      if (choices.machineType(c) == machineType) {
        worths[count++] = choices.utility(task, c, start) - kept.costs()[c];
      }
    }
    return Arrays.copyOf(worths, count);
  }
}
