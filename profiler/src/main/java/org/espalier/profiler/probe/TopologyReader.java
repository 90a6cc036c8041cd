package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.espalier.profiler.host.Host;
import org.espalier.workload.cpufreq.CpuList;

/**
 * Reads cores and caches from sysfs; where that does not tell the cores, from {@code
 * /proc/cpuinfo}.
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
        caches.isEmpty()
            ? List.of(cores)
            : groups(cores, core -> sharedList(core, caches.getLast().index()), this::sharedOf),
        caches.stream().map(CpuCache::cache).toList(),
        groups(
            cores,
            core -> "%s/cpu%s/topology/thread_siblings_list".formatted(CPUS, core),
            String::valueOf));
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

  /** Groups of cores of which a file of each says the same, or what else is told of a core. */
  private List<List<Integer>> groups(
      List<Integer> cores, IntFunction<String> file, IntFunction<String> otherwise) {
    List<Optional<String>> texts = host.readAll(cores.stream().map(file::apply).toList());
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < cores.size(); i++) {
      int core = cores.get(i);
      String text = texts.get(i).orElseGet(() -> otherwise.apply(core));
      groups.computeIfAbsent(text, key -> new ArrayList<>()).add(core);
    }
    return List.copyOf(groups.values());
  }

  /**
   * The cores that share the last cache of one that has others than the first one, as in hybrid
   * processors.
   */
  private String sharedOf(int core) {
    return CpuCache.read(host, core).reversed().stream()
        .flatMap(cache -> host.read(sharedList(core, cache.index())).stream())
        .findFirst()
        .orElse(String.valueOf(core));
  }

  private static String sharedList(int core, String index) {
    return "%s/%s/shared_cpu_list".formatted(CpuCache.directory(core), index);
  }

  private static Capability capability(Topology topology) {
    String cores = "%s cores".formatted(topology.cores().size());
    if (topology.caches().isEmpty()) {
      return Capability.replaced(
          MEASURES,
          cores + "; the caches are unknown, all cores are taken to share one",
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
