package org.espalier.core.allocation.rules;

import java.util.Map;

/**
 * Shares by task type: of tasks that are to be on time at least, whatever that costs others, or of
 * thresholds.
 *
 * @param byType by name of the task type, in (0, 1]
 */
public record SharesByType(Map<String, Double> byType) {
  /** No type has one. */
  public static final SharesByType NONE = new SharesByType(Map.of());

  public SharesByType {
    byType = Map.copyOf(byType);
    byType.forEach((type, share) -> {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "share of %s is %s; expected a number above 0 and up to 1".formatted(type, share));
      }
    });
  }

  /** Whether no type has one. */
  public boolean isEmpty() {
    return byType.isEmpty();
  }
}
