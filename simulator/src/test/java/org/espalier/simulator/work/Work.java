package org.espalier.simulator.work;

import java.util.Arrays;
import java.util.List;

/**
 * Counts entries of methods. Classes that {@link CountingLoader} has loaded call it; it is loaded
 * as ever, so that a test sees what they counted.
 */
public final class Work {
  /** What is counted: names of classes below {@code org.espalier.core}, and their methods. */
  static final List<Kind> KINDS =
      List.of(
          new Kind("convolutions", "pmf/Convolution", List.of("into")),
          new Kind(
              "cells looked at",
              "allocation/Estimates",
              List.of(
                  "chanceOfSuccess",
                  "chanceAtMost",
                  "expectedCompletion",
                  "expectedCompletionAtLeast",
                  "expectedCompletionAtMost")),
          new Kind("worths of starts", "pricing/FluidPrices", List.of("worth")));

  private static final long[] COUNTS = new long[KINDS.size()];

  private Work() {}

  /** Methods of a class that do one kind of work. */
  record Kind(String name, String type, List<String> methods) {}

  /** A method of a kind is entered. */
  public static void count(int kind) {
    COUNTS[kind]++;
  }

  /** What was counted since this was asked before, by kind. */
  static List<Long> take() {
    List<Long> counts = Arrays.stream(COUNTS).boxed().toList();
    Arrays.fill(COUNTS, 0);
    return counts;
  }
}
