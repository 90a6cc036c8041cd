package org.espalier.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.probe.Instruments;

/** What must be so before a command is measured on a machine; all that is not is told together. */
final class QuickChecks {
  private final ProfileCommand command;
  private final Host host;
  private final Instruments instruments;
  private final List<String> problems = new ArrayList<>();

  private QuickChecks(ProfileCommand command, ProfiledMachine machine) {
    this.command = command;
    this.host = machine.host();
    this.instruments = machine.instruments();
  }

  /** Checks a call, and returns what is measured. */
  static Set<Measurable> wanted(
      ProfileCommand command, QuickOptions.Values options, ProfiledMachine machine) {
    QuickChecks checks = new QuickChecks(command, machine);
    checks.checkProgram();
    checks.checkCores(options.cores());
    Set<Measurable> possible = checks.possible();
    Set<Measurable> wanted = options.wanted().orElseGet(() -> withoutSimulation(possible));
    wanted.stream().filter(one -> !possible.contains(one)).forEach(checks::reportMissing);
    if (!checks.problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), checks.problems));
    }
    return wanted;
  }

  private void checkProgram() {
    String program = command.command().getFirst();
    if (host.find(program).isEmpty()) {
      problems.add(
          "command not found: there is no program %s to execute on %s; check its name or path, and put what a shell understands behind: sh -c"
              .formatted(program, host.name()));
    }
  }

  private void checkCores(List<Integer> cores) {
    List<Integer> known = instruments.topology().cores();
    List<Integer> unknown = cores.stream().filter(core -> !known.contains(core)).toList();
    if (!unknown.isEmpty()) {
      problems.add(
          "--cores: %s has no core %s; its cores are %s"
              .formatted(host.name(), listed(unknown), listed(known)));
    }
  }

  private static String listed(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private Set<Measurable> possible() {
    Set<Measurable> possible = EnumSet.of(Measurable.TIME);
    if (instruments.counters().isPresent()) {
      possible.add(Measurable.COUNTERS);
    }
    if (instruments.energy().isPresent()) {
      possible.add(Measurable.ENERGY);
    }
    if (instruments.cacheSimulation().isPresent()) {
      possible.add(Measurable.CACHE_SIMULATION);
    }
    return possible;
  }

  /** A run in a simulated cache takes some fifty times as long, so only who asks for it gets it. */
  private static Set<Measurable> withoutSimulation(Set<Measurable> possible) {
    Set<Measurable> cheap = EnumSet.copyOf(possible);
    cheap.remove(Measurable.CACHE_SIMULATION);
    return cheap;
  }

  private void reportMissing(Measurable missing) {
    problems.add(
        "--measure %s: %s cannot measure this%s"
            .formatted(missing.word(), host.name(), reason(missing)));
  }

  private String reason(Measurable missing) {
    return instruments.capabilities().stream()
        .filter(found -> found.state() != Capability.State.AVAILABLE)
        .filter(found -> CapabilitiesView.isAbout(found, missing))
        .findFirst()
        .map(found -> ": %s; %s".formatted(found.found(), found.remedy()))
        .orElse("; espalier profile --what-can-i-measure tells why");
  }
}
