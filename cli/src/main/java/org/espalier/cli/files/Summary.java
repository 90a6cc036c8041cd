package org.espalier.cli.files;

import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.service.config.LiveSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.trace.TypedWorkload;

/** What files hold, each in one line. */
final class Summary {
  private Summary() {}

  static String plan(ProfilePlan plan) {
    return "plan of measurements %s: %s on %s, %s beside others; whether the machines fit: espalier profile --dry-run"
        .formatted(
            plan.about().name(),
            Names.count(plan.applications().size(), "task type"),
            Names.count(plan.machines().size(), "machine"),
            plan.colocations().size());
  }

  static String tradeOff(ParetoStudy study) {
    return "study of a trade-off %s: %s and %s, %s on %s"
        .formatted(
            study.about().name(),
            study.objectives().first().key(),
            study.objectives().second().key(),
            Names.count(study.problem().tasks(), "task"),
            Names.count(study.problem().machines(), "machine"));
  }

  static String study(Experiment experiment) {
    int trials = experiment.study().plan().trials();
    return "study %s: %s of %s each on system %s"
        .formatted(
            experiment.study().about().name(),
            Names.count(experiment.totalTrials() / trials, "scenario"),
            Names.count(trials, "trial"),
            systems(experiment));
  }

  private static String systems(Experiment experiment) {
    return experiment.scenarios().stream()
        .map(scenario -> experiment.inputs().system(scenario, 1).name())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  static String system(HcSystem system) {
    return "system %s: %s, %s, %s, %s%s"
        .formatted(
            system.name(),
            Names.count(system.taskTypes().size(), "task type"),
            Names.count(system.machineTypes().size(), "machine type"),
            Names.count(system.machines().size(), "machine"),
            lattice(PetTable.of(system)),
            system.apc().isPresent() ? ", power by task type" : "");
  }

  static String live(LiveSettings settings) {
    HcSystem system = settings.scheduler().system();
    return "live system: policy %s, %s, %s on system %s, port %s"
        .formatted(
            settings.scheduler().policy(),
            Names.count(system.taskTypes().size(), "task type"),
            Names.count(system.machines().size(), "machine"),
            system.name(),
            settings.http().port());
  }

  static String pet(PetTable table) {
    PetMatrix matrix = table.matrix();
    return "PET: %s, %s%s"
        .formatted(
            size(matrix.taskTypes(), matrix.machineTypes()), lattice(table), cannotRun(matrix));
  }

  private static String lattice(PetTable table) {
    return "tick %s, step %s".formatted(Quantities.text(table.tick()), table.stepText());
  }

  private static String cannotRun(PetMatrix matrix) {
    long cells = PetLattice.cellsThatCannotRun(matrix);
    return cells == 0 ? "" : ", %s cannot run".formatted(Names.count(cells, "cell"));
  }

  static String tasks(String kind, TypedWorkload typed) {
    List<Task> tasks = typed.workload().tasks();
    TimeScale scale = TimeScale.of(typed.tick(), tasks.getLast().arrival());
    return "%s %s: %s of %s, arrivals from %s to %s %s"
        .formatted(
            kind,
            typed.workload().name(),
            Names.count(tasks.size(), "task"),
            Names.count(tasks.stream().mapToInt(Task::type).distinct().count(), "type"),
            scale.text(tasks.getFirst().arrival()),
            scale.text(tasks.getLast().arrival()),
            scale.unit());
  }

  static String samples(MeasuredPet measured) {
    long samples =
        measured.cells().stream()
            .flatMap(List::stream)
            .flatMap(Optional::stream)
            .mapToLong(MeasuredPet.Cell::samples)
            .sum();
    PetMatrix matrix = measured.table().matrix();
    long without = PetLattice.cellsThatCannotRun(matrix);
    return String.format(
        Locale.ROOT,
        "execution-time samples: %,d for %s%s",
        samples,
        size(matrix.taskTypes(), matrix.machineTypes()),
        without == 0 ? "" : ", %s without".formatted(Names.count(without, "cell")));
  }

  /**
   * A journal.
   *
   * @param times of its entries
   * @param tasks how many arrived
   */
  static String journal(LongSummaryStatistics times, long tasks) {
    return String.format(
        Locale.ROOT,
        "journal: %,d %s, %s, ticks %,d to %,d",
        times.getCount(),
        times.getCount() == 1 ? "entry" : "entries",
        Names.count(tasks, "task"),
        times.getMin(),
        times.getMax());
  }

  static String size(int taskTypes, int machineTypes) {
    return Names.count(taskTypes, "task type") + " x " + Names.count(machineTypes, "machine type");
  }
}
