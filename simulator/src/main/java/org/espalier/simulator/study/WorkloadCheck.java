package org.espalier.simulator.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.engine.LoggedTimes;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.trace.LogPart;

/** Checks that the workloads of a study can be made, and have tasks that count. */
final class WorkloadCheck {
  private static final String BLOCK = "workload";

  /** The share of the last window by which a log must be cut to have it full. */
  private static final double LEAST_FULL = 0.9;

  private final DescribedStudy described;
  private final TrialInputs inputs;
  private final Set<String> notes = new LinkedHashSet<>();

  /** By what scenarios meet, when the last task of trial 1 arrives, in ticks. */
  private final Map<Scenario.Conditions, Long> lastArrivals = new HashMap<>();

  private final Set<String> tooFew = new LinkedHashSet<>();
  private final Map<String, WorkloadModel> unfit = new LinkedHashMap<>();

  /** A file with tasks that may become worth more with time, by what scenarios meet. */
  private final Map<Scenario.Conditions, Path> rising = new HashMap<>();

  /** What scenarios meet that has tasks which must be completed. */
  private final Set<Scenario.Conditions> must = new HashSet<>();

  WorkloadCheck(DescribedStudy described, TrialInputs inputs) {
    this.described = described;
    this.inputs = inputs;
  }

  /** What was done to workloads that were read, one sentence each. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Reads each workload file once, so that all that is wrong is known before anything runs.
   *
   * @param scenarios one of each group that meets the same
   */
  void check(List<Scenario> scenarios) {
    for (Scenario scenario : scenarios) {
      switch (scenario.workload()) {
        case WorkloadChoice.Generated generated -> check(generated, scenario);
        case WorkloadChoice.Files files -> check(files, scenario);
      }
    }
    List<String> ofNumbers = List.of("tasks", "leave_out_first", "leave_out_last");
    tooFew.forEach(few -> report(few, "give more tasks, or set leave_out_first", ofNumbers));
    unfit.forEach((problem, model) -> report(problem, model.remedy(), model.remedyKeys()));
  }

  /**
   * Reports policies that need worth which never rises where that of some tasks does, and notes
   * those that may lose what must be completed.
   */
  void checkPolicies(List<Scenario> scenarios) {
    Set<String> refused = new HashSet<>();
    for (Scenario scenario : scenarios) {
      Path file = rising.get(scenario.conditions());
      if (file != null
          && scenario.entry().provider().needsFallingUtility()
          && refused.add(scenario.policy())) {
        described
            .node(scenario.policy())
            .report(
                "policy %s needs worth that never rises with time, and tasks of %s rise first"
                    .formatted(scenario.policy(), file.getFileName()),
                "leave it out, or have its provider say that it does not need that");
      }
      if (must.contains(scenario.conditions())
          && !scenario.entry().provider().putsMustFirst(scenario.settings())) {
        notes.add(
            "policy %s does not put first what must be completed; take one by deadlines, as JIT or PAM"
                .formatted(scenario.policy()));
      }
    }
  }

  private void check(WorkloadChoice.Generated generated, Scenario scenario) {
    int tasks = generated.model().expectedTasks();
    if (!leftOut().leavesAnyOf(tasks)) {
      tooFew.add(tooFewTasks(tasks));
    }
    HcSystem system = inputs.system(scenario, 1);
    generated.model().problem(system).ifPresent(found -> unfit.put(found, generated.model()));
    if (generated.model() instanceof WorkloadSpec spec) {
      spec.leftOut(system).ifPresent(notes::add);
    }
  }

  /** Reports a problem at what the user set if that can be why. */
  private void report(String problem, String remedy, List<String> keys) {
    Assignments assignments = described.assignments();
    String key = assignments.firstSet(keys).orElse(BLOCK);
    assignments.find(key).orElse(described.file()).report(key, problem, remedy);
  }

  private void check(WorkloadChoice.Files files, Scenario scenario) {
    for (int trial = 1; trial <= described.study().plan().trials(); trial++) {
      Optional<Path> missing = files.file(trial).filter(file -> !Files.exists(file));
      if (missing.isPresent()) {
        String problem = "there is no file %s".formatted(missing.get());
        String remedy = trial > 1 ? "set trials to %s".formatted(trial - 1) : "mend the name";
        described.file().report(BLOCK, problem, remedy);
        return; // those of later trials are missing too
      }
      long before = described.problems().count();
      read(files, scenario, trial);
      if (described.problems().count() > before && files.file(1).equals(files.file(2))) {
        return; // later trials read the same file
      }
    }
  }

