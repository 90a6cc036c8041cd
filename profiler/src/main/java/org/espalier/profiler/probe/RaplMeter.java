package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.espalier.profiler.host.Host;

/**
 * The energy that RAPL counts for processors and memory, by the files of powercap.
 *
 * <p>A counter begins anew at its range, after some minutes at high power. While something is
 * measured all counters are read often enough that this cannot happen twice between two readings,
 * even at {@value #MOST_WATTS} W. If they could not be read for longer than that, the measurement
 * comes to nothing.
 */
final class RaplMeter implements EnergyMeter {
  static final String POWERCAP = "/sys/class/powercap";
  private static final String MEASURES = "energy by RAPL";
  private static final String NO_DRIVER =
      "modprobe intel_rapl_msr; for processors of AMD, Linux 5.11 or later";

  private static final String ZONE = "intel-rapl(:\\d+)+";
  private static final Duration SETTLING = Duration.ofMillis(10);
  private static final int MOST_TRIES = 20;

  /** More than any one counter counts in a second, in joules. */
  private static final long MOST_WATTS = 2_000;

  private static final double MICRO = 1e-6;
  private static final long LONGEST_PERIOD_NANOS = Duration.ofMinutes(1).toNanos();

  private final Host host;
  private final List<RaplZone> zones;
  private final LongSupplier nanoClock;
  private final long safeNanos;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("espalier-energy").factory());
  private long lastNanos;
  private boolean isLost;

  RaplMeter(Host host, List<RaplZone> zones, LongSupplier nanoClock) {
    this.host = host;
    this.zones = List.copyOf(zones);
    this.nanoClock = nanoClock;
    this.safeNanos = safeNanos(zones);
  }

  /** The time in which no counter can begin anew twice. */
  private static long safeNanos(List<RaplZone> zones) {
    long least =
        zones.stream().mapToLong(RaplZone::range).filter(range -> range > 0).min().orElse(0);
    return least == 0 ? Long.MAX_VALUE : Math.max(1_000_000, least / MOST_WATTS * 1_000);
  }

  /**
   * Looks for counters that can be read and that count. Cores and graphics are parts of their
   * package and not added to it; memory is not.
   */
  static Probed<EnergyMeter> find(Host host) throws InterruptedException {
    List<RaplZone> all = zones(host);
    List<RaplZone> wanted = all.stream().filter(RaplMeter::isWanted).toList();
    if (wanted.isEmpty()) {
      return missing(nothingOf(all), Missing.hardware(host, NO_DRIVER));
    }
    if (!canBeRead(host, wanted)) {
      return missing(
          "%s may not be read".formatted(names(wanted)),
          Missing.filePermission("a+r", POWERCAP + "/intel-rapl:*/energy_uj")
              + "; since 2020 only root may read them");
    }
    return count(host, wanted)
        ? Probed.of(
            new RaplMeter(host, wanted, System::nanoTime),
            Capability.available(MEASURES, "RAPL " + names(wanted)))
        : missing(
            "%s stands still".formatted(names(wanted)), Missing.hardware(host, "another source"));
  }

  private static Probed<EnergyMeter> missing(String found, String remedy) {
    return Probed.missing(MEASURES, found, remedy);
  }

  private static String nothingOf(List<RaplZone> all) {
    return all.isEmpty() ? "no RAPL in " + POWERCAP : "RAPL has no package, only " + names(all);
  }

  private static boolean isWanted(RaplZone zone) {
    return zone.name().startsWith("package") || zone.name().equals("dram");
  }

  private static List<RaplZone> zones(Host host) {
    return host.list(POWERCAP).stream()
        .filter(name -> name.matches(ZONE))
        .map(name -> POWERCAP + "/" + name)
        .map(directory -> zone(host, directory))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<RaplZone> zone(Host host, String directory) {
    long range = RaplZone.count(host.read(directory + "/max_energy_range_uj")).orElse(0);
    return host.read(directory + "/name").map(name -> new RaplZone(name, directory, range));
  }

  private static boolean canBeRead(Host host, List<RaplZone> zones) {
    return zones.stream().allMatch(zone -> RaplZone.count(host.read(zone.file())).isPresent());
  }

  /** Whether any counter moves; some machines show counters that never do. */
  private static boolean count(Host host, List<RaplZone> zones) throws InterruptedException {
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

  @Override
  public String describe() {
    return zones.stream().map(RaplZone::name).collect(Collectors.joining(", ", "RAPL ", ""));
  }

  @Override
  public Reading begin() {
    OptionalLong first = first();
    long period = Math.min(safeNanos / 3, LONGEST_PERIOD_NANOS);
    Future<?> watch = clock.scheduleAtFixedRate(this::update, period, period, TimeUnit.NANOSECONDS);
    return () -> {
      watch.cancel(false);
      return energy(first, update());
    };
  }

  /** What was counted while nothing was measured does no harm. */
  private synchronized OptionalLong first() {
    OptionalLong first = update();
    isLost = false;
    return first;
  }

  private synchronized OptionalDouble energy(OptionalLong first, OptionalLong last) {
    return first.isPresent() && last.isPresent() && !isLost
        ? OptionalDouble.of((last.getAsLong() - first.getAsLong()) * MICRO)
        : OptionalDouble.empty();
  }

  /** Reads the counters. Returns the microjoules up to now; empty if they cannot be read. */
  private synchronized OptionalLong update() {
    List<OptionalLong> counts =
        host.readAll(zones.stream().map(RaplZone::file).toList()).stream()
            .map((Optional<String> text) -> RaplZone.count(text))
            .toList();
    if (counts.stream().anyMatch(OptionalLong::isEmpty)) {
      return OptionalLong.empty();
    }
    long now = nanoClock.getAsLong();
    boolean makesSense = now - lastNanos <= safeNanos;
    for (int i = 0; i < zones.size(); i++) {
      makesSense &= zones.get(i).take(counts.get(i).getAsLong());
    }
    lastNanos = now;
    isLost |= !makesSense;
    return OptionalLong.of(zones.stream().mapToLong(RaplZone::total).sum());
  }
}
