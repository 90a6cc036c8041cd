package org.espalier.cli.profile;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.Amounts;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.TextTable;
import org.espalier.profiler.plan.Hertz;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;
import org.espalier.profiler.statistics.RunMean;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.report.statistics.MeanInterval;

/** Shows plans and what came of them. */
final class PlanView {
  private final Display display;
  private final PrintWriter out;

  PlanView(Display display, PrintWriter out) {
    this.display = display;
    this.out = out;
  }

  /** What is going to be measured, and what cannot be. */
  void print(ProfilePlan plan, List<MeasuredMachine> machines, List<Cell> cells) {
    StoppingRule rule = plan.repeats().rule();
    out.printf(
        "%s: %s on %s, %s of %s to %s runs each, seed %s%n",
        plan.about().name(),
        Amounts.count(plan.applications().size(), "task type"),
        Amounts.count(machines.size(), "machine"),
        Amounts.count(cells.size(), "cell"),
        rule.least(),
        rule.most(),
        plan.seed());
    for (MeasuredMachine machine : machines) {
      out.printf(
          "machine %s: %s, cores %s%s%n",
          machine.name(),
          machine.host(),
          machine.cores().isEmpty() ? "all" : machine.cores(),
          machine.corunnerCores().isEmpty() ? "" : ", co-runners on " + machine.corunnerCores());
      machine.notes().forEach(note -> out.println("  note: " + note));
      machine.capabilities().stream()
          .filter(capability -> capability.state() != Capability.State.AVAILABLE)
          .forEach(this::printMissing);
    }
    out.println("how long it takes is told when each application has run once");
  }

  private void printMissing(Capability capability) {
    String how = capability.state() == Capability.State.MISSING ? "not measured" : "replaced";
    out.printf("  %s: %s: %s%n", how, capability.measures(), capability.found());
  }

  /** A table with a line for each cell. */
  void print(PlanResults results) {
    Map<Cell, List<MeasuredRun>> cells =
        results.samples().stream()
            .collect(
                Collectors.groupingBy(MeasuredRun::cell, LinkedHashMap::new, Collectors.toList()));
    Map<String, MeasuredMachine> machines =
        results.machines().stream()
            .collect(Collectors.toMap(MeasuredMachine::name, Function.identity()));
    TextTable table = table();
    cells.keySet().stream()
        .sorted((a, b) -> key(a).compareTo(key(b)))
        .forEach(cell -> table.add(row(cell, cells, machines)));
    out.println();
    table.print(out, display.width());
  }

  private static TextTable table() {
    return new TextTable(
        "  ",
        TextTable.words("task type"),
        TextTable.words("machine"),
        TextTable.words("P-state"),
        TextTable.numbers("runs"),
        TextTable.numbers("mean"),
        TextTable.numbers("+-"),
        TextTable.numbers("slow-down"),
        TextTable.numbers("energy"),
        TextTable.numbers("misses/instruction"),
        TextTable.words("beside"));
  }

  private static String key(Cell cell) {
    return String.format(
        Locale.ROOT,
        "%s\n%s\n%03d\n%s",
        cell.machineType(),
        cell.taskType(),
        cell.conditions().pState().orElse(0),
        cell.corunners());
  }

  private static List<String> row(
      Cell cell, Map<Cell, List<MeasuredRun>> cells, Map<String, MeasuredMachine> machines) {
    List<MeasuredRun> runs = cells.getOrDefault(cell, List.of());
    MeanInterval mean = RunMean.of(seconds(runs));
    List<MeasuredRun> alone = cells.getOrDefault(cell.alone(), List.of());
    return List.of(
        cell.taskType(),
        cell.machineType(),
        pState(cell, machines),
        Integer.toString(runs.size()),
        ProfileUnits.forTime(mean.mean()).time(mean.mean()),
        mean.count() < 2 ? "" : ProfileUnits.percent(mean.halfWidth() / mean.mean()),
        cell.isAlone() || alone.isEmpty()
            ? ""
            : String.format(Locale.ROOT, "%.2f", mean.mean() / RunMean.of(seconds(alone)).mean()),
        energy(runs),
        intensity(runs),
        String.join(" + ", cell.corunners()));
  }

  private static double[] seconds(List<MeasuredRun> runs) {
    return runs.stream().mapToDouble(MeasuredRun::seconds).toArray();
  }

  private static String pState(Cell cell, Map<String, MeasuredMachine> machines) {
    MeasuredMachine machine = machines.get(cell.machineType());
    OptionalInt pState = cell.conditions().pState();
    return pState.isPresent() && machine != null
        ? Hertz.text(machine.pStates().get(pState.getAsInt()))
        : "";
  }

  private static String energy(List<MeasuredRun> runs) {
    OptionalDouble mean =
        runs.stream()
            .filter(run -> run.energyJoules().isPresent())
            .mapToDouble(run -> run.energyJoules().orElseThrow())
            .average();
    return mean.isPresent() ? ProfileUnits.joules(mean.getAsDouble()) : "";
  }

  private static String intensity(List<MeasuredRun> runs) {
    OptionalDouble mean =
        runs.stream().flatMapToDouble(run -> run.counts().intensity().stream()).average();
    boolean isSimulated = runs.stream().anyMatch(run -> run.counts().simulated());
    return mean.isEmpty()
        ? ""
        : String.format(Locale.ROOT, "%.2e%s", mean.getAsDouble(), isSimulated ? " simulated" : "");
  }
}
