package org.espalier.report;

import java.util.List;

/**
 * How many of the machines of a type execute in the course of a trial.
 *
 * @param type name of the machine type
 * @param machines how many machines there are of the type
 * @param span length of a span of time in ticks
 * @param shares share of the machines' time in which they execute, from 0 to 1, for each span, the
 *     first of which begins at time 0
 */
public record MachineUse(String type, int machines, long span, List<Double> shares) {
  /** Refuses what is no count or share. */
  public MachineUse {
    Check.text("machine type", type);
    Check.that(machines > 0, "type %s has %s machines".formatted(type, machines));
    Check.that(span > 0, "type %s has spans of %s ticks".formatted(type, span));
    shares = List.copyOf(shares);
    for (double share : shares) {
      Check.that(
          0 <= share && share <= 1,
          "the share of machines of type %s is %s".formatted(type, share));
    }
  }
}
