package org.espalier.simulator.result;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.InputOption;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.simulator.study.SystemOption;
import org.espalier.simulator.study.WorkloadOption;

/**
 * Says whether scenarios of stored results met the same trials. Within one study the options of the
 * system and the workload tell; of two studies the seeds, the task types and every task of every
 * trial are compared, which takes their input files.
 */
public final class StoredTrials implements PairedComparison.SameTrials {
  private final Function<StoredResults, Experiment> load;
  private final Map<StoredResults, Experiment> loaded = new HashMap<>();
  private final Map<List<Object>, Optional<String>> known = new HashMap<>();

  /**
   * @param load loads the experiment that results are of; results of a scenario that it does not
   *     have make comparisons throw {@link IllegalArgumentException}
   */
  public StoredTrials(Function<StoredResults, Experiment> load) {
    this.load = load;
  }

  @Override
  public Optional<String> obstacle(
      PairedComparison.Entry one, PairedComparison.Entry other, int trials) {
    return one.results().equals(other.results())
        ? withinStudy(one, other)
        : betweenStudies(one, other, trials);
  }

  private static Optional<String> withinStudy(
      PairedComparison.Entry one, PairedComparison.Entry other) {
    return one.results().axes().stream()
        .filter(StoredTrials::isOfInput)
        .filter(axis -> !one.value(axis).equals(other.value(axis)))
        .findFirst()
        .map(axis -> "%s is %s and %s".formatted(axis, one.value(axis), other.value(axis)));
  }

  private static boolean isOfInput(String axis) {
    return Stream.<InputOption[]>of(SystemOption.values(), WorkloadOption.values())
        .flatMap(Arrays::stream)
        .anyMatch(option -> option.key().equals(axis));
  }

  private Optional<String> betweenStudies(
      PairedComparison.Entry one, PairedComparison.Entry other, int trials) {
    Experiment first = experiment(one.results());
    Experiment second = experiment(other.results());
    Optional<String> otherwise = plans(first, second);
    return otherwise.isPresent()
        ? otherwise
        : workloads(first, scenario(first, one), second, scenario(second, other), trials);
  }

  private Experiment experiment(StoredResults results) {
    return loaded.computeIfAbsent(results, load);
  }

  private static Scenario scenario(Experiment experiment, PairedComparison.Entry entry) {
    return experiment.scenarios().stream()
        .filter(scenario -> scenario.values().equals(entry.scenario().values()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%s has results of %s, which its study does not have; run the study again"
                    .formatted(entry.results().directory(), entry.scenario().label())));
  }

  private static Optional<String> plans(Experiment first, Experiment second) {
    long one = first.study().plan().seed();
    long other = second.study().plan().seed();
    if (one != other) {
      return Optional.of("the seed is %d and %d".formatted(one, other));
    }
    return taskTypes(first.system()).equals(taskTypes(second.system()))
        ? Optional.empty()
        : Optional.of(
            "the systems %s and %s have other task types"
                .formatted(first.system().name(), second.system().name()));
  }

  private static List<String> taskTypes(HcSystem system) {
    return system.taskTypes().stream().map(type -> type.name()).toList();
  }

  private Optional<String> workloads(
      Experiment first, Scenario one, Experiment second, Scenario other, int trials) {
    List<Object> key = List.of(first, one.conditions(), second, other.conditions(), trials);
    Optional<String> found = known.get(key);
    if (found == null) {
      found = compare(first, one, second, other, trials);
      known.put(key, found);
    }
    return found;
  }

  private static Optional<String> compare(
      Experiment first, Scenario one, Experiment second, Scenario other, int trials) {
    for (int trial = 1; trial <= trials; trial++) {
      List<Task> tasks = first.workload(one, trial).tasks();
      List<Task> others = second.workload(other, trial).tasks();
      if (!tasks.equals(others)) {
        return Optional.of("in trial %d %s".formatted(trial, difference(tasks, others)));
      }
    }
    return Optional.empty();
  }

  private static String difference(List<Task> tasks, List<Task> others) {
    if (tasks.size() != others.size()) {
      return "there are %,d and %,d tasks".formatted(tasks.size(), others.size());
    }
    int at = 0;
    while (tasks.get(at).equals(others.get(at))) {
      at++;
    }
    Task one = tasks.get(at);
    Task other = others.get(at);
    if (one.arrival() != other.arrival()) {
      return "task %d arrives at tick %,d and %,d".formatted(at, one.arrival(), other.arrival());
    }
    return one.type() != other.type()
        ? "task %d is of type %d and %d".formatted(at, one.type(), other.type())
        : "the deadline of task %d is %,d and %,d".formatted(at, one.deadline(), other.deadline());
  }

  /** What differs between studies besides policies, though their trials may be the same. */
  public List<String> differences(StoredResults one, StoredResults other) {
    Experiment first = experiment(one);
    Experiment second = experiment(other);
    LeftOut leftOut = first.study().plan().leftOut();
    return Stream.of(
            note(
                !leftOut.equals(second.study().plan().leftOut()),
                "%s and %s leave out other numbers of first and last tasks",
                one,
                other),
            note(
                !measured(first).equals(measured(second)),
                "%s and %s measure other times of their trials",
                one,
                other),
            note(
                !sameMachines(first.system(), second.system()),
                "%s and %s ran on other machines or execution times; their differences are those"
                    + " of the systems too",
                one,
                other))
        .flatMap(Optional::stream)
        .toList();
  }

  private static List<Optional<Duration>> measured(Experiment experiment) {
    Study.Plan plan = experiment.study().plan();
    return List.of(plan.measureFrom(), plan.horizon());
  }

  private static Optional<String> note(
      boolean holds, String text, StoredResults one, StoredResults other) {
    return holds ? Optional.of(text.formatted(one.name(), other.name())) : Optional.empty();
  }

  private static boolean sameMachines(HcSystem one, HcSystem other) {
    return one.machines().equals(other.machines())
        && one.machineTypes().equals(other.machineTypes())
        && one.tick().equals(other.tick())
        && one.pet().equals(other.pet());
  }
}
