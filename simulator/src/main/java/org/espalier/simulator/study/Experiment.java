package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Workload;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.LeftOut;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.generator.WorkloadModel;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.espalier.workload.pet.BelievedPets;
import org.espalier.workload.pet.PetBelief;
import org.espalier.workload.policy.Forecasts;
import org.espalier.workload.policy.PolicyEntry;

/** An experiment: a checked study with its systems, expanded to scenarios and ready to run. */
public final class Experiment {
  private static final String MODEL = "workload";

  private final StudyReader.Described described;
  private final PolicyRegistry registry;
  private final Study study;
  private final Systems systems;
  private final HcSystem system;
  private final List<Scenario> scenarios;
  private final Workloads workloads;
  private final List<String> notes;

  private Experiment(
      StudyReader.Described described,
      PolicyRegistry registry,
      List<Scenario> scenarios,
      List<String> notes) {
    this.described = described;
    this.registry = registry;
    this.study = described.study();
    this.systems = described.systems();
    this.scenarios = List.copyOf(scenarios);
    this.system = system(scenarios.getFirst(), 1);
    this.workloads = new Workloads(study.inputs().workload(), study.plan().seed());
    this.notes = new ArrayList<>(notes);
  }

  /**
   * Reads and checks a study and all that it names.
   *
   * @param file the study file
   * @param assignments what the user set, {@code key=value[,value...]}, above the file
   * @param registry the policies there are
   * @return the experiment, or empty if there are problems
   */
  public static Optional<Experiment> load(
      Path file, List<String> assignments, PolicyRegistry registry, Problems problems) {
    long before = problems.count();
    Assignments parsed = new Assignments(assignments);
    Optional<StudyReader.Described> described = StudyReader.read(file, parsed, registry, problems);
    return described
        .flatMap(found -> prepare(found, parsed, registry, problems))
        .filter(experiment -> problems.count() == before);
  }

  private static Optional<Experiment> prepare(
      StudyReader.Described described,
      Assignments assignments,
      PolicyRegistry registry,
      Problems problems) {
    long before = problems.count();
    Systems systems = described.systems();
    SystemCheck check = new SystemCheck(described, systems, registry, assignments);
    check.check();
    assignments.reportTo(problems);
    if (problems.count() > before) {
      return Optional.empty();
    }
    List<Scenario> scenarios = Expansion.of(described, registry, systems.tick());
    check.checkMachines(scenarios);
    assignments.reportTo(problems);
    UnreadSettings unread = new UnreadSettings(described, assignments, scenarios);
    if (problems.count() == before) {
      check.checkBudgets(scenarios);
      unread.check();
    }
    new EnergyFilterCheck(described, scenarios).check();
    assignments.reportTo(problems);
    if (problems.count() > before) {
      return Optional.empty();
    }
    List<String> notes = new ArrayList<>(unread.notes());
    notes.addAll(systems.notes());
    Experiment experiment = new Experiment(described, registry, scenarios, notes);
    experiment.describeSystems();
    experiment.checkWorkloads(described.file(), assignments, problems);
    new AnotherDayCheck(described, assignments, scenarios).check();
    assignments.reportTo(problems);
    experiment.checkForecasts(problems);
    if (problems.count() > before) {
      return Optional.empty();
    }
    return Optional.of(experiment.withDefaultFigures(described.namesFigures(), assignments));
  }

  private Experiment withDefaultFigures(boolean namesFigures, Assignments assignments) {
    boolean earning = groups().stream().anyMatch(g -> haveUtilities(g.getFirst()));
    boolean limited = scenarios.stream().anyMatch(s -> !s.settings().energy().periods().isEmpty());
    List<Study.FigureRequest> figures =
        namesFigures
            ? DefaultFigures.withUsersAxes(study, assignments, earning, limited)
            : DefaultFigures.of(study, earning, limited);
    return new Experiment(described.with(study.withFigures(figures)), registry, scenarios, notes);
  }

  /**
   * The same study for other policies, the first of which is the baseline, and on other trials;
   * without figures and traces.
   *
   * @throws org.espalier.workload.document.InvalidInputException if one of the policies cannot be
   *     made as it is set
   */
  public Experiment withPolicies(List<PolicyEntry> policies, Study.Plan plan) {
    StudyReader.Described other = described.with(study.withPolicies(policies, plan));
    List<Scenario> made = Expansion.of(other, registry, systems.tick());
    described.file().problems().throwIfAny();
    return new Experiment(other, registry, made, notes);
  }

  /** The policies there are. */
  public PolicyRegistry registry() {
    return registry;
  }

  /** Whether the tasks that a scenario meets have more than deadlines. */
  public boolean haveUtilities(Scenario scenario) {
    return workloads.haveUtilities(scenario.workload(), system(scenario, 1));
  }

  /** Says what systems are like that nobody can look up in a file. */
  private void describeSystems() {
    if (study.inputs().system() instanceof SystemSource.Generated) {
      notes.addAll(GeneratedSystems.notes(this));
    }
  }

