package org.espalier.profiler.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.espalier.profiler.host.MeasuringFailedException;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.host.Running;
import org.espalier.profiler.measure.InstrumentedMeter;
import org.espalier.profiler.plan.Application;
import org.espalier.profiler.plan.PredictionPlan;
import org.espalier.profiler.plan.Pressure;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.CacheSimulation;
import org.espalier.profiler.probe.EnergyMeter;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.sample.MeasuredRun;

/** Runs cells of a plan once on one machine, with all that goes around them. */
final class CellRunner {
  private final ProfilePlan plan;
  private final MachineSetup machine;
  private final Requests requests;
  private final InstrumentedMeter meter;
  private final Set<List<String>> prepared;
  private final Map<String, Application> applications = new HashMap<>();
  private final Map<String, Pressure> pressures = new HashMap<>();

  /** Processor seconds in a second of task types, once they have run alone. */
  private final Map<String, Double> processorShares = new HashMap<>();

  private OptionalInt pState = OptionalInt.empty();

  /**
   * A runner.
   *
   * @param prepared what was prepared on the host, by all machines of the plan that share it
   */
  CellRunner(ProfilePlan plan, MachineSetup machine, Set<List<String>> prepared) {
    this.plan = plan;
    this.machine = machine;
    this.prepared = prepared;
    this.requests = new Requests(plan, machine.planned(), machine.host(), 0);
    this.meter = new InstrumentedMeter(machine.host(), machine.instruments(), machine.wanted());
    plan.applications().forEach(each -> applications.put(each.taskType(), each));
    plan.prediction()
        .map(PredictionPlan::pressures)
        .orElse(List.of())
        .forEach(each -> pressures.put(each.taskType(), each));
  }

  MachineSetup machine() {
    return machine;
  }

  /**
   * Measures an application once, beside its co-runners.
   *
   * @param which which run it is, for messages
   */
  MeasuredRun measure(Cell cell, String which)
      throws MeasuringFailedException, InterruptedException {
    begin(cell);
    Application application = application(cell.taskType());
    MeasuredRun run;
    try (Before _ = before(List.of(application), which)) {
      InstrumentedMeter.Metered metered = metered(cell, application, which);
      check(application, metered.outcome(), which);
      run = metered.run();
    }
    double seconds = run.seconds();
    if (cell.isAlone() && seconds > 0) {
      Resources resources = run.resources();
      double processor =
          resources.userSeconds().orElse(seconds) + resources.systemSeconds().orElse(0);
      processorShares.put(cell.taskType(), processor / seconds);
    }
    return run;
  }

  private Application application(String taskType) {
    return Objects.requireNonNull(applications.get(taskType));
  }

  private InstrumentedMeter.Metered metered(Cell cell, Application application, String which)
      throws MeasuringFailedException, InterruptedException {
    RunRequest request = requests.run(application, machine.cores());
    if (cell.isAlone()) {
      return meter.measure(cell, request, 0);
    }
    Optional<Exception> failure;
    InstrumentedMeter.Metered metered;
    try (Corunners corunners = Corunners.start(machine.host(), corunners(cell))) {
      Thread.sleep(plan.repeats().settle());
      metered = meter.measure(cell, request, corunnerSeconds(cell));
      failure = corunners.failure();
    }
    if (failure.isPresent()) {
      String message = "%s: %s".formatted(which, failure.get().getMessage());
      throw new MeasuringFailedException(message, failure.get());
    }
    return metered;
  }

  private List<Corunners.Corunner> corunners(Cell cell) {
    List<Corunners.Corunner> corunners = new ArrayList<>();
    for (String name : cell.corunners()) {
      corunners.add(corunner(name, corunners.size()));
    }
    return corunners;
  }

  private Corunners.Corunner corunner(String name, int place) {
    List<Integer> cores = machine.coresOf(place);
    Requests own = requests.ofCopy(place + 1);
    Pressure pressure = pressures.get(name);
    return pressure != null
        ? new Corunners.Corunner(name, own.run(pressure, cores), Optional.empty())
        : new Corunners.Corunner(
            name, own.run(application(name), cores), own.beforeEach(application(name)));
  }

  private double corunnerSeconds(Cell cell) {
    return cell.corunners().stream()
        .mapToDouble(name -> processorShares.getOrDefault(name, 1.0))
        .sum();
  }

  /** Sets the frequency, and prepares what was not yet prepared. */
  private void begin(Cell cell) throws MeasuringFailedException, InterruptedException {
    setPState(cell.conditions().pState());
    Set<String> members = new HashSet<>(cell.corunners());
    members.add(cell.taskType());
    for (String member : members.stream().sorted().toList()) {
      Application application = applications.get(member);
      if (application != null) {
        prepare(application);
      }
    }
  }

