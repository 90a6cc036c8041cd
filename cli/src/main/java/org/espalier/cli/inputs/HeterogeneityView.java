package org.espalier.cli.inputs;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.document.Names;
import org.espalier.workload.heterogeneity.EcsMatrix;
import org.espalier.workload.heterogeneity.Heterogeneity;
import org.espalier.workload.heterogeneity.Moments;

/**
 * The heterogeneity of a system: TMA, TDH and MPH, and moments of its execution times and power,
 * over its general, special and all machine types.
 */
final class HeterogeneityView {
  private static final List<String> MOMENTS =
      List.of("mean", "coefficient of variation", "skewness", "kurtosis");

  private final HcSystem system;
  private final PetMatrix pet;
  private final EcsMatrix speeds;

  HeterogeneityView(HcSystem system) {
    this.system = system;
    this.pet = system.pet();
    this.speeds = EcsMatrix.of(pet);
  }

  /** The value of a pair of task type and machine type that can run. */
  private interface Cell {
    double value(int taskType, int machineType);
  }

  void print(PrintWriter out) {
    int special = (int) IntStream.range(0, pet.machineTypes()).filter(speeds::isSpecial).count();
    out.printf(
        "%s, %s special%n",
        Names.count(pet.machineTypes() - special, "general machine type"), special);
    printMeasures(out);
    TimeScale scale = TimeScale.of(system.tick(), greatestMean());
    printMoments(
        "Mean execution times in P-state 0, " + scale.unit(),
        (i, j) -> pet.get(i, j, 0).mean() * scale.perTick(),
        out);
    system
        .apc()
        .ifPresent(
            watts -> printMoments("Power in P-state 0, W", (i, j) -> watts.get(i, j, 0), out));
  }

  private double greatestMean() {
    return values((i, j) -> pet.get(i, j, 0).mean(), j -> true).max().orElseThrow();
  }

  private void printMeasures(PrintWriter out) {
    Heterogeneity measured = Heterogeneity.of(speeds);
    TextTable table = TextTable.of("  ", "", "#general", "#all");
    table.add("TMA, task-machine affinity", text(measured.taskMachineAffinity()), "-");
    table.add(
        "TDH, task difficulty homogeneity",
        text(measured.general().taskDifficulty()),
        text(measured.all().taskDifficulty()));
    table.add(
        "MPH, machine performance homogeneity",
        text(measured.general().machinePerformance()),
        text(measured.all().machinePerformance()));
    print("Speeds in P-state 0", table, out);
  }

  private void printMoments(String title, Cell cell, PrintWriter out) {
    List<double[]> columns =
        List.of(
            moments(cell, j -> !speeds.isSpecial(j)),
            moments(cell, speeds::isSpecial),
            moments(cell, j -> true));
    TextTable table = TextTable.of("  ", "", "#general", "#special", "#all");
    for (int i = 0; i < MOMENTS.size(); i++) {
      List<String> row = new ArrayList<>(List.of(MOMENTS.get(i)));
      for (double[] column : columns) {
        row.add(text(column[i]));
      }
      table.add(row);
    }
    print(title, table, out);
  }

  /** Those of {@link #MOMENTS}; NaN where there is no such machine type. */
  private double[] moments(Cell cell, IntPredicate machineTypes) {
    double[] values = values(cell, machineTypes).toArray();
    if (values.length == 0) {
      return new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN};
    }
    Moments of = Moments.of(values);
    return new double[] {of.mean(), of.coefficientOfVariation(), of.skewness(), of.kurtosis()};
  }

  private DoubleStream values(Cell cell, IntPredicate machineTypes) {
    return IntStream.range(0, pet.taskTypes())
        .boxed()
        .flatMapToDouble(i ->
            IntStream.range(0, pet.machineTypes())
                .filter(machineTypes)
                .filter(j -> pet.canRun(i, j))
                .mapToDouble(j -> cell.value(i, j)));
  }

  private static void print(String title, TextTable table, PrintWriter out) {
    out.println();
    out.println(title);
    table.print(out, Integer.MAX_VALUE);
  }

  private static String text(double value) {
    return NumberText.fixed(value, 6);
  }
}
