package org.espalier.cli.files;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Sparkline;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.TimeScale;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.pet.PetTable;

/** A PET: the matrix of its means, and each of its PMFs as a row of numbers and a sparkline. */
final class PetView {
  private static final int WIDEST_SHAPE = 40;
  private static final int NARROWEST_SHAPE = 12;

  /** Width of skewness, impulses, the indentation and the gaps. */
  private static final int FIXED = 34;

  private final PetTable table;
  private final PetMatrix matrix;
  private final Display display;
  private final TimeScale scale;

  PetView(PetTable table, Display display) {
    this.table = table;
    this.matrix = table.matrix();
    this.display = display;
    this.scale = TimeScale.of(table.tick(), greatest(Pmf::mean));
  }

  /** The PET of a system. */
  static PetView of(HcSystem system, Display display) {
    return new PetView(PetTable.of(system), display);
  }

  private double greatest(ToDoubleFunction<Pmf> measure) {
    return matrix.pmfs().mapToDouble(measure).max().orElse(0);
  }

  private boolean hasSeveralPStates() {
    return IntStream.range(0, matrix.machineTypes()).anyMatch(j -> matrix.pStates(j) > 1);
  }

  void print(PrintWriter out) {
    out.println();
    out.printf(
        "Mean execution time%s, %s%n", hasSeveralPStates() ? " in P-state 0" : "", scale.unit());
    new MatrixView(table.taskTypes(), table.machineTypes(), this::mean).print(out, display.width());
    out.println();
    out.printf("Execution times, %s%n", scale.unit());
    distributions().print(out, Integer.MAX_VALUE);
  }

  private String mean(int taskType, int machineType) {
    return matrix.find(taskType, machineType, 0).map(pmf -> scale.text(pmf.mean())).orElse("-");
  }

  private TextTable distributions() {
    TextTable rows =
        TextTable.of(
            "  ",
            "task type",
            "machine type",
            "#?P-state",
            "#min",
            "#mean",
            "#max",
            "#sd",
            "#skewness",
            "#impulses",
            "shape");
    int width = shapeWidth();
    for (int i = 0; i < matrix.taskTypes(); i++) {
      for (int j = 0; j < matrix.machineTypes(); j++) {
        for (int p = 0; p < matrix.pStates(j); p++) {
          rows.add(row(i, j, p, width));
        }
      }
    }
    return rows;
  }

  private int shapeWidth() {
    int names =
        longest("task type", table.taskTypes()) + longest("machine type", table.machineTypes());
    int times = 4 * scale.text(greatest(Pmf::latest)).length();
    return Math.clamp(display.width() - names - times - FIXED, NARROWEST_SHAPE, WIDEST_SHAPE);
  }

  private static int longest(String title, List<String> names) {
    return Math.max(title.length(), names.stream().mapToInt(String::length).max().orElse(0));
  }

  private List<String> row(int taskType, int machineType, int pState, int width) {
    List<String> row = new ArrayList<>();
    row.add(table.taskTypes().get(taskType));
    row.add(table.machineTypes().get(machineType));
    row.add(hasSeveralPStates() ? Integer.toString(pState) : "");
    Optional<Pmf> found = matrix.find(taskType, machineType, pState);
    row.addAll(
        found
            .map(pmf -> numbers(pmf, width))
            .orElse(List.of("-", "-", "-", "-", "-", "-", "cannot run")));
    return row;
  }

  private List<String> numbers(Pmf pmf, int width) {
    return List.of(
        scale.text(pmf.earliest()),
        scale.text(pmf.mean()),
        scale.text(pmf.latest()),
        scale.text(pmf.standardDeviation()),
        NumberText.fixed(pmf.skewness(), 2),
        Integer.toString(pmf.impulses()),
        Sparkline.of(pmf.masses(), width, display.plain()));
  }
}
