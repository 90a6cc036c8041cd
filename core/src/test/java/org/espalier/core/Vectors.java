package org.espalier.core;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.testsupport.VectorFile;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.JsonNode;

/**
 * The reference vectors: values that programs independent of this one computed, the small ones by
 * exhaustive enumeration with exact rationals.
 */
public final class Vectors {
  /** How closely production code must agree. */
  public static final double TOLERANCE = 1e-9;

  private Vectors() {}

  /** The cases of a file, each under a name such as {@code chains[7]}. */
  public static Stream<Arguments> cases(String file) {
    List<Arguments> cases = new ArrayList<>();
    int index = 0;
    for (JsonNode node : VectorFile.cases("/vectors/%s.json".formatted(file))) {
      cases.add(Arguments.argumentSet("%s[%d]".formatted(file, index++), node));
    }
    return cases.stream();
  }

  /**
   * As {@link #cases}, without those that call a task on time only if it finishes strictly before
   * its deadline ({@code cmp: lt}): a task is on time here if it finishes at or before it.
   */
  public static Stream<Arguments> casesOnTimeAtTheDeadline(String file) {
    return cases(file).filter(c -> ((JsonNode) c.get()[0]).get("cmp").asString().equals("le"));
  }

  /** A PMF of a list of [time, mass], with a step of one tick. */
  public static Pmf pmf(JsonNode impulses) {
    long origin = impulses.get(0).get(0).asLong();
    long last = impulses.get(impulses.size() - 1).get(0).asLong();
    double[] masses = new double[(int) (last - origin) + 1];
    for (JsonNode impulse : impulses.values()) {
      masses[(int) (impulse.get(0).asLong() - origin)] += impulse.get(1).asDouble();
    }
    return Pmf.normalised(origin, 1, masses);
  }

  /** The scopes by the letters of THESIS 3.1. */
  public static DroppingScope scope(JsonNode vector) {
    return switch (vector.get("scenario").asString()) {
      case "A" -> DroppingScope.NONE;
      case "B" -> DroppingScope.PENDING;
      case "C" -> DroppingScope.EXECUTING;
      default -> throw new AssertionError("unknown scenario in " + vector);
    };
  }
}
