package org.espalier.profiler.probe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.workload.cpufreq.Frequencies;

/**
 * What a machine can be measured with. What cannot be measured is empty and explained by a
 * capability.
 *
 * @param capabilities one for each probe, what was found and how to get what is missing
 * @param machine what the machine is: model, caches, governor, kernel and the like, in order
 */
public record Instruments(
    Topology topology,
    Optional<Counters> counters,
    Optional<EnergyMeter> energy,
    Optional<Frequencies> frequencies,
    Optional<CacheSimulation> cacheSimulation,
    NoiseWatch noise,
    List<Capability> capabilities,
    Map<String, String> machine) {}