  private void read(WorkloadChoice.Files files, Scenario scenario, int trial) {
    HcSystem system = inputs.system(scenario, trial);
    Optional<Loaded<LogPart>> part = inputs.part(scenario, system, trial, described.problems());
    Path place = files.file(trial).orElseGet(() -> files.source().directory());
    part.ifPresent(loaded -> addNotes(loaded.notes(), place));
    part.ifPresent(loaded -> addNotes(notes(files, loaded.value(), trial, system.tick()), place));
    if (files.recorded()) {
      part.ifPresent(loaded -> addRecorded(loaded.value().workload(), scenario, place, trial));
    }
    if (trial == 1) {
      part.ifPresent(loaded ->
          lastArrivals.put(scenario.conditions(), LogPart.lastArrival(loaded.value().workload())));
    }
    if (part.stream()
        .anyMatch(some -> some.value().workload().tasks().stream().anyMatch(Task::rises))) {
      rising.putIfAbsent(scenario.conditions(), place);
    }
    if (part.stream()
        .anyMatch(some -> some.value().workload().tasks().stream().anyMatch(Task::mustComplete))) {
      must.add(scenario.conditions());
    }
    int tasks = part.map(loaded -> loaded.value().workload().size()).orElse(Integer.MAX_VALUE);
    if (!leftOut().leavesAnyOf(tasks)) {
      described.problems().in(place).report(tooFewTasks(tasks), "set leave_out_first and _last");
    }
  }

  private void addRecorded(Workload workload, Scenario scenario, Path file, int trial) {
    String words = LoggedTimes.words(workload, inputs.system(scenario, trial));
    addNotes(List.of(file.getFileName() + ": " + words), file);
    boolean same =
        trial > 1
            && described.study().inputs().windows().isEmpty()
            && inputs.workloadFile(scenario, trial - 1).equals(Optional.of(file));
    if (trial == 2 && same && workload.recorded().size() == workload.size()) {
      notes.add(
          "all trials have the same tasks and execution times: their intervals say nothing, unless"
              + " the policy draws numbers; trials: 1 is enough");
    }
  }

  /**
   * Says which budgets of energy are for a longer time than that in which the tasks of a log
   * arrive.
   *
   * @param scenarios all of them
   */
  List<String> budgetNotes(List<Scenario> scenarios) {
    Duration tick = described.systems().tick();
    Set<String> found = new LinkedHashSet<>();
    for (Scenario scenario : scenarios) {
      Long last = lastArrivals.get(scenario.conditions());
      EnergySettings energy = scenario.settings().energy();
      if (last != null && !energy.periods().isEmpty()) {
        EnergyPeriod period = energy.account(energy.indexAt(0));
        if (period.budgetJoules().isPresent() && period.end() - period.start() > last) {
          found.add(
              "the period of an energy budget is %s, and all tasks of a trial arrive in %s: policies"
                      .formatted(
                          Quantities.text(tick.multipliedBy(period.end() - period.start())),
                          Quantities.text(tick.multipliedBy(last)))
                  + " make it last for the period; a shorter energy_period fits the log");
        }
      }
    }
    return List.copyOf(found);
  }

  /** Says what of a log is left out, and where times count from if that is late. */
  private List<String> notes(WorkloadChoice.Files files, LogPart part, int trial, Duration tick) {
    List<String> notes = new ArrayList<>();
    Path file = files.file(trial).orElseThrow().getFileName();
    long last = LogPart.lastArrival(part.workload());
    if (files.begin().isEmpty() && part.offset() == 0 && part.begin() > last) {
      String begin = Quantities.text(tick.multipliedBy(part.begin()));
      notes.add("%s begins at %s; times of the study count from there".formatted(file, begin));
    }
    if (part.offset() == 0 && part.before() > 0) {
      notes.add(
          "%s: %s tasks that arrive before trials begin are left out"
              .formatted(file, part.before()));
    }
    described
        .study()
        .inputs()
        .windows()
        .filter(windows -> trial == windows.count())
        .map(windows -> windows.length().dividedBy(tick))
        .filter(length -> last < LEAST_FULL * length)
        .ifPresent(length ->
            notes.add(
                "%s: the last window is not full, its last task arrives after %s %% of it"
                    .formatted(file, 100 * last / length)));
    return notes;
  }

  /** Adds notes that begin with the name of a file; its directory tells files of one name apart. */
  private void addNotes(List<String> ofFile, Path file) {
    Path directory = file.toAbsolutePath().getParent();
    String prefix = directory == null ? "" : directory.getFileName() + "/";
    ofFile.forEach(note -> notes.add(prefix + note));
  }

  private LeftOut leftOut() {
    return described.study().plan().leftOut();
  }

  private String tooFewTasks(int tasks) {
    return "%s tasks, of which the first %s and the last %s are left out: none is counted"
        .formatted(tasks, leftOut().first(), leftOut().last());
  }
}
