package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import org.espalier.profiler.host.Host;
import org.espalier.workload.cpufreq.Frequencies;

/** Finds out what a machine can be measured with, by trying each probe. */
public final class InstrumentFinder {
  private InstrumentFinder() {}

  /**
   * Tries all probes. Takes as long as the idle power is measured, if that is wanted, and else some
   * tenths of a second on this machine, most of it for a trial of valgrind.
   *
   * @throws InterruptedException if the thread was interrupted meanwhile
   */
  public static Instruments find(Host host, InstrumentSettings settings)
      throws InterruptedException {
    Probed<Topology> topology = TopologyReader.find(host);
    Topology machine = topology.instrument().orElseThrow();
    Probed<Counters> counters = PerfProbe.find(host);
    Probed<CacheSimulation> simulation = CachegrindProbe.find(host, machine);
    Probed<Frequencies> frequencies = CpufreqProbe.find(host, machine.cores());
    ProcNoiseWatch noise = new ProcNoiseWatch(host, machine.cores(), System::nanoTime);
    EnergyProbe energy = EnergyProbe.find(host, settings);
    List<Capability> capabilities = new ArrayList<>();
    capabilities.add(RunProbe.time(host));
    capabilities.add(topology.capability());
    capabilities.add(RunProbe.pinning(host, machine.cores()));
    capabilities.add(counters.capability());
    capabilities.add(simulation.capability());
    capabilities.addAll(energy.capabilities());
    capabilities.add(frequencies.capability());
    capabilities.add(noise.capability());
    capabilities.add(RunProbe.stressors(host));
    return new Instruments(
        machine,
        counters.instrument(),
        energy.meter(),
        frequencies.instrument(),
        simulation.instrument(),
        noise,
        List.copyOf(capabilities),
        MachineDescription.of(host, machine));
  }
}
