package org.espalier.profiler.probe;

import java.util.List;
import java.util.Optional;
import org.espalier.profiler.host.EnergySource;
import org.espalier.profiler.host.Host;

/**
 * Finds the energy meter that is wanted.
 *
 * @param meter empty if it does not work, or none is wanted
 * @param capabilities what was found of it, and of the idle power that is subtracted
 */
record EnergyProbe(Optional<EnergyMeter> meter, List<Capability> capabilities) {

  /** Tries the meter; measures the idle power if that is wanted. */
  static EnergyProbe find(Host host, InstrumentSettings settings) throws InterruptedException {
    if (settings.powerCommand().isEmpty() && settings.energy() == EnergySource.NONE) {
      return new EnergyProbe(Optional.empty(), List.of());
    }
    Probed<EnergyMeter> tried =
        settings.powerCommand().isPresent()
            ? PowerCommandMeter.find(host, settings.powerCommand().get(), settings.interval())
            : RaplProbe.find(host, settings.energy() == EnergySource.PSYS);
    if (tried.instrument().isEmpty() || settings.idle().isEmpty()) {
      return new EnergyProbe(tried.instrument(), List.of(tried.capability()));
    }
    Probed<EnergyMeter> above = AboveIdle.measure(tried.instrument().get(), settings.idle().get());
    return new EnergyProbe(above.instrument(), List.of(tried.capability(), above.capability()));
  }
}
