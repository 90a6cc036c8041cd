package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.profiler.host.Host;

/**
 * Finds the frequencies that can be set. A driver that has no list of them, as {@code
 * intel_pstate}, takes any between two limits; they are offered in steps of 100 MHz.
 */
record CpufreqProbe(Host host) {
  private static final String MEASURES = "P-states";
  private static final long STEP = 100_000_000;

  /** Looks for cpufreq, and whether it may be written. */
  static Probed<Frequencies> find(Host host, List<Integer> cores) {
    return new CpufreqProbe(host).find(cores);
  }

  private Probed<Frequencies> find(List<Integer> cores) {
    List<CpufreqPolicy> policies = policies(cores);
    if (policies.isEmpty()) {
      return missing(
          "no cpufreq in " + TopologyReader.CPUS,
          Missing.hardware(
              host, "a driver of the kernel, as acpi-cpufreq, intel_pstate, amd-pstate"));
    }
    CpufreqPolicy first = policies.getFirst();
    List<Long> available = available(first);
    if (available.isEmpty()) {
      return missing("cpufreq names no frequencies", "another driver of the kernel");
    }
    Optional<String> refused = refusal(first);
    return refused.isPresent()
        ? missing(
            "cpufreq may not be written: " + refused.get(),
            Missing.filePermission(
                "a+w", first.file("scaling_{governor,min_freq,max_freq,setspeed}")))
        : found(policies, available);
  }

  private Probed<Frequencies> found(List<CpufreqPolicy> policies, List<Long> available) {
    boolean turbo = turbo(host).orElse(false);
    return Probed.of(
        new Frequencies(host, policies, available, turbo),
        Capability.available(
            MEASURES,
            "%s frequencies from %s to %s by %s; turbo is %s"
                .formatted(
                    available.size(),
                    gigahertz(available.getFirst()),
                    gigahertz(available.getLast()),
                    host.read(policies.getFirst().file("scaling_driver")).orElse("cpufreq"),
                    turboText(host))));
  }

  private static Probed<Frequencies> missing(String found, String remedy) {
    return Probed.missing(MEASURES, found, remedy);
  }

  private List<CpufreqPolicy> policies(List<Integer> cores) {
    Set<Integer> seen = new HashSet<>();
    List<CpufreqPolicy> policies = new ArrayList<>();
    for (int core : cores) {
      if (!seen.contains(core)) {
        CpufreqPolicy.read(host, core).ifPresent(policies::add);
        policies.forEach(policy -> seen.addAll(policy.cores()));
      }
    }
    return policies;
  }

  /**
   * Writes the governor that is set already, to see whether that is allowed. The limits are left
   * alone: what is read of them may be a limit of something else, as of heat.
   */
  private Optional<String> refusal(CpufreqPolicy policy) {
    return policy.before().stream()
        .filter(entry -> entry.file().endsWith(CpufreqPolicy.GOVERNOR))
        .flatMap(entry -> host.write(entry.file(), entry.text()).stream())
        .findFirst();
  }

  private List<Long> available(CpufreqPolicy policy) {
    List<Long> listed =
        host.read(policy.file("scaling_available_frequencies")).stream()
            .flatMap(text -> Arrays.stream(text.split("\\s+")))
            .flatMap(text -> CpufreqPolicy.hertz(text).stream())
            .toList();
    Stream<Long> all = listed.isEmpty() ? steps(policy) : listed.stream();
    return all.distinct().sorted(Comparator.reverseOrder()).toList();
  }

  private Stream<Long> steps(CpufreqPolicy policy) {
    Optional<Long> least = policy.hertz(host, "cpuinfo_min_freq");
    Optional<Long> most = policy.hertz(host, "cpuinfo_max_freq");
    if (least.isEmpty() || most.isEmpty()) {
      return Stream.empty();
    }
    Stream<Long> between =
        Stream.iterate(
            (least.get() / STEP + 1) * STEP, step -> step < most.get(), step -> step + STEP);
    return Stream.concat(Stream.of(least.get(), most.get()), between);
  }

  /** Returns whether turbo is on; empty if the kernel does not say. */
  static Optional<Boolean> turbo(Host host) {
    return host.read(TopologyReader.CPUS + "/intel_pstate/no_turbo")
        .map("0"::equals)
        .or(() -> host.read(TopologyReader.CPUS + "/cpufreq/boost").map("1"::equals));
  }

  static String turboText(Host host) {
    return turbo(host).map(on -> on ? "on" : "off").orElse("unknown");
  }

  private static String gigahertz(long hertz) {
    return String.format(Locale.ROOT, "%.2f GHz", hertz / 1e9);
  }
}
