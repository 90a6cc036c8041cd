package org.espalier.core.allocation.rules;

import java.util.Map;

/**
 * The share of the tasks of some types that is to be on time at least, whatever that costs others.
 *
 * @param byType by name of the task type, in (0, 1]
 */
public record LeastShares(Map<String, Double> byType) {
  /** No type has one. */
  public static final LeastShares NONE = new LeastShares(Map.of());

  public LeastShares {
    byType = Map.copyOf(byType);
    byType.forEach((type, share) -> {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "least share of %s is %s; expected a number above 0 and up to 1"
                .formatted(type, share));
      }
    });
  }

  /** Whether no type has one. */
  public boolean isEmpty() {
    return byType.isEmpty();
  }
}
