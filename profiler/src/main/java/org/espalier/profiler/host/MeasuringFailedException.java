package org.espalier.profiler.host;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Measuring cannot go on; the message says why. What was measured before is kept. */
public final class MeasuringFailedException extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int LINES = 10;

  private final RunOutcome.@Nullable End end;

  /** With a message for users. */
  public MeasuringFailedException(String message) {
    super(message);
    this.end = null;
  }

  /** With a message for users, and its cause. */
  public MeasuringFailedException(String message, Throwable cause) {
    super(message, cause);
    this.end = null;
  }

  /**
   * A run failed; the message says which, how, and what its output ended with.
   *
   * @param which which run it was, as "run 3 of xz"
   */
  public MeasuringFailedException(String which, RunOutcome outcome) {
    super("%s %s%s".formatted(which, how(outcome), end(outcome.output())));
    this.end = outcome.end();
  }

  /** How the run ended that failed; empty if it was something else. */
  public Optional<RunOutcome.End> end() {
    return Optional.ofNullable(end);
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

  /** What a run printed last, to stand behind what was wrong with it. */
  public static String end(String output) {
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
