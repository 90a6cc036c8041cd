package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;

/**
 * A short run of a program, to see whether it works.
 *
 * @param succeeded whether it exited with code 0
 * @param output what it wrote, or why it could not be started
 */
record ProgramTrial(boolean succeeded, String output) {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int OUTPUT_BYTES = 1 << 16;

  /** Runs a command whose output is in English and has points in its numbers. */
  static ProgramTrial of(Host host, List<String> command) throws InterruptedException {
    return of(host, command, LIMIT);
  }

  /** The same with a time limit. */
  static ProgramTrial of(Host host, List<String> command, Duration limit)
      throws InterruptedException {
    try {
      RunOutcome outcome = host.run(request(command, limit));
      return new ProgramTrial(outcome.succeeded(), outcome.output());
    } catch (MeasuringFailedException e) {
      return new ProgramTrial(false, String.valueOf(e.getMessage()));
    }
  }

  /** Returns the last line of the output that says something. */
  String lastLine() {
    return output
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .toList()
        .reversed()
        .stream()
        .findFirst()
        .orElse("no output");
  }

  private static RunRequest request(List<String> command, Duration limit) {
    return new RunRequest(
        command,
        Map.of("LC_ALL", "C"),
        Optional.empty(),
        List.of(),
        0,
        Optional.of(limit),
        OUTPUT_BYTES,
        false);
  }
}