  private void setPState(OptionalInt wanted) throws MeasuringFailedException {
    if (wanted.isEmpty() || wanted.equals(pState)) {
      return;
    }
    long hertz = machine.pStates().get(wanted.getAsInt());
    Optional<String> problem =
        machine.instruments().frequencies().orElseThrow().set(machine.allCores(), hertz);
    if (problem.isPresent()) {
      throw new MeasuringFailedException(
          "the frequency of %s cannot be set: %s".formatted(machine.name(), problem.get()));
    }
    pState = wanted;
  }

  private void prepare(Application application)
      throws MeasuringFailedException, InterruptedException {
    Optional<RunRequest> request = requests.prepare(application);
    if (request.isEmpty()) {
      return;
    }
    List<String> key = new ArrayList<>(request.get().command());
    key.add(request.get().directory().orElse(""));
    if (!prepared.contains(key)) {
      String which = "the preparation of %s on %s".formatted(application.name(), machine.name());
      succeed(request.get(), which);
      prepared.add(key);
    }
  }

  private Before before(List<Application> all, String which)
      throws MeasuringFailedException, InterruptedException {
    Before before = new Before(machine.host());
    try {
      for (Application application : all) {
        before.run(requests.beforeEach(application), "the command before " + which);
      }
      return before;
    } catch (InterruptedException | MeasuringFailedException e) {
      before.close();
      throw e;
    }
  }

  private void succeed(RunRequest request, String which)
      throws MeasuringFailedException, InterruptedException {
    RunOutcome outcome = machine.host().run(request);
    if (!outcome.succeeded()) {
      throw new MeasuringFailedException(which, outcome);
    }
  }

  private void check(Application application, RunOutcome outcome, String which)
      throws MeasuringFailedException, InterruptedException {
    boolean isGood =
        outcome.succeeded()
            || (application.around().anyExit() && outcome.end() == RunOutcome.End.EXITED);
    if (!isGood) {
      throw new MeasuringFailedException(which, outcome);
    }
    Optional<String> wanted = application.around().outputContains();
    if (wanted.isPresent() && !outcome.output().contains(wanted.get())) {
      throw new MeasuringFailedException(
          "the output of %s does not contain \"%s\"%s"
              .formatted(which, wanted.get(), MeasuringFailedException.end(outcome.output())));
    }
    Optional<RunRequest> request = requests.check(application);
    if (request.isPresent()) {
      succeed(request.get(), "the check of " + which);
    }
  }

  /** Runs each member of a set once, from a start in common to the end of the last. */
  MeasuredRun measureSet(Cell cell, String which)
      throws MeasuringFailedException, InterruptedException {
    begin(cell);
    List<Application> members = new ArrayList<>(List.of(application(cell.taskType())));
    cell.corunners().forEach(name -> members.add(application(name)));
    try (Before _ = before(members, which)) {
      long started = System.currentTimeMillis();
      long begin = System.nanoTime();
      EnergyMeter.Reading reading = machine.instruments().energy().orElseThrow().begin();
      OptionalDouble joules = OptionalDouble.empty();
      try {
        runTogether(members, which);
      } finally {
        joules = reading.end();
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      if (joules.isEmpty()) {
        throw new MeasuringFailedException("the energy meter failed in " + which);
      }
      return MeasuredRun.of(cell, seconds, joules, Counts.NONE, started);
    }
  }

  private void runTogether(List<Application> members, String which)
      throws MeasuringFailedException, InterruptedException {
    List<Running> running = new ArrayList<>();
    try {
      for (Application member : members) {
        List<Integer> cores =
            running.isEmpty() ? machine.cores() : machine.coresOf(running.size() - 1);
        Requests own = requests.ofCopy(running.size());
        running.add(machine.host().start(own.run(member, cores)));
      }
      for (int i = 0; i < members.size(); i++) {
        RunOutcome outcome = running.get(i).await();
        if (!outcome.succeeded()) {
          throw new MeasuringFailedException(members.get(i).taskType() + " in " + which, outcome);
        }
      }
    } finally {
      running.forEach(Running::close);
    }
  }

  /** Runs the application of a cell once, alone in a simulated cache. */
  MeasuredRun simulate(Cell cell) throws MeasuringFailedException, InterruptedException {
    Application application = application(cell.taskType());
    prepare(application);
    String which = "%s in a simulated cache on %s".formatted(cell.taskType(), machine.name());
    CacheSimulation simulation = machine.instruments().cacheSimulation().orElseThrow();
    try (Before _ = before(List.of(application), which)) {
      Counts found = simulation.run(machine.host(), requests.run(application, machine.cores()));
      return MeasuredRun.of(cell, 0, OptionalDouble.empty(), found, 0);
    }
  }
}
