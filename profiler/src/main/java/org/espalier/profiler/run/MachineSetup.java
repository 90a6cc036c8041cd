package org.espalier.profiler.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.measure.Wanted;
import org.espalier.profiler.plan.PlannedMachine;
import org.espalier.profiler.probe.EnergyMeter;
import org.espalier.profiler.probe.Instruments;

/**
 * A machine of a plan, open and found fit.
 *
 * @param cores of the measured application; all if empty
 * @param corunnerCores in the order in which co-runners get them
 * @param pStates frequencies in hertz, highest first; empty to leave the machine as it is
 * @param simulates whether memory intensity comes from a simulated cache
 * @param notes what may make its measurements worse
 */
record MachineSetup(
    PlannedMachine planned,
    Host host,
    Instruments instruments,
    List<Integer> cores,
    List<Integer> corunnerCores,
    List<Long> pStates,
    Wanted wanted,
    boolean simulates,
    List<String> notes) {

  String name() {
    return planned.name();
  }

  /** The cores of a co-runner: as many as the measured application has. */
  List<Integer> coresOf(int corunner) {
    int width = cores.size();
    return corunnerCores.subList(corunner * width, (corunner + 1) * width);
  }

  /** All cores that something may run on. */
  List<Integer> allCores() {
    return cores.isEmpty()
        ? instruments.topology().cores()
        : Stream.concat(cores.stream(), corunnerCores.stream()).toList();
  }

  MeasuredMachine measured() {
    Optional<String> energy =
        instruments.energy().filter(found -> wanted.energy()).map(EnergyMeter::describe);
    return new MeasuredMachine(
        name(),
        host.name(),
        pStates,
        cores,
        corunnerCores,
        energy,
        instruments.frequencies().filter(found -> found.hasTurbo()).isPresent(),
        instruments.capabilities(),
        instruments.machine(),
        notes);
  }
}
