package org.espalier.profiler.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.probe.Capability;

/**
 * A machine as it was measured.
 *
 * @param name of its machine type
 * @param host the machine itself, for people
 * @param pStates frequencies in hertz, highest first: the index in it is the P-state; empty where
 *     the machine was left as it is
 * @param cores what the measured applications were pinned to; all if empty
 * @param corunnerCores what co-runners were pinned to, the first co-runner's first
 * @param energySource what measured energy; empty if it was not measured
 * @param hasTurbo whether cores may have run faster than the first P-state
 * @param capabilities what every probe found
 * @param description model, caches, governor, kernel and the like, in order
 * @param notes what may make its measurements worse, one sentence each
 */
public record MeasuredMachine(
    String name,
    String host,
    List<Long> pStates,
    List<Integer> cores,
    List<Integer> corunnerCores,
    Optional<String> energySource,
    boolean hasTurbo,
    List<Capability> capabilities,
    Map<String, String> description,
    List<String> notes) {}
