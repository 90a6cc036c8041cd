package org.espalier.workload.generator;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.espalier.core.model.Arguments;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.TaskType;
import org.espalier.workload.document.Names;

/**
 * Which task types arrive, how many tasks of each, and when these are due.
 *
 * @param types by the names of the task types; no task of another arrives
 * @param areRates whether amounts are tasks a second; else they are shares of all tasks
 */
public record TaskMix(Map<String, Load> types, boolean areRates) {
  /**
   * What arrives of a type.
   *
   * @param amount its share of all tasks, or tasks a second; above 0
   * @param deadline when its tasks are due; empty for the rule that all have
   * @param worths what its tasks are worth on time, each with the share of them; {@link #ONE} if
   *     all are worth 1
   */
  public record Load(
      double amount, Optional<DeadlineTime> deadline, SequencedMap<Double, Double> worths) {
    /** All tasks are worth 1. */
    public static final SequencedMap<Double, Double> ONE =
        Collections.unmodifiableSequencedMap(new TreeMap<>(Map.of(1.0, 1.0)));

    /** Of tasks that are all worth 1. */
    public Load(double amount, Optional<DeadlineTime> deadline) {
      this(amount, deadline, ONE);
    }

    public Load {
      Arguments.refuse(
          !(amount > 0) || Double.isInfinite(amount), "%s tasks; expected more than 0", amount);
      worths = Collections.unmodifiableSequencedMap(new TreeMap<>(worths));
    }
  }

  public TaskMix {
    types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    Arguments.refuse(types.isEmpty(), "no task type arrives; expected at least one");
  }

  /** The sum of all amounts: tasks a second of all types, where they are rates. */
  public double total() {
    return types.values().stream().mapToDouble(Load::amount).sum();
  }

  /** The share of all tasks that a type has; 0 if none arrives. */
  double share(String taskType) {
    Load load = types.get(taskType);
    return load == null ? 0 : load.amount() / total();
  }

  /** Whether tasks are worth more or less than others. */
  boolean hasWorths() {
    return types.values().stream().anyMatch(load -> !load.worths().equals(Load.ONE));
  }

  /** What tasks of a type are worth, with the share of them; all 1 if it is not said. */
  SequencedMap<Double, Double> worths(String taskType) {
    Load load = types.get(taskType);
    return load == null ? Load.ONE : load.worths();
  }

  /** When tasks of a type are due; empty for the rule that all have. */
  Optional<DeadlineTime> deadline(String taskType) {
    return Optional.ofNullable(types.get(taskType)).flatMap(Load::deadline);
  }

  /** Names that are no task types of a system; empty if there are none. */
  Optional<String> unknown(HcSystem system) {
    List<String> known = system.taskTypes().stream().map(TaskType::name).toList();
    return types.keySet().stream()
        .filter(name -> !known.contains(name))
        .findFirst()
        .map(name ->
            "types has %s, which is no task type of the system (%s)"
                .formatted(name, Names.remedy(name, known)));
  }
}
