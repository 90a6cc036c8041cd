package org.espalier.cli.profile;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.TextTable;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.probe.Capability;
import org.espalier.profiler.result.CellSummary;
import org.espalier.profiler.run.MeasuredMachine;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.statistics.StoppingRule;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.workload.cpufreq.Hertz;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;

/** Shows plans and what came of them. */
record PlanView(Display display, PrintWriter out) {
  /** What is going to be measured, and what cannot be. */
  void print(ProfilePlan plan, List<MeasuredMachine> machines, List<Cell> cells) {
    StoppingRule rule = plan.repeats().rule();
    out.printf(
        "%s: %s on %s, %s of %s to %s runs each, seed %s%n",
        plan.about().name(),
        Names.count(plan.applications().size(), "task type"),
        Names.count(machines.size(), "machine"),
        Names.count(cells.size(), "cell"),
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
    Map<Cell, CellSummary> cells = new LinkedHashMap<>();
    CellSummary.of(results.samples()).forEach(each -> cells.put(each.cell(), each));
    TextTable table = table();
    cells.values().forEach(each -> table.add(row(each, cells.get(each.cell().alone()), results)));
    out.println();
    table.print(out, display.width());
  }

  private static TextTable table() {
    return TextTable.of(
        "  ",
        "task type",
        "machine",
        "P-state",
        "#runs",
        "#mean",
        "#+-",
        "#slow-down",
        "#energy",
        "#misses/instruction",
        "beside");
  }

  private static List<String> row(
      CellSummary own, @Nullable CellSummary alone, PlanResults results) {
    Cell cell = own.cell();
    MeanInterval mean = own.time().mean();
    return List.of(
        cell.taskType(),
        cell.machineType(),
        results.hertz(cell.conditions()).map(Hertz::text).orElse(""),
        Integer.toString(mean.count()),
        ProfileUnits.forTime(mean.mean()).time(mean.mean()),
        mean.count() < 2 ? "" : ProfileUnits.percent(mean.halfWidth() / mean.mean()),
        cell.isAlone() || alone == null
            ? ""
            : String.format(Locale.ROOT, "%.2f", mean.mean() / alone.time().mean().mean()),
        own.energy().map(energy -> ProfileUnits.joules(energy.mean())).orElse(""),
        own.intensity().map(found -> intensity(found.mean(), own.isSimulated())).orElse(""),
        String.join(" + ", cell.corunners()));
  }

  private static String intensity(double missesPerInstruction, boolean isSimulated) {
    String simulated = isSimulated ? " simulated" : "";
    return String.format(Locale.ROOT, "%.2e%s", missesPerInstruction, simulated);
  }
}
