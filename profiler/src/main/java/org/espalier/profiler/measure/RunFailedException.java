package org.espalier.profiler.measure;

import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.profiler.host.RunOutcome;

/** A run of a command failed; the message says which, how, and what its output ended with. */
public final class RunFailedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LINES = 10;

  private final transient RunOutcome outcome;

  /**
   * A failure.
   *
   * @param which which run it was, as "run 3 of at most 100"
   */
  public RunFailedException(String which, RunOutcome outcome) {
    super("%s %s%s".formatted(which, how(outcome), end(outcome.output())));
    this.outcome = outcome;
  }

  /** What came of the run. */
  public RunOutcome outcome() {
    return outcome;
  }

  private static String how(RunOutcome outcome) {
    return switch (outcome.end()) {
      case EXITED -> "ended with exit code " + outcome.code();
      case SIGNALLED -> "was ended by signal " + outcome.code();
      case TIMED_OUT ->
          String.format(
              Locale.ROOT, "was killed at its time limit, after %.3g s", outcome.seconds());
      case CLOSED -> "was stopped";
      case LOST -> "was lost with the connection to its machine";
    };
  }

  private static String end(String output) {
    if (output.isBlank()) {
      return "; it printed nothing";
    }
    long lines = output.lines().count();
    return output
        .lines()
        .skip(Math.max(0, lines - LINES))
        .map(line -> "  " + line)
        .collect(Collectors.joining("\n", "; its output ends with:\n", ""));
  }
}
