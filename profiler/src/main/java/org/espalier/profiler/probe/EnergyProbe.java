package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.Host;

/**
 * Finds the energy meter that is wanted.
 *
 * @param meter the first that works; empty if none does
 * @param capabilities what was found of each that was tried
 */
record EnergyProbe(Optional<EnergyMeter> meter, List<Capability> capabilities) {

  /** Tries the meters; measures the idle power if that is wanted. */
  static EnergyProbe find(Host host, InstrumentSettings settings) throws InterruptedException {
    List<Probed<EnergyMeter>> tried = tried(host, settings);
    Optional<EnergyMeter> meter =
        tried.stream().flatMap(found -> found.instrument().stream()).findFirst();
    List<Capability> capabilities = tried.stream().map(Probed::capability).toList();
    return meter.isPresent() && settings.idle().isPresent()
        ? aboveIdle(meter.get(), settings, capabilities)
        : new EnergyProbe(meter, capabilities);
  }

  private static List<Probed<EnergyMeter>> tried(Host host, InstrumentSettings settings)
      throws InterruptedException {
    if (settings.powerCommand().isPresent()) {
      return List.of(
          PowerCommandMeter.find(host, settings.powerCommand().get(), settings.interval()));
    }
    return switch (settings.energy()) {
      case AUTOMATIC -> List.of(RaplMeter.find(host), PerfEnergyMeter.find(host));
      case RAPL -> List.of(RaplMeter.find(host));
      case PERF -> List.of(PerfEnergyMeter.find(host));
      case NONE -> List.of();
    };
  }

  private static EnergyProbe aboveIdle(
      EnergyMeter meter, InstrumentSettings settings, List<Capability> capabilities)
      throws InterruptedException {
    Probed<EnergyMeter> found = AboveIdle.measure(meter, settings.idle().orElseThrow());
    List<Capability> all = new ArrayList<>(capabilities);
    all.add(found.capability());
    return new EnergyProbe(found.instrument(), List.copyOf(all));
  }
}
