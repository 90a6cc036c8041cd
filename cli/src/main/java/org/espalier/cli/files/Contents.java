package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.function.Supplier;
import org.espalier.cli.terminal.Display;
import org.espalier.core.model.HcSystem;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.trace.TypedWorkload;

/**
 * What a file holds.
 *
 * @param line it in one line
 * @param view shows all of it; nothing for what is not shown
 * @param typed a workload that it is; empty for all else
 */
public record Contents(Supplier<String> line, View view, Optional<TypedWorkload> typed) {
  /** Shows something. */
  interface View {
    void print(Display display, PrintWriter out);
  }

  private static final View NOTHING = (_, _) -> {};

  private static Contents of(Supplier<String> line, View view) {
    return new Contents(line, view, Optional.empty());
  }

  /** Something that is not shown. */
  static Contents of(Supplier<String> line) {
    return of(line, NOTHING);
  }

  /** It in one line. */
  public String summary() {
    return line.get();
  }

  /** A system. */
  public static Contents of(HcSystem system) {
    return of(() -> Summary.system(system), (display, out) -> printSystem(system, display, out));
  }

  /** Execution-time samples. */
  public static Contents of(MeasuredPet measured) {
    return of(
        () -> Summary.samples(measured), (display, out) -> printSamples(measured, display, out));
  }

  static Contents of(PetTable table) {
    return of(() -> Summary.pet(table), (display, out) -> new PetView(table, display).print(out));
  }

  static Contents of(PowerTable table) {
    return of(
        () -> "power: " + Summary.size(table.taskTypes().size(), table.machineTypes().size()),
        (display, out) -> printPower(table, display, out));
  }

  /**
   * A workload, or a trace as one.
   *
   * @param system the one it was read with; empty where none was known
   */
  static Contents of(Supplier<String> line, TypedWorkload typed, Optional<HcSystem> system) {
    return new Contents(
        line,
        (display, out) -> new WorkloadView(typed, system, display).print(out),
        Optional.of(typed));
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
