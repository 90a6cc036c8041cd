package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.espalier.profiler.host.Host;

/** Finds out which events {@code perf stat} can count on a machine, by counting them. */
record PerfProbe(Host host, String perf) {
  static final String INSTALL =
      "install perf: apt install linux-perf on Debian, linux-tools-generic on Ubuntu";

  private static final String USER_MODE = ":u";
  private static final String MEASURES = "instructions and last-level cache misses";
  private static final List<String> TIMES =
      List.of(PerfCounters.DURATION, PerfCounters.USER, PerfCounters.SYSTEM);

  /** Events that together are the misses of the last level, the best first. */
  private static final List<List<String>> MISSES =
      List.of(
          List.of("LLC-load-misses", "LLC-store-misses"),
          List.of("LLC-load-misses"),
          List.of("cache-misses"));

  /** Tries the events. */
  static Probed<Counters> find(Host host) throws InterruptedException {
    Optional<String> perf = host.find("perf");
    return perf.isEmpty()
        ? Probed.missing(MEASURES, "no perf", INSTALL)
        : new PerfProbe(host, perf.get()).find();
  }

  private Probed<Counters> find() throws InterruptedException {
    List<String> all = MISSES.stream().flatMap(List::stream).distinct().toList();
    List<String> hardware = PerfCounters.hardware(all, "");
    Trial everything = Trial.of(host, perf, hardware, "");
    if (everything.counts(PerfCounters.INSTRUCTIONS)) {
      return found(everything, everything.userModeOnly() ? USER_MODE : "");
    }
    Trial userMode = Trial.of(host, perf, hardware, USER_MODE);
    return userMode.counts(PerfCounters.INSTRUCTIONS)
        ? found(userMode, USER_MODE)
        : missing(everything);
  }

  private Probed<Counters> missing(Trial trial) {
    String what = trial.works() ? "perf cannot count instructions: " : "perf fails: ";
    return Probed.missing(MEASURES, what + trial.complaint(), remedyOf(trial));
  }

  private String remedyOf(Trial trial) {
    if (Missing.isPermission(trial.output())) {
      return Missing.perfPermission(host, 1);
    }
    return trial.works()
        ? Missing.hardware(host, "a kernel with a driver for the counters of this processor")
        : INSTALL + "; it has to fit the kernel";
  }

  private Probed<Counters> found(Trial trial, String modifier) throws InterruptedException {
    Trial clocks = Trial.of(host, perf, TIMES, "");
    List<String> times = TIMES.stream().filter(clocks::counts).toList();
    List<String> misses = MISSES.stream().filter(allOf(trial)).findFirst().orElse(List.of());
    return Probed.of(new PerfCounters(perf, times, misses, modifier), capability(misses, modifier));
  }

  private static Predicate<List<String>> allOf(Trial trial) {
    return events -> events.stream().allMatch(trial::counts);
  }

  private Capability capability(List<String> misses, String modifier) {
    String events = "perf events " + String.join(", ", PerfCounters.hardware(misses, modifier));
    if (misses.isEmpty()) {
      return Capability.replaced(
          MEASURES,
          events + "; no event for misses of the last-level cache",
          Missing.hardware(host, "a newer kernel, or cache simulation"));
    }
    if (!misses.getFirst().startsWith("LLC") && !isIntel()) {
      return Capability.replaced(
          MEASURES,
          events + ", which on this processor counts misses of another level than the last",
          "a newer kernel, or cache simulation");
    }
    return modifier.isEmpty()
        ? Capability.available(MEASURES, events)
        : Capability.replaced(
            MEASURES, events + ", in user mode only", Missing.perfPermission(host, 1));
  }

  /** The generic event of cache misses is that of the last level on processors of Intel only. */
  private boolean isIntel() {
    return CpuInfo.read(host).first("vendor_id").orElse("").equals("GenuineIntel");
  }

  /**
   * Which events {@code perf stat} counts of a program that does nothing.
   *
   * @param lines what it wrote of the events
   * @param output all that it wrote
   */
  private record Trial(List<PerfLine> lines, String output) {
    /** An event of the kernel's own, which is counted wherever {@code perf} may be used. */
    private static final String SURE = "task-clock";

    /**
     * Tries events: all in one run, and each in a run of its own if that fails. A name that is
     * unknown fails the whole run.
     */
    static Trial of(Host host, String perf, List<String> events, String modifier)
        throws InterruptedException {
      List<String> named = new ArrayList<>(List.of(SURE + modifier));
      events.forEach(event -> named.add(event + modifier));
      ProgramTrial together = run(host, perf, String.join(",", named));
      if (together.succeeded() || events.isEmpty()) {
        return new Trial(PerfLine.parse(together.output()), together.output());
      }
      List<PerfLine> lines = new ArrayList<>();
      StringBuilder output = new StringBuilder(together.output()).append('\n');
      for (String event : named) {
        ProgramTrial alone = run(host, perf, event);
        output.append(alone.output()).append('\n');
        lines.addAll(alone.succeeded() ? PerfLine.parse(alone.output()) : List.of());
      }
      return new Trial(List.copyOf(lines), output.toString());
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
}
