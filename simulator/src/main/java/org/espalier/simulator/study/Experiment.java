package org.espalier.simulator.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Assignments;
import org.espalier.workload.document.Problems;
import org.espalier.workload.policy.PolicyEntry;

/** An experiment: a checked study with its systems, expanded to scenarios and ready to run. */
public final class Experiment {
  private final DescribedStudy described;
  private final PolicyRegistry registry;
  private final Study study;
  private final TrialInputs inputs;
  private final List<Scenario> scenarios;
  private final HcSystem system;
  private final List<String> notes;

  Experiment(
      DescribedStudy described,
      PolicyRegistry registry,
      List<Scenario> scenarios,
      List<String> notes) {
    this.described = described;
    this.registry = registry;
    this.study = described.study();
    this.inputs = new TrialInputs(described.systems(), study.plan().seed());
    this.scenarios = List.copyOf(scenarios);
    this.system = inputs.system(scenarios.getFirst(), 1);
    this.notes = List.copyOf(notes);
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
    return StudyReader.read(file, new Assignments(assignments), registry, problems)
        .flatMap(described -> new ExperimentReader(described, registry).read())
        .filter(experiment -> problems.count() == before);
  }

  /**
   * The same study for other policies, the first of which is the baseline, and on other trials;
   * without figures and traces.
   *
   * @throws org.espalier.workload.document.InvalidInputException if one of the policies cannot be
   *     made as it is set
   */
  public Experiment withPolicies(List<PolicyEntry> policies, Study.Plan plan) {
    return with(
        plan,
        study.inputs(),
        study.comparison().withPolicies(policies, policies.getFirst().name()));
  }

  Experiment with(Study.Plan plan, Study.Inputs changedInputs, Study.Comparison comparison) {
    Study.Presentation none = new Study.Presentation(List.of(), List.of());
    DescribedStudy changed =
        described.with(new Study(study.about(), plan, changedInputs, comparison, none));
    List<Scenario> made = Expansion.of(changed, registry);
    described.problems().throwIfAny();
    return new Experiment(changed, registry, made, notes);
  }

  /** The policies there are. */
  public PolicyRegistry registry() {
    return registry;
  }

  /** Its study. */
  public Study study() {
    return study;
  }

  /** What its trials run on. */
  public TrialInputs inputs() {
    return inputs;
  }

  public List<Scenario> scenarios() {
    return scenarios;
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
    if (study.inputs().system() instanceof SystemSource.Generated) {
      String place = place(scenarios.getFirst(), axis -> SystemOptions.isOne(axis.dimension()));
      return "System of trial 1" + (place.isEmpty() ? "" : ", " + place);
    }
    long systemsOfAll = scenarios.stream().map(Scenario::system).distinct().count();
    String which = systemsOfAll == 1 ? "" : ", the first of %s".formatted(systemsOfAll);
    return "System " + system.name() + which;
  }

  /** Says what generated systems are like, which nobody can look up in a file. */
  Optional<String> systemNote() {
    return scenarios
        .getFirst()
        .system()
        .generated()
        .map(made ->
            "systems of %s task types and %s machines of %s types are generated, %s"
                .formatted(
                    system.taskTypes().size(),
                    system.machines().size(),
                    system.machineTypes().size(),
                    made.perTrial() ? "another for each trial" : "the same for all trials"));
  }

  /** What was done to its input, one sentence each. */
  public List<String> notes() {
    return notes;
  }

  /** The files that are read: of systems, workloads and forecasts. */
  public List<Path> inputFiles() {
    Set<Path> files = new LinkedHashSet<>();
    if (study.inputs().system() instanceof SystemSource.Described source) {
      files.addAll(source.files());
    }
    files.addAll(trialFiles());
    return List.copyOf(files);
  }

  /** The files that are read in trials: first those of workloads, then those of forecasts. */
  public List<Path> trialFiles() {
    Stream<Path> workloads =
        groups().stream()
            .flatMap(group -> files(trial -> inputs.workloadFile(group.getFirst(), trial)));
    Stream<Path> forecasts =
        scenarios.stream()
            .flatMap(scenario -> scenario.forecasts().stream())
            .distinct()
            .flatMap(named -> files(trial -> TrialInputs.forecastFile(named, trial)));
    return Stream.concat(workloads, forecasts).distinct().toList();
  }

  private Stream<Path> files(IntFunction<Optional<Path>> ofTrial) {
    return IntStream.rangeClosed(1, study.plan().trials())
        .mapToObj(ofTrial)
        .flatMap(Optional::stream);
  }

  /** Number of trials of all scenarios together. */
  public int totalTrials() {
    return Math.multiplyExact(scenarios.size(), study.plan().trials());
  }

  /** The scenario of the baseline policy that has the same other values; none for itself. */
  public Optional<Scenario> baselineOf(Scenario scenario) {
    Optional<String> baseline = study.comparison().baseline();
    if (baseline.isEmpty() || scenario.policy().equals(baseline.get())) {
      return Optional.empty();
    }
    List<String> wanted = new ArrayList<>(scenario.values());
    wanted.set(study.comparison().axisIndex(Dimension.POLICY), baseline.get());
    return scenarios.stream().filter(other -> other.values().equals(wanted)).findFirst();
  }

  /** The first scenario that has the given values, and the first one on each other axis. */
  public Scenario scenarioAt(Map<String, String> at) {
    return scenarios.stream().filter(scenario -> isAt(scenario, at)).findFirst().orElseThrow();
  }

  /** The values of a scenario on some axes, each behind the key of its axis. */
  public String place(Scenario scenario, Predicate<Axis> some) {
    return values(scenario, some).entrySet().stream()
        .map(value -> value.getKey() + " " + value.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The values of a scenario on some axes, by the keys of the axes, in their order. */
  public Map<String, String> values(Scenario scenario, Predicate<Axis> some) {
    List<Axis> axes = study.comparison().axes();
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < axes.size(); i++) {
      if (some.test(axes.get(i))) {
        values.put(axes.get(i).key(), scenario.values().get(i));
      }
    }
    return values;
  }

  /**
   * Whether a scenario has the given values, and the first one on each other axis.
   *
   * @param at values of axes by their key
   */
  public boolean isAt(Scenario scenario, Map<String, String> at) {
    List<String> wanted =
        study.comparison().axes().stream()
            .map(axis -> at.getOrDefault(axis.key(), axis.values().getFirst()))
            .toList();
    return scenario.values().equals(wanted);
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
