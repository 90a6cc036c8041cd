package org.espalier.profiler.probe;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.profiler.host.Host;
import org.espalier.workload.cpufreq.CpufreqPolicy;
import org.espalier.workload.cpufreq.Frequencies;

/** Finds the frequencies that can be set. */
final class CpufreqProbe {
  private static final String MEASURES = "P-states";

  private CpufreqProbe() {}

  /** Looks for cpufreq, and whether it may be written. */
  static Probed<Frequencies> find(Host host, List<Integer> cores) {
    Optional<Frequencies> found = Frequencies.of(host, cores);
    if (found.isEmpty()) {
      return missing(
          "no cpufreq in " + Frequencies.CPUS,
          Missing.hardware(
              host, "a driver of the kernel, as acpi-cpufreq, intel_pstate, amd-pstate"));
    }
    if (found.get().available().isEmpty()) {
      return missing("cpufreq names no frequencies", "another driver of the kernel");
    }
    CpufreqPolicy first = found.get().policies().getFirst();
    Optional<String> refused = found.get().refusal();
    return refused.isPresent()
        ? missing(
            "cpufreq may not be written: " + refused.get(),
            Missing.filePermission("a+w", first.file("scaling_{governor,min_freq,max_freq}")))
        : found(host, found.get(), first);
  }

  private static Probed<Frequencies> found(
      Host host, Frequencies frequencies, CpufreqPolicy first) {
    List<Long> available = frequencies.available();
    return Probed.of(
        frequencies,
        Capability.available(
            MEASURES,
            "%s frequencies from %s to %s by %s; turbo is %s"
                .formatted(
                    available.size(),
                    gigahertz(available.getFirst()),
                    gigahertz(available.getLast()),
                    host.read(first.file("scaling_driver")).orElse("cpufreq"),
                    turboText(host))));
  }

  private static Probed<Frequencies> missing(String found, String remedy) {
    return Probed.missing(MEASURES, found, remedy);
  }

  static String turboText(Host host) {
    return Frequencies.turbo(host).map(on -> on ? "on" : "off").orElse("unknown");
  }

  private static String gigahertz(long hertz) {
    return String.format(Locale.ROOT, "%.2f GHz", hertz / 1e9);
  }
}
