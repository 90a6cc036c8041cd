package org.espalier.service.backend;

import java.util.List;

/** A back end cannot do its work on this computer. */
public final class BackendException extends RuntimeException {
  private final transient List<String> problems;

  /** With all that stands in its way. */
  public BackendException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** With one problem and what is behind it. */
  public BackendException(String problem, Throwable cause) {
    super(problem, cause);
    this.problems = List.of(problem);
  }

  /** Refuses where there are problems, and tells all of them. */
  public static void whenAny(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new BackendException(problems);
    }
  }

  /** All that stands in its way, each with its remedy. */
  public List<String> problems() {
    return problems;
  }
}
