package org.espalier.profiler.run;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.espalier.profiler.host.Host;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.measure.Wanted;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.Colocation;
import org.espalier.profiler.plan.Measurement;
import org.espalier.profiler.plan.Place;
import org.espalier.profiler.plan.PlannedMachine;
import org.espalier.profiler.plan.PredictionPlan;
import org.espalier.profiler.plan.Pressure;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.probe.Instruments;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.Problems;

/** Holds a plan to a machine: commands, P-states, instruments, cores. Reports all that is wrong. */
record MachineCheck(
    ProfilePlan plan,
    PlannedMachine machine,
    Host host,
    Instruments instruments,
    Problems problems) {
  private static final Duration LOOK_UP = Duration.ofSeconds(10);

  /** A first word of a shell line that can be looked up as it is. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+-]+");

  /** The machine as it will be measured; of no use if there are problems. */
  MachineSetup check() throws InterruptedException {
    checkCommands();
    checkMeasurements();
    List<Integer> cores = cores();
    List<Integer> possible = corunnerCores(cores);
    List<Integer> corunners = possible.subList(0, Math.min(possible.size(), neededFor(cores)));
    return new MachineSetup(
        machine,
        host,
        instruments,
        cores,
        corunners,
        pStates(),
        wanted(),
        simulates(),
        Stream.of(host.notes(), new CoreChoice(instruments.topology(), cores).notes(corunners))
            .flatMap(List::stream)
            .toList());
  }

  private void report(Place place, String key, String value, String message, String remedy) {
    place.report(problems, key, value, message, remedy);
  }

  private void checkCommands() throws InterruptedException {
    Map<String, Place> programs = new LinkedHashMap<>();
    for (Application application : plan.applications()) {
      Optional<String> prepare = application.around().prepare().map(words -> words.getFirst());
      prepare.ifPresent(program -> programs.putIfAbsent(program, application.place()));
      if (!isMadeByPrepare(application)) {
        program(application.command())
            .map(name -> within(application, name))
            .ifPresent(name -> programs.putIfAbsent(name, application.place()));
      }
    }
    for (Pressure pressure : plan.prediction().map(PredictionPlan::pressures).orElse(List.of())) {
      program(pressure.command()).ifPresent(name -> programs.putIfAbsent(name, pressure.place()));
    }
    for (Map.Entry<String, Place> program : programs.entrySet()) {
      if (!isThere(program.getKey())) {
        report(
            program.getValue(),
            "command",
            program.getKey(),
            "there is no such command on " + where(),
            "install it there, or correct its name; what a shell understands goes behind: sh -c");
      }
    }
  }

  private String where() {
    return machine.name().equals(host.name())
        ? machine.name()
        : "%s (%s)".formatted(machine.name(), host.name());
  }

  /** A path to a program, which what prepares the application may only now make. */
  private static boolean isMadeByPrepare(Application application) {
    boolean isPath =
        application.command().getFirst().contains("/")
            || program(application.command()).filter(name -> name.contains("/")).isPresent();
    boolean isMade =
        application.around().prepare().isPresent() || application.around().beforeEach().isPresent();
    return isPath && isMade;
  }

  private String within(Application application, String program) {
    Optional<String> directory = new Requests(plan, machine, host, 0).directory(application);
    boolean isRelative = program.contains("/") && !program.startsWith("/");
    return isRelative && directory.isPresent() ? directory.get() + "/" + program : program;
  }

  /** The program of a command; of a line for the shell its first word, if that is plain. */
  private static Optional<String> program(List<String> command) {
    boolean isLine =
        command.size() == 3 && command.getFirst().equals("sh") && command.get(1).equals("-c");
    if (!isLine) {
      return Optional.of(command.getFirst());
    }
    String first = command.getLast().strip().split("\\s", 2)[0];
    return PLAIN.matcher(first).matches() ? Optional.of(first) : Optional.of("sh");
  }

  /** Whether a program is found, or is something that the shell does itself. */
  private boolean isThere(String program) throws InterruptedException {
    if (host.find(program).isPresent()) {
      return true;
    }
    List<String> lookUp = List.of("sh", "-c", "command -v -- \"$0\" || type \"$0\"", program);
    try {
      return !program.contains("/") && host.run(RunRequest.of(lookUp).within(LOOK_UP)).succeeded();
    } catch (MeasuringFailedException e) {
      return false;
    }
  }

  private boolean demands(Measurement measurement) {
    return plan.measures().demanded().contains(measurement);
  }

  private boolean allows(Measurement measurement) {
    return plan.measures().allowed().contains(measurement);
  }

  private Wanted wanted() {
    return new Wanted(
        allows(Measurement.COUNTERS) && instruments.counters().isPresent(),
        (allows(Measurement.ENERGY) || machine.energyDemanded())
            && instruments.energy().isPresent());
  }

  /** Where it is not demanded, only in place of counters. */
  private boolean simulates() {
    boolean isNeeded =
        demands(Measurement.CACHE_SIMULATION)
            || (allows(Measurement.CACHE_SIMULATION) && instruments.counters().isEmpty());
    return isNeeded && instruments.cacheSimulation().isPresent();
  }

  private void checkMeasurements() {
    checkMeasurement(
        demands(Measurement.COUNTERS), instruments.counters().isPresent(), "counters", "counter");
    checkMeasurement(
        demands(Measurement.ENERGY) || machine.energyDemanded(),
        instruments.energy().isPresent(),
        "energy",
        "energy");
    checkMeasurement(
        demands(Measurement.CACHE_SIMULATION),
        instruments.cacheSimulation().isPresent(),
        "a simulated cache",
        "cache");
  }

  private void checkMeasurement(boolean demanded, boolean there, String what, String word) {
    if (demanded && !there) {
      report(
          machine.place(),
          "",
          "",
          "%s cannot measure %s%s".formatted(machine.name(), what, found(word)),
          "leave it out, or see: espalier profile --what-can-i-measure");
    }
  }

  /** What the probes say of something missing. */
  private String found(String word) {
    return instruments.capabilities().stream()
        .filter(capability -> capability.state() != Capability.State.AVAILABLE)
        .filter(capability -> capability.measures().contains(word))
        .map(capability -> " (%s; %s)".formatted(capability.found(), capability.remedy()))
        .findFirst()
        .orElse("");
  }

  private List<Long> pStates() {
    if (machine.pStates().isEmpty()) {
      return List.of();
    }
    if (instruments.frequencies().isEmpty()) {
      report(
          machine.place(),
          "p_states",
          "",
          "the frequencies of this machine cannot be set" + found("-state"),
          "leave out p_states, or see: espalier profile --what-can-i-measure");
      return List.of();
    }
    List<Long> available = instruments.frequencies().get().available();
    List<Long> wanted = machine.pStates().get();
    if (wanted.isEmpty()) {
      return available;
    }
    wanted.stream()
        .filter(hertz -> !available.contains(hertz))
        .forEach(hertz ->
            report(
                machine.place(),
                "p_states",
                Hertz.text(hertz),
                "this machine has no such frequency",
                "it has " + String.join(", ", available.stream().map(Hertz::text).toList())));
    return wanted;
  }

  /** Where anything runs beside, the measured application has one core if nothing else is said. */
  private List<Integer> cores() {
    List<Integer> online = instruments.topology().cores();
    List<Integer> chosen = machine.cores().measured();
    checkCores("cores", chosen, online);
    checkCores("corunner_cores", machine.cores().corunners(), online);
    return machine.cores().isChosen() || !plan.hasColocation() ? chosen : online.subList(0, 1);
  }

  private void checkCores(String key, List<Integer> cores, List<Integer> online) {
    List<Integer> missing = cores.stream().filter(core -> !online.contains(core)).toList();
    if (!missing.isEmpty()) {
      report(
          machine.place(),
          key,
          missing.toString(),
          "this machine has no such cores",
          "it has " + online);
    }
  }

  private List<Integer> corunnerCores(List<Integer> cores) {
    List<Integer> corunners =
        machine.cores().corunners().isEmpty()
            ? new CoreChoice(instruments.topology(), cores).order()
            : machine.cores().corunners();
    int room = cores.isEmpty() ? 0 : corunners.size() / cores.size();
    Set<Place> told = new HashSet<>();
    for (Colocation each : plan.colocations()) {
      if (each.beside().size() > room && told.add(each.place())) {
        tooLarge(each.place(), each.beside().size() + 1, cores.size(), corunners.size());
      }
    }
    if (room == 0) {
      plan.prediction()
          .flatMap(found -> found.pressures().stream().findFirst())
          .ifPresent(first -> tooLarge(first.place(), 2, cores.size(), corunners.size()));
    }
    return corunners;
  }

  private void tooLarge(Place place, int members, int width, int others) {
    report(
        place,
        "",
        "",
        "%s applications on %s cores each do not fit on %s, which has %s for the measured one and %s for co-runners"
            .formatted(members, width, machine.name(), width, others),
        "take some out, or use a machine with more cores");
  }

  private int neededFor(List<Integer> cores) {
    int most = plan.colocations().stream().mapToInt(each -> each.beside().size()).max().orElse(0);
    return cores.size() * Math.max(most, plan.prediction().isPresent() ? 1 : 0);
  }
}
