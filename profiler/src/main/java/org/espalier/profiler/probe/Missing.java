package org.espalier.profiler.probe;

import java.util.Locale;
import org.espalier.profiler.host.Host;

/** Why something of the hardware cannot be measured, and what helps. */
final class Missing {
  private static final String AS_ROOT = "run as root, or ";

  private Missing() {}

  /** What helps where the hardware, or the kernel, has nothing of it. */
  static String hardware(Host host, String otherwise) {
    return CpuInfo.read(host).isVirtual()
        ? "this is a virtual machine, and its hypervisor hides it; measure on the hardware itself"
        : otherwise;
  }

  /** What helps where users may not count events. */
  static String perfPermission(Host host, int level) {
    String now =
        host.read("/proc/sys/kernel/perf_event_paranoid")
            .map(value -> " (it is %s now)".formatted(value))
            .orElse("");
    return "%ssysctl kernel.perf_event_paranoid=%s%s".formatted(AS_ROOT, level, now);
  }

  /** What helps where a file may not be read or written. */
  static String filePermission(String change, String files) {
    return "%slet root do: chmod %s %s".formatted(AS_ROOT, change, files);
  }

  /** Whether a message of {@code perf} is about a permission. */
  static boolean isPermission(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    return lower.contains("paranoid")
        || lower.contains("permission")
        || lower.contains("not permitted")
        || lower.contains("access to performance monitoring");
  }
}
