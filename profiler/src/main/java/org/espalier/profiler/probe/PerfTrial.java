package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.espalier.profiler.host.Host;

/**
 * Which events {@code perf stat} counts of a program that does nothing.
 *
 * @param lines what it wrote of the events
 * @param output all that it wrote
 */
record PerfTrial(List<PerfLine> lines, String output) {
  /** An event of the kernel's own, which is counted wherever {@code perf} may be used. */
  private static final String SURE = "task-clock";

  /**
   * Tries events: all in one run, and each in a run of its own if that fails. A name that is
   * unknown fails the whole run.
   */
  static PerfTrial of(Host host, String perf, List<String> events, String modifier)
      throws InterruptedException {
    List<String> named = new ArrayList<>(List.of(SURE + modifier));
    events.forEach(event -> named.add(event + modifier));
    ProgramTrial together = run(host, perf, String.join(",", named));
    if (together.succeeded() || events.isEmpty()) {
      return new PerfTrial(PerfLine.parse(together.output()), together.output());
    }
    List<PerfLine> lines = new ArrayList<>();
    StringBuilder output = new StringBuilder(together.output()).append('\n');
    for (String event : named) {
      ProgramTrial alone = run(host, perf, event);
      output.append(alone.output()).append('\n');
      lines.addAll(alone.succeeded() ? PerfLine.parse(alone.output()) : List.of());
    }
    return new PerfTrial(List.copyOf(lines), output.toString());
  }

  private static ProgramTrial run(Host host, String perf, String events)
      throws InterruptedException {
    return ProgramTrial.of(
        host, List.of(perf, "stat", "-x", PerfLine.SEPARATOR, "-e", events, "--", "true"));
  }

  /** Whether an event can be counted; it need not have come up in so short a time. */
  boolean counts(String event) {
    return lines.stream().anyMatch(line -> line.event().equals(event) && line.supported());
  }

  /** Whether {@code perf} works at all. */
  boolean works() {
    return counts(SURE);
  }

  /** Whether {@code perf} left out the kernel by itself, because it may not count there. */
  boolean userModeOnly() {
    Predicate<PerfLine> instructions = line -> line.event().equals(PerfCounters.INSTRUCTIONS);
    return lines.stream().filter(instructions).anyMatch(PerfLine::userMode);
  }

  /** Returns what {@code perf} said about it. */
  String complaint() {
    if (Missing.isPermission(output)) {
      return "no permission";
    }
    return lines.stream().anyMatch(line -> !line.supported())
        ? "not supported"
        : new ProgramTrial(false, output).lastLine();
  }
}
