package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.Host;

/** Finds valgrind, tries it, and tells it the caches of the machine. */
final class CachegrindProbe {
  private static final String MEASURES = "memory intensity by cache simulation";

  private final Host host;
  private final List<String> options = new ArrayList<>();
  private final List<String> inexact = new ArrayList<>();

  private CachegrindProbe(Host host) {
    this.host = host;
  }

  /** Tries valgrind on a program that does nothing. */
  static Probed<CacheSimulation> find(Host host, Topology topology) throws InterruptedException {
    return new CachegrindProbe(host).find(topology);
  }

  private Probed<CacheSimulation> find(Topology topology) throws InterruptedException {
    Optional<String> valgrind = host.find("valgrind");
    if (valgrind.isEmpty()) {
      return Probed.missing(MEASURES, "no valgrind", "apt install valgrind");
    }
    CpuCache.read(host, topology.cores().getFirst()).stream()
        .filter(cache -> cache.cache().level() == 1)
        .forEach(cache -> add(cache.holdsData() ? "D1" : "I1", cache.cache()));
    if (!topology.caches().isEmpty()) {
      add("LL", topology.caches().getLast());
    }
    return tried(valgrind.get());
  }

  private void add(String name, Topology.Cache cache) {
    CacheGeometry nearest = CacheGeometry.nearest(cache);
    options.add("--%s=%s".formatted(name, nearest.option()));
    if (!nearest.isExactly(cache)) {
      inexact.add(
          "%s simulated as %s of %s ways, where the machine has %s of %s ways"
              .formatted(
                  name,
                  CacheText.bytes(nearest.bytes()),
                  nearest.ways(),
                  CacheText.bytes(cache.bytes()),
                  cache.ways() == 0 ? "unknown" : cache.ways()));
    }
  }

  private Probed<CacheSimulation> tried(String valgrind) throws InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                valgrind,
                "--tool=cachegrind",
                "--cache-sim=yes",
                "--cachegrind-out-file=/dev/null"));
    command.addAll(options);
    command.add("true");
    ProgramTrial trial = ProgramTrial.of(host, command);
    return trial.succeeded()
        ? Probed.of(new Cachegrind(valgrind, options), capability())
        : Probed.missing(
            MEASURES,
            "valgrind fails: " + trial.lastLine(),
            "a valgrind that fits the processor: apt install valgrind, or build a newer one");
  }

  private Capability capability() {
    if (options.isEmpty()) {
      return Capability.replaced(
          MEASURES,
          "valgrind, which chooses the sizes of the caches itself",
          "a kernel that tells the caches");
    }
    return inexact.isEmpty()
        ? Capability.available(MEASURES, "valgrind, with the caches of the machine")
        : Capability.replaced(
            MEASURES,
            "valgrind; " + String.join("; ", inexact),
            "nothing: valgrind simulates only numbers of sets that are powers of two");
  }
}
