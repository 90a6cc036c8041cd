package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.service.config.LiveSettings;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.pet.Means;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.trace.TypedWorkload;

/**
 * What a file holds.
 *
 * @param summary it in one line
 * @param view shows all of it; nothing for what is not shown
 * @param typed a workload that it is; empty for all else
 */
public record Contents(String summary, View view, Optional<TypedWorkload> typed) {
  /** Shows something. */
  interface View {
    void print(Display display, PrintWriter out);
  }

  private static Contents of(String summary, View view) {
    return new Contents(summary, view, Optional.empty());
  }

  /** Something that is not shown. */
  private static Contents of(String summary) {
    return of(summary, (_, _) -> {});
  }

  static Contents of(ProfilePlan plan) {
    return of(
        "plan of measurements %s: %s on %s, %s beside others; whether the machines fit: espalier profile --dry-run"
            .formatted(
                plan.about().name(),
                Names.count(plan.applications().size(), "task type"),
                Names.count(plan.machines().size(), "machine"),
                plan.colocations().size()));
  }

  static Contents of(ParetoStudy study) {
    return of(
        "study of a trade-off %s: %s and %s, %s on %s"
            .formatted(
                study.about().name(),
                study.objectives().first().key(),
                study.objectives().second().key(),
                Names.count(study.problem().tasks(), "task"),
                Names.count(study.problem().machines(), "machine")));
  }

  static Contents of(Experiment experiment) {
    int trials = experiment.study().plan().trials();
    String systems =
        experiment.scenarios().stream()
            .map(scenario -> experiment.inputs().system(scenario, 1).name())
            .distinct()
            .collect(Collectors.joining(", "));
    return of(
        "study %s: %s of %s each on system %s"
            .formatted(
                experiment.study().about().name(),
                Names.count(experiment.totalTrials() / trials, "scenario"),
                Names.count(trials, "trial"),
                systems));
  }

  static Contents of(LiveSettings settings) {
    HcSystem system = settings.scheduler().system();
    return of(
        "live system: policy %s, %s, %s on system %s, port %s"
            .formatted(
                settings.scheduler().policy(),
                Names.count(system.taskTypes().size(), "task type"),
                Names.count(system.machines().size(), "machine"),
                system.name(),
                settings.http().port()));
  }

  /** A system. */
  public static Contents of(HcSystem system) {
    String summary =
        "system %s: %s, %s, %s, %s%s"
            .formatted(
                system.name(),
                Names.count(system.taskTypes().size(), "task type"),
                Names.count(system.machineTypes().size(), "machine type"),
                Names.count(system.machines().size(), "machine"),
                lattice(PetTable.of(system)),
                system.apc().isPresent() ? ", power by task type" : "");
    return of(summary, (display, out) -> printSystem(system, display, out));
  }

  /** Execution-time samples. */
  public static Contents of(MeasuredPet measured) {
    long samples =
        measured.cells().stream()
            .flatMap(List::stream)
            .flatMap(Optional::stream)
            .mapToLong(MeasuredPet.Cell::samples)
            .sum();
    PetMatrix matrix = measured.table().matrix();
    String summary =
        String.format(
            Locale.ROOT,
            "execution-time samples: %,d for %s%s",
            samples,
            size(matrix.taskTypes(), matrix.machineTypes()),
            without(matrix, "without"));
    return of(summary, (display, out) -> printSamples(measured, display, out));
  }

  /** A PET. */
  public static Contents of(PetTable table) {
    PetMatrix matrix = table.matrix();
    String summary =
        "PET: %s, %s%s"
            .formatted(
                size(matrix.taskTypes(), matrix.machineTypes()),
                lattice(table),
                without(matrix, "cannot run"));
    return of(summary, (display, out) -> new PetView(table, display).print(out));
  }

  private static String lattice(PetTable table) {
    return "tick %s, step %s".formatted(Quantities.text(table.tick()), table.stepText());
  }

  /** How many cells have no PMF, if any. */
  private static String without(PetMatrix matrix, String word) {
    long cells = PetLattice.cellsThatCannotRun(matrix);
    return cells == 0 ? "" : ", %s %s".formatted(Names.count(cells, "cell"), word);
  }

  private static String size(int taskTypes, int machineTypes) {
    return Names.count(taskTypes, "task type") + " x " + Names.count(machineTypes, "machine type");
  }

  static Contents of(PowerTable table) {
    return of(
        "power: " + size(table.taskTypes().size(), table.machineTypes().size()),
        (display, out) -> printPower(table, display, out));
  }

  static Contents of(Means means) {
    return of(
        "mean execution times: " + size(means.taskTypes().size(), means.machineTypes().size()));
  }

  /**
   * A workload, or a trace as one.
   *
   * @param remark stands behind it
   * @param system the one it was read with; empty where none was known
   */
  static Contents of(String kind, TypedWorkload typed, String remark, Optional<HcSystem> system) {
    List<Task> tasks = typed.workload().tasks();
    TimeScale scale = TimeScale.of(typed.tick(), tasks.getLast().arrival());
    return new Contents(
        "%s %s: %s of %s, arrivals from %s to %s %s%s"
            .formatted(
                kind,
                typed.workload().name(),
                Names.count(tasks.size(), "task"),
                Names.count(tasks.stream().mapToInt(Task::type).distinct().count(), "type"),
                scale.text(tasks.getFirst().arrival()),
                scale.text(tasks.getLast().arrival()),
                scale.unit(),
                remark),
        (display, out) -> new WorkloadView(typed, system, display).print(out),
        Optional.of(typed));
  }

  /**
   * A journal.
   *
   * @param times of its entries
   * @param tasks how many arrived
   */
  static Contents ofJournal(LongSummaryStatistics times, long tasks) {
    return of(
        String.format(
            Locale.ROOT,
            "journal: %,d %s, %s, ticks %,d to %,d",
            times.getCount(),
            times.getCount() == 1 ? "entry" : "entries",
            Names.count(tasks, "task"),
            times.getMin(),
            times.getMax()));
  }

  private static void printSamples(MeasuredPet measured, Display display, PrintWriter out) {
    PetTable pet = measured.table();
    new SamplesView(measured, display).print(out);
    out.println();
    out.printf(
        "Their histograms, with a step of %s (espalier pet build writes them as a PET):%n",
        pet.stepText());
    new PetView(pet, display).print(out);
  }

  private static void printSystem(HcSystem system, Display display, PrintWriter out) {
    new MachinesView(system, display).print(out);
    PetView.of(system, display).print(out);
    system.apc().ifPresent(apc -> printPower(PowerTable.of(system, apc), display, out));
  }

  private static void printPower(PowerTable table, Display display, PrintWriter out) {
    out.println();
    out.println("Power in P-state 0, W");
    new MatrixView(
            table.taskTypes(),
            table.machineTypes(),
            (i, j) -> NumberText.fixed(watts(table, i, j), 1))
        .print(out, display.width());
  }

  private static double watts(PowerTable table, int taskType, int machineType) {
    return table.matrix().canRun(taskType, machineType)
        ? table.matrix().get(taskType, machineType, 0)
        : Double.NaN;
  }
}
