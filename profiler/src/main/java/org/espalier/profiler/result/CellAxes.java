package org.espalier.profiler.result;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.espalier.profiler.run.PlanResults;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.report.ReportAxis;
import org.espalier.workload.cpufreq.Hertz;

/** What tells cells apart in a report: application, machine, frequency, and what is beside. */
record CellAxes(PlanResults results) {
  static final String APPLICATION = "application";
  static final String MACHINE = "machine";
  static final String FREQUENCY = "frequency";
  static final String BESIDE = "beside";
  static final String ALONE = "alone";

  private static final String AS_IT_IS = "as it is";

  /** The frequency of a P-state. */
  String frequency(Conditions conditions) {
    return conditions.pState().isEmpty()
        ? AS_IT_IS
        : results
            .hertz(conditions)
            .map(Hertz::text)
            .orElseGet(() -> "P-state " + conditions.pState().getAsInt());
  }

  /** The machine type, and the frequency if it has several. */
  String conditions(Conditions conditions) {
    return conditions.pState().isEmpty()
        ? conditions.machineType()
        : "%s at %s".formatted(conditions.machineType(), frequency(conditions));
  }

  /** What is beside. */
  static String beside(List<String> corunners) {
    return corunners.isEmpty() ? ALONE : String.join(" + ", corunners);
  }

  /** Where a cell stands on {@link #ofApplication}. */
  List<String> placeOfApplication(Cell cell) {
    return place(cell).subList(1, 4);
  }

  /** Where a cell stands on {@link #of}. */
  List<String> place(Cell cell) {
    Conditions conditions = cell.conditions();
    return List.of(
        cell.taskType(), conditions.machineType(), frequency(conditions), beside(cell.corunners()));
  }

  /** The axes of cells of one application. */
  List<ReportAxis> ofApplication(Collection<CellSummary> cells) {
    return of(cells).subList(1, 4);
  }

  /** The axes of cells. */
  List<ReportAxis> of(Collection<CellSummary> cells) {
    return List.of(
        new ReportAxis(APPLICATION, "Application", distinct(cells, CellSummary::taskType)),
        new ReportAxis(MACHINE, "Machine type", distinct(cells, CellSummary::machineType)),
        frequency(cells),
        beside(cells));
  }

  /** The highest first. */
  private ReportAxis frequency(Collection<CellSummary> cells) {
    Set<Conditions> inOrder =
        new TreeSet<>(
            Comparator.comparing((Conditions some) -> results.hertz(some).orElse(0L))
                .reversed()
                .thenComparing(Conditions.BY_P_STATE)
                .thenComparing(Conditions::machineType));
    cells.forEach(cell -> inOrder.add(cell.cell().conditions()));
    List<String> names = inOrder.stream().map(this::frequency).distinct().toList();
    return new ReportAxis(FREQUENCY, "Frequency", names);
  }

  private static ReportAxis beside(Collection<CellSummary> cells) {
    List<String> names =
        cells.stream()
            .map(cell -> cell.cell().corunners())
            .distinct()
            .sorted(
                Comparator.<List<String>>comparingInt(List::size).thenComparing(CellAxes::beside))
            .map(CellAxes::beside)
            .distinct()
            .toList();
    return new ReportAxis(BESIDE, "Beside", names);
  }

  private static List<String> distinct(
      Collection<CellSummary> cells, Function<CellSummary, String> name) {
    return cells.stream().map(name).distinct().sorted().toList();
  }
}
