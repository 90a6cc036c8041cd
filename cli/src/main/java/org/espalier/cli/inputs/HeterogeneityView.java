package org.espalier.cli.inputs;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.ApcMatrix;
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
  private static final String NONE = "-";

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
    Optional<ApcMatrix> apc = system.apc();
    apc.ifPresent(
        watts -> printMoments("Power in P-state 0, W", (i, j) -> watts.get(i, j, 0), out));
  }

  private double greatestMean() {
    return values((i, j) -> pet.get(i, j, 0).mean(), j -> true).max().orElseThrow();
  }

  private void printMeasures(PrintWriter out) {
    Heterogeneity measured = Heterogeneity.of(speeds);
    TextTable table = TextTable.of("  ", "", "#general", "#all");
    table.add("TMA, task-machine affinity", text(measured.taskMachineAffinity()), NONE);
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
    List<Optional<Moments>> columns =
        List.of(
            moments(cell, j -> !speeds.isSpecial(j)),
            moments(cell, speeds::isSpecial),
            moments(cell, j -> true));
    TextTable table = TextTable.of("  ", "", "#general", "#special", "#all");
    table.add(row("mean", columns, Moments::mean));
    table.add(row("coefficient of variation", columns, Moments::coefficientOfVariation));
    table.add(row("skewness", columns, Moments::skewness));
    table.add(row("kurtosis", columns, Moments::kurtosis));
    print(title, table, out);
  }

  private Optional<Moments> moments(Cell cell, IntPredicate machineTypes) {
    double[] values = values(cell, machineTypes).toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Moments.of(values));
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

  private static List<String> row(
      String name, List<Optional<Moments>> columns, ToDoubleFunction<Moments> moment) {
    return Stream.concat(
            Stream.of(name),
            columns.stream()
                .map(column -> column.map(m -> text(moment.applyAsDouble(m))).orElse(NONE)))
        .toList();
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
