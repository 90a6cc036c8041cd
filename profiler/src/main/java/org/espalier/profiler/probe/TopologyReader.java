package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.espalier.profiler.host.Host;
import org.espalier.workload.cpufreq.CpuList;

/**
 * Reads cores and caches from sysfs; where that says nothing, from {@code /proc/cpuinfo}.
 *
 * <p>Cores of which nothing is known are taken to share the last-level cache.
 */
record TopologyReader(Host host, CpuInfo cpuInfo) {
  static final String CPUS = "/sys/devices/system/cpu";

  private static final String MEASURES = "cores and caches";

  /** Reads the topology; there is always one. */
  static Probed<Topology> find(Host host) {
    Topology topology = new TopologyReader(host, CpuInfo.read(host)).topology();
    return Probed.of(topology, capability(topology));
  }

  private Topology topology() {
    List<Integer> cores = cores();
    List<CpuCache> caches =
        CpuCache.read(host, cores.getFirst()).stream().filter(CpuCache::holdsData).toList();
    return new Topology(
        cores,
        groups(cores, sharedWith(cores, caches)),
        caches.isEmpty() ? lastLevelOfCpuInfo() : caches.stream().map(CpuCache::cache).toList(),
        threadGroups(cores));
  }

  private List<Integer> cores() {
    List<Integer> online = host.read(CPUS + "/online").map(CpuList::parse).orElse(List.of());
    if (!online.isEmpty()) {
      return online;
    }
    List<Integer> told =
        cpuInfo.processors().stream()
            .flatMap(entries -> CpuList.parse(entries.getOrDefault("processor", "")).stream())
            .toList();
    return told.isEmpty() ? List.of(0) : told;
  }

  /** For each core the cores that have its last-level cache, as the kernel writes them. */
  private List<String> sharedWith(List<Integer> cores, List<CpuCache> caches) {
    if (caches.isEmpty()) {
      return packages(cores);
    }
    String index = caches.getLast().index();
    List<Optional<String>> lists =
        host.readAll(cores.stream().map(core -> sharedList(core, index)).toList());
    List<String> shared = new ArrayList<>();
    for (int i = 0; i < cores.size(); i++) {
      int core = cores.get(i);
      shared.add(lists.get(i).orElseGet(() -> sharedOf(core)));
    }
    return shared;
  }

  /** The same for a core that has other caches than the first one, as in hybrid processors. */
  private String sharedOf(int core) {
    return CpuCache.read(host, core).reversed().stream()
        .flatMap(cache -> host.read(sharedList(core, cache.index())).stream())
        .findFirst()
        .orElse(String.valueOf(core));
  }

  private static String sharedList(int core, String index) {
    return "%s/%s/shared_cpu_list".formatted(CpuCache.directory(core), index);
  }

  private List<String> packages(List<Integer> cores) {
    Map<Integer, String> packages = new TreeMap<>();
    for (Map<String, String> entries : cpuInfo.processors()) {
      CpuList.parse(entries.getOrDefault("processor", ""))
          .forEach(core -> packages.put(core, entries.getOrDefault("physical id", "")));
    }
    return cores.stream().map(core -> packages.getOrDefault(core, "")).toList();
  }

  private List<List<Integer>> threadGroups(List<Integer> cores) {
    List<Optional<String>> siblings =
        host.readAll(
            cores.stream()
                .map(core -> "%s/cpu%s/topology/thread_siblings_list".formatted(CPUS, core))
                .toList());
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < cores.size(); i++) {
      keys.add(siblings.get(i).orElse(String.valueOf(cores.get(i))));
    }
    return groups(cores, keys);
  }

  private static List<List<Integer>> groups(List<Integer> cores, List<String> keys) {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < cores.size(); i++) {
      groups.computeIfAbsent(keys.get(i), key -> new ArrayList<>()).add(cores.get(i));
    }
    return List.copyOf(groups.values());
  }

  /** What Intel processors tell of their last level; those of others tell of another level. */
  private List<Topology.Cache> lastLevelOfCpuInfo() {
    if (!cpuInfo.first("vendor_id").orElse("").equals("GenuineIntel")) {
      return List.of();
    }
    long bytes = cpuInfo.first("cache size").map(TopologyReader::kilobytes).orElse(0L);
    int line =
        cpuInfo
            .first("cache_alignment")
            .map(CpuList::parse)
            .filter(list -> !list.isEmpty())
            .map(List::getFirst)
            .orElse(64);
    return bytes == 0 ? List.of() : List.of(new Topology.Cache(3, bytes, line, 0));
  }

  private static long kilobytes(String text) {
    return CpuCache.bytes(text.replace(" KB", "K"));
  }

  private static Capability capability(Topology topology) {
    String cores = "%s cores".formatted(topology.cores().size());
    if (topology.caches().isEmpty()) {
      return Capability.replaced(
          MEASURES,
          cores + "; the caches are unknown, all cores of a processor are taken to share one",
          "a kernel with " + CPUS + "/cpu0/cache");
    }
    return Capability.available(
        MEASURES, "%s%s; %s".formatted(cores, sharing(topology), CacheText.of(topology.caches())));
  }

  private static String sharing(Topology topology) {
    int groups = topology.sharingGroups().size();
    return groups == 1
        ? " that share the last-level cache"
        : " in %s groups that share a last-level cache".formatted(groups);
  }
}