  /** Reads each workload file once, so that all that is wrong is known before anything runs. */
  private void checkWorkloads(DocumentNode file, Assignments assignments, Problems problems) {
    if (!workloads.readsFiles()) {
      checkModels(file, assignments);
      return;
    }
    for (List<Scenario> group : groups()) {
      for (int trial = 1; trial <= study.plan().trials(); trial++) {
        if (isMissing(group.getFirst(), trial, file)) {
          break; // so are those of later trials
        }
        checkWorkload(group.getFirst(), trial, problems);
      }
    }
  }

  /** Whether the workload's file is not there, which is reported. */
  private boolean isMissing(Scenario scenario, int trial, DocumentNode study) {
    Map<WorkloadOption, String> options = scenario.workload();
    Optional<String> remedy = workloads.remedyIfMissing(options, trial);
    remedy.ifPresent(found ->
        study.report(
            MODEL, "there is no file %s".formatted(workloads.place(options, trial)), found));
    return remedy.isPresent();
  }

  /** The files that are read: of systems, workloads and forecasts. */
  public List<Path> inputFiles() {
    Set<Path> files = new LinkedHashSet<>();
    if (study.inputs().system() instanceof SystemSource.Described described) {
      files.addAll(described.files());
    }
    for (List<Scenario> group : groups()) {
      for (int trial = 1; trial <= study.plan().trials(); trial++) {
        workloadFile(group.getFirst(), trial).ifPresent(files::add);
      }
    }
    files.addAll(forecastFiles());
    return List.copyOf(files);
  }

  /** Reads each forecast once, as workloads. */
  private void checkForecasts(Problems problems) {
    Set<Path> read = new HashSet<>();
    for (Scenario scenario : scenarios) {
      for (Forecast named : DayForecasts.of(scenario)) {
        for (int trial = 1; trial <= study.plan().trials(); trial++) {
          Optional<Path> file = DayForecasts.file(named, trial).filter(read::add);
          HcSystem made = system(scenario, trial);
          file.ifPresent(path -> Forecasts.read(named, path, made, problems));
        }
      }
    }
  }

  /** What the policy of a scenario is made with in a trial, with its forecast. */
  public PolicySettings settings(Scenario scenario, HcSystem made, int trial) {
    return DayForecasts.read(
        scenario,
        named ->
            DayForecasts.file(named, trial)
                .map(file -> Forecasts.read(named, file, made))
                .orElseGet(() -> anotherDay(scenario, named, made, trial)));
  }

  private Forecast anotherDay(Scenario scenario, Forecast named, HcSystem made, int trial) {
    Workload day = workloads.anotherDay(scenario.workload(), made, trial).orElseThrow();
    return Forecast.of(named.name(), day, made.tick()).startingAt(named.start());
  }

  /** The files that the forecasts of all policies are read from. */
  public List<Path> forecastFiles() {
    return scenarios.stream()
        .flatMap(scenario -> DayForecasts.of(scenario).stream())
        .distinct()
        .flatMap(named ->
            IntStream.rangeClosed(1, study.plan().trials())
                .mapToObj(trial -> DayForecasts.file(named, trial))
                .flatMap(Optional::stream))
        .distinct()
        .toList();
  }

  /** Reports each problem once, at what the user set if that can be why. */
  private void checkModels(DocumentNode file, Assignments assignments) {
    String count = assignments.firstSet("tasks", "leave_out_first", "leave_out_last").orElse(MODEL);
    String fit = assignments.firstSet("tasks", "longest_gap").orElse(MODEL);
    Set<String> tooFew = new LinkedHashSet<>();
    Set<String> unfit = new LinkedHashSet<>();
    for (List<Scenario> group : groups()) {
      WorkloadModel model = WorkloadOption.model(group.getFirst().workload());
      int tasks = model.expectedTasks();
      if (!study.plan().leftOut().leavesAnyOf(tasks)) {
        tooFew.add(tooFewTasks(tasks));
      }
      model.problem(system(group.getFirst(), 1)).ifPresent(unfit::add);
    }
    DocumentNode ofCount = assignments.find(count).orElse(file);
    DocumentNode ofFit = assignments.find(fit).orElse(file);
    tooFew.forEach(p -> ofCount.report(count, p, "give more tasks, or set leave_out_first"));
    unfit.forEach(p -> ofFit.report(fit, p, "give more tasks, or a longer longest_gap"));
  }

  private void checkWorkload(Scenario scenario, int trial, Problems problems) {
    Map<WorkloadOption, String> options = scenario.workload();
    Optional<Loaded<Workload>> workload =
        workloads.make(options, system(scenario, trial), trial, problems);
    workload.ifPresent(loaded -> addNotes(loaded.notes(), workloads.place(options, trial)));
    int tasks = workload.map(loaded -> loaded.value().size()).orElse(Integer.MAX_VALUE);
    if (!study.plan().leftOut().leavesAnyOf(tasks)) {
      Path place = workloads.place(options, trial);
      problems.add(
          new Problem(place, 0, "", "", tooFewTasks(tasks), "set leave_out_first and _last"));
    }
  }

