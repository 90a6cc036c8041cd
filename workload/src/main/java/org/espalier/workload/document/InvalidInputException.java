package org.espalier.workload.document;

import java.util.List;

/**
 * Input files were refused. The message lists the problems, as {@code file:line: path: message
 * (value ...); remedy}, those of one cause on one line.
 */
public final class InvalidInputException extends RuntimeException {
  private final transient List<Problem> problems;
  private final long count;

  InvalidInputException(List<Problem> problems, long count) {
    super(message(problems, count));
    this.problems = List.copyOf(problems);
    this.count = count;
  }

  private static String message(List<Problem> problems, long count) {
    String list = String.join("\n", ProblemList.lines(problems));
    long rest = count - problems.size();
    return rest == 0 ? list : "%s\nand %s more".formatted(list, rest);
  }

  /** The problems, at most {@value Problems#LISTED}. */
  public List<Problem> problems() {
    return problems;
  }

  /** How many there are, those not kept included. */
  public long count() {
    return count;
  }
}
