package org.espalier.profiler.probe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.host.Host;

/**
 * What {@code /proc/cpuinfo} says.
 *
 * @param processors the entries, by name, of each processor
 */
record CpuInfo(List<Map<String, String>> processors) {

  /** Reads it; there are no processors if it cannot be read. */
  static CpuInfo read(Host host) {
    return new CpuInfo(
        host.read("/proc/cpuinfo").map(CpuInfo::blocks).orElse(List.of()).stream()
            .map(CpuInfo::entries)
            .filter(entries -> entries.containsKey("processor"))
            .toList());
  }

  /** Returns an entry of the first processor. */
  Optional<String> first(String name) {
    return processors.stream()
        .findFirst()
        .flatMap(entries -> Optional.ofNullable(entries.get(name)));
  }

  /** Whether the processors say that a hypervisor is beneath them. */
  boolean isVirtual() {
    return first("flags")
        .filter(flags -> List.of(flags.split(" ")).contains("hypervisor"))
        .isPresent();
  }

  private static List<String> blocks(String text) {
    return List.of(text.split("\\n\\s*\\n"));
  }

  private static Map<String, String> entries(String block) {
    Map<String, String> entries = new LinkedHashMap<>();
    block
        .lines()
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length == 2)
        .forEach(parts -> entries.put(parts[0].strip(), parts[1].strip()));
    return entries;
  }
}
