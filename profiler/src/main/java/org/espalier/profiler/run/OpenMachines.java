package org.espalier.profiler.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.Hosts;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.Ssh;
import org.espalier.profiler.plan.PlannedMachine;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.InstrumentFinder;
import org.espalier.profiler.probe.Instruments;
import org.espalier.workload.document.Problems;

/** The machines of a plan, connected and checked. Closing them ends all that runs on them. */
public final class OpenMachines implements AutoCloseable {
  private final ProfilePlan plan;
  private final Map<Optional<Ssh>, Host> hosts = new HashMap<>();
  private final List<MachineSetup> setups = new ArrayList<>();

  private OpenMachines(ProfilePlan plan) {
    this.plan = plan;
  }

  /**
   * Opens the machines of a plan and holds the plan to them. What is wrong goes to the problems;
   * with any, nothing may be measured.
   */
  public static OpenMachines open(ProfilePlan plan, Problems problems) throws InterruptedException {
    OpenMachines machines = new OpenMachines(plan);
    try {
      for (PlannedMachine machine : plan.machines()) {
        machines.open(machine, problems);
      }
      return machines;
    } catch (InterruptedException | RuntimeException e) {
      machines.close();
      throw e;
    }
  }

  private void open(PlannedMachine machine, Problems problems) throws InterruptedException {
    try {
      Host host = host(machine);
      Instruments instruments = InstrumentFinder.find(host, machine.instruments());
      setups.add(new MachineCheck(plan, machine, host, instruments, problems).check());
    } catch (MeasuringFailedException e) {
      machine
          .place()
          .report(
              problems,
              machine.ssh().isPresent() ? "ssh" : "",
              machine.ssh().map(Ssh::destination).orElse(machine.name()),
              "the machine cannot be used: " + e.getMessage(),
              "");
    }
  }

  /** One for all machines of the plan that are the same one. */
  private Host host(PlannedMachine machine) throws MeasuringFailedException, InterruptedException {
    Host known = hosts.get(machine.ssh());
    if (known != null) {
      return known;
    }
    Host opened = machine.ssh().isPresent() ? Hosts.ssh(machine.ssh().get()) : Hosts.local();
    hosts.put(machine.ssh(), opened);
    return opened;
  }

  List<MachineSetup> setups() {
    return List.copyOf(setups);
  }

  /** What the first machine calls itself. */
  public String hostName() {
    Host host = setups.getFirst().host();
    return host.read("/proc/sys/kernel/hostname")
        .filter(name -> !name.isBlank())
        .orElse(host.name());
  }

  /** What they are, as results tell it. */
  public List<MeasuredMachine> measured() {
    return setups.stream().map(MachineSetup::measured).toList();
  }

  @Override
  public void close() {
    setups.forEach(setup -> setup.instruments().frequencies().ifPresent(f -> f.restore()));
    hosts.values().forEach(Host::close);
  }
}
