package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.espalier.profiler.host.Host;

/**
 * Finds the counters of RAPL. Cores and graphics are parts of their package and not added to it;
 * memory is not.
 */
record RaplProbe(Host host, boolean platform) {
  static final String POWERCAP = "/sys/class/powercap";

  private static final String ZONE = "intel-rapl(:\\d+)+";
  private static final Duration SETTLING = Duration.ofMillis(10);
  private static final int MOST_TRIES = 20;

  /**
   * Looks for counters that can be read and that count.
   *
   * @param platform whether that of the whole platform is wanted, instead of packages and memory
   */
  static Probed<EnergyMeter> find(Host host, boolean platform) throws InterruptedException {
    return new RaplProbe(host, platform).find();
  }

  private Probed<EnergyMeter> find() throws InterruptedException {
    List<RaplZone> all = zones();
    List<RaplZone> wanted = all.stream().filter(isWanted()).toList();
    if (wanted.isEmpty()) {
      return missing(nothingOf(all), Missing.hardware(host, noDriver()));
    }
    if (!canBeRead(wanted)) {
      return missing(
          "%s may not be read".formatted(names(wanted)),
          Missing.filePermission("a+r", POWERCAP + "/intel-rapl:*/energy_uj")
              + "; since 2020 only root may read them");
    }
    return counts(wanted)
        ? Probed.of(
            new RaplMeter(host, wanted, System::nanoTime),
            Capability.available(measures(), "RAPL " + names(wanted)))
        : missing(
            "%s stands still".formatted(names(wanted)), Missing.hardware(host, "another source"));
  }

  private Probed<EnergyMeter> missing(String found, String remedy) {
    return Probed.missing(measures(), found, remedy);
  }

  private String measures() {
    return platform ? "energy of the platform by RAPL" : "energy by RAPL";
  }

  private String nothingOf(List<RaplZone> all) {
    return all.isEmpty()
        ? "no RAPL in " + POWERCAP
        : "RAPL has no %s, only %s".formatted(platform ? "psys" : "package", names(all));
  }

  private String noDriver() {
    return platform
        ? "a machine whose RAPL counts psys; most do not"
        : "modprobe intel_rapl_msr; for processors of AMD, Linux 5.11 or later";
  }

  private Predicate<RaplZone> isWanted() {
    return zone ->
        platform
            ? zone.name().equals("psys")
            : zone.name().startsWith("package") || zone.name().equals("dram");
  }

  private List<RaplZone> zones() {
    return host.list(POWERCAP).stream()
        .filter(name -> name.matches(ZONE))
        .map(name -> POWERCAP + "/" + name)
        .map(this::zone)
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<RaplZone> zone(String directory) {
    long range = RaplZone.count(host.read(directory + "/max_energy_range_uj")).orElse(0);
    return host.read(directory + "/name").map(name -> new RaplZone(name, directory, range));
  }

  private boolean canBeRead(List<RaplZone> zones) {
    return zones.stream().allMatch(zone -> RaplZone.count(host.read(zone.file())).isPresent());
  }

  /** Whether any counter moves; some machines show counters that never do. */
  private boolean counts(List<RaplZone> zones) throws InterruptedException {
    List<String> files = zones.stream().map(RaplZone::file).toList();
    List<Optional<String>> first = host.readAll(files);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      if (!host.readAll(files).equals(first)) {
        return true;
      }
      Thread.sleep(SETTLING);
    }
    return false;
  }

  private static String names(List<RaplZone> zones) {
    return zones.stream().map(RaplZone::name).distinct().collect(Collectors.joining(", "));
  }
}
