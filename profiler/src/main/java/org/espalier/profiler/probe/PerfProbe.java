package org.espalier.profiler.probe;

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
    PerfTrial everything = PerfTrial.of(host, perf, hardware, "");
    if (everything.counts(PerfCounters.INSTRUCTIONS)) {
      return found(everything, everything.userModeOnly() ? USER_MODE : "");
    }
    PerfTrial userMode = PerfTrial.of(host, perf, hardware, USER_MODE);
    return userMode.counts(PerfCounters.INSTRUCTIONS)
        ? found(userMode, USER_MODE)
        : missing(everything);
  }

  private Probed<Counters> missing(PerfTrial trial) {
    String what = trial.works() ? "perf cannot count instructions: " : "perf fails: ";
    return Probed.missing(MEASURES, what + trial.complaint(), remedyOf(trial));
  }

  private String remedyOf(PerfTrial trial) {
    if (Missing.isPermission(trial.output())) {
      return Missing.perfPermission(host, 1);
    }
    return trial.works()
        ? Missing.hardware(host, "a kernel with a driver for the counters of this processor")
        : INSTALL + "; it has to fit the kernel";
  }

  private Probed<Counters> found(PerfTrial trial, String modifier) throws InterruptedException {
    PerfTrial clocks = PerfTrial.of(host, perf, TIMES, "");
    List<String> times = TIMES.stream().filter(clocks::counts).toList();
    List<String> misses = MISSES.stream().filter(allOf(trial)).findFirst().orElse(List.of());
    return Probed.of(new PerfCounters(perf, times, misses, modifier), capability(misses, modifier));
  }

  private static Predicate<List<String>> allOf(PerfTrial trial) {
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
}