  /** Adds notes that begin with the name of a file; its directory tells files of one name apart. */
  private void addNotes(List<String> ofFile, Path file) {
    Path directory = file.toAbsolutePath().getParent();
    String prefix = directory == null ? "" : directory.getFileName() + "/";
    ofFile.forEach(note -> notes.add(prefix + note));
  }

  private String tooFewTasks(int tasks) {
    LeftOut leftOut = study.plan().leftOut();
    return "%d tasks, of which the first %d and the last %d are left out: none is counted"
        .formatted(tasks, leftOut.first(), leftOut.last());
  }

  /** Its study. */
  public Study study() {
    return study;
  }

  /**
   * Its system, or that of the first scenario in trial 1 where there are several. All have its tick
   * and task types of the same names; generated ones have machines of the same names too.
   */
  public HcSystem system() {
    return system;
  }

  /**
   * A title for {@link #system()}: "System" and its name or, where systems are generated, which of
   * them it is, as "System of trial 1, affinity low".
   */
  public String systemTitle() {
    boolean generated = study.inputs().system() instanceof SystemSource.Generated;
    long systemsOfAll = scenarios.stream().map(Scenario::system).distinct().count();
    String which = systemsOfAll == 1 ? "" : ", the first of %d".formatted(systemsOfAll);
    return "System " + (generated ? GeneratedSystems.shown(this) : system.name() + which);
  }

  /** The system that a scenario runs on in a trial. */
  public HcSystem system(Scenario scenario, int trial) {
    return systems.make(scenario.system(), trial);
  }

  /**
   * How heterogeneous a generated system is; empty where systems are read from a file, or no
   * machine type is general.
   */
  public Optional<Heterogeneity> heterogeneity(HcSystem system) {
    if (study.inputs().system() instanceof SystemSource.Described) {
      return Optional.empty();
    }
    EcsMatrix speeds = EcsMatrix.of(system.pet());
    return speeds.general().map(general -> Heterogeneity.of(speeds));
  }

  /** What was done to its input, one sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Number of trials of all scenarios together. */
  public int totalTrials() {
    return Math.multiplyExact(scenarios.size(), study.plan().trials());
  }

  /** The system of a trial with the PET that a belief makes of the true one. */
  public HcSystem believedSystem(HcSystem system, PetBelief belief, int trial) {
    return system.withPet(BelievedPets.of(system.pet(), belief, study.plan().seed(), trial));
  }

  public List<Scenario> scenarios() {
    return scenarios;
  }

  /** The workload that a scenario meets in a trial. */
  public Workload workload(Scenario scenario, int trial) {
    return workload(scenario, system(scenario, trial), trial);
  }

  /** The same on the system that the scenario runs on in the trial, made before. */
  public Workload workload(Scenario scenario, HcSystem made, int trial) {
    return workloads.make(scenario.workload(), made, trial);
  }

  /** The file that this workload is read from; empty where it is generated. */
  public Optional<Path> workloadFile(Scenario scenario, int trial) {
    return workloads.file(scenario.workload(), trial);
  }

  /** The scenario of the baseline policy that has the same other values; none for itself. */
  public Optional<Scenario> baselineOf(Scenario scenario) {
    Optional<String> baseline = study.comparison().baseline();
    if (baseline.isEmpty() || scenario.policy().equals(baseline.get())) {
      return Optional.empty();
    }
    List<String> wanted = new ArrayList<>(scenario.values());
    wanted.set(study.comparison().axisIndex("policy"), baseline.get());
    return scenarios.stream().filter(other -> other.values().equals(wanted)).findFirst();
  }

  /** The first scenario that has the given values, and the first one on each other axis. */
  public Scenario scenarioAt(Map<String, String> at) {
    return scenarios.stream().filter(scenario -> isAt(scenario, at)).findFirst().orElseThrow();
  }

  /**
   * Whether a scenario has the given values, and the first one on each other axis.
   *
   * @param at values of axes by their key
   */
  public boolean isAt(Scenario scenario, Map<String, String> at) {
    List<Axis> axes = study.comparison().axes();
    for (int i = 0; i < axes.size(); i++) {
      Axis axis = axes.get(i);
      String value = at.getOrDefault(axis.dimension().key(), axis.values().getFirst());
      if (!scenario.values().get(i).equals(value)) {
        return false;
      }
    }
    return true;
  }

  /** The scenarios by system and workload: those of a group meet the same ones in each trial. */
  public List<List<Scenario>> groups() {
    Map<Scenario.Conditions, List<Scenario>> groups = new LinkedHashMap<>();
    for (Scenario scenario : scenarios) {
      groups.computeIfAbsent(scenario.conditions(), key -> new ArrayList<>()).add(scenario);
    }
    return List.copyOf(groups.values());
  }
}
