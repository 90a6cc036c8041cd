package org.espalier.profiler.probe;

import java.util.ArrayList;
import java.util.List;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.workload.cpufreq.Frequencies;

/** Finds out what a machine can be measured with, by trying each probe. */
public final class InstrumentFinder {
  private static final String TIME = "execution time, processor time, memory, switches";
  private static final String PINNING = "pinning to cores";
  private static final RunRequest NOTHING = RunRequest.of(List.of("true"));

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
    Probed<CacheSimulation> simulation = Cachegrind.find(host, machine);
    Probed<Frequencies> frequencies = CpufreqProbe.find(host, machine.cores());
    ProcNoiseWatch noise = new ProcNoiseWatch(host, machine.cores(), System::nanoTime);
    EnergyProbe energy = EnergyProbe.find(host, settings);
    List<Capability> capabilities = new ArrayList<>();
    capabilities.add(time(host));
    capabilities.add(topology.capability());
    capabilities.add(pinning(host, machine.cores()));
    capabilities.add(counters.capability());
    capabilities.add(simulation.capability());
    capabilities.addAll(energy.capabilities());
    capabilities.add(frequencies.capability());
    capabilities.add(noise.capability());
    capabilities.add(stressors(host));
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

  private static Capability time(Host host) throws InterruptedException {
    try {
      List<String> untold = untold(host.run(NOTHING).resources());
      return untold.isEmpty()
          ? Capability.available(TIME, "the kernel tells all of it, " + host.counted())
          : Capability.replaced(
              TIME,
              "execution time; not told: %s; the rest is told %s"
                  .formatted(String.join(", ", untold), host.counted()),
              "apt install time");
    } catch (MeasuringFailedException e) {
      return Capability.missing(
          TIME, String.valueOf(e.getMessage()), "a machine on which commands can be started");
    }
  }

  private static List<String> untold(Resources told) {
    List<String> untold = new ArrayList<>();
    if (told.userSeconds().isEmpty() || told.systemSeconds().isEmpty()) {
      untold.add("processor time");
    }
    if (told.peakMemoryBytes().isEmpty()) {
      untold.add("memory");
    }
    if (told.voluntarySwitches().isEmpty() || told.involuntarySwitches().isEmpty()) {
      untold.add("switches");
    }
    return untold;
  }

  private static Capability pinning(Host host, List<Integer> cores) throws InterruptedException {
    try {
      RunOutcome outcome = host.run(NOTHING.on(cores.subList(0, 1)));
      return outcome.succeeded()
          ? Capability.available(PINNING, "cores " + cores)
          : Capability.missing(PINNING, "a pinned command fails", "apt install util-linux");
    } catch (MeasuringFailedException e) {
      return Capability.missing(PINNING, String.valueOf(e.getMessage()), "apt install util-linux");
    }
  }

  /** The programs with which memory is put under pressure. */
  private static Capability stressors(Host host) {
    String measures = "sensitivity to memory pressure";
    return host.find("stress-ng")
        .map(file -> Capability.available(measures, file))
        .orElseGet(() -> Capability.missing(measures, "no stress-ng", "apt install stress-ng"));
  }
}
