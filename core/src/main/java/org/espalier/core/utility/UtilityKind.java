package org.espalier.core.utility;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;

/**
 * Tasks whose utility functions have one shape: of one priority, urgency and utility class, however
 * long their first intervals are, or of the same points.
 *
 * @param example the first of them
 * @param tasks how many there are
 */
public record UtilityKind(Task example, int tasks) {

  /**
   * The kinds among some tasks, those of the most tasks first. Tasks that have no more than a
   * deadline are of none.
   */
  public static List<UtilityKind> of(List<Task> tasks) {
    Map<Object, UtilityKind> kinds = new LinkedHashMap<>();
    for (Task task : tasks) {
      if (!task.utility().equals(UtilityFunction.OF_DEADLINE)) {
        kinds.merge(
            shape(task.utility()),
            new UtilityKind(task, 1),
            (one, other) -> new UtilityKind(one.example, one.tasks + other.tasks));
      }
    }
    List<UtilityKind> sorted = new ArrayList<>(kinds.values());
    sorted.sort(Comparator.comparingInt(UtilityKind::tasks).reversed());
    return List.copyOf(sorted);
  }

  /** What tells its function from others, in a few words. */
  public String words() {
    return example.utility() instanceof DecayingUtility decaying
        ? "priority %s, urgency %s per minute, class %s"
            .formatted(
                number(decaying.priority()),
                number(decaying.decayPerMinute()),
                decaying.utilityClass().name())
        : "points";
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static Object shape(UtilityFunction function) {
    return function instanceof DecayingUtility decaying
        ? List.of(decaying.priority(), decaying.decayPerMinute(), decaying.utilityClass().name())
        : function;
  }
}
