package org.espalier.analysis.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.FrontPoint;
import org.espalier.core.model.Machine;
import org.espalier.report.ChartFigure;
import org.espalier.report.ColumnKind;
import org.espalier.report.Estimate;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.workload.document.Names;

/** What the named allocations of a front do machine by machine, sorted and by machine type. */
record MachineFigures(StaticProblem problem, List<FrontPoint> front, NamedPoints named) {
  private static final String POINT = "point";
  private static final String MACHINE = "machine";
  private static final String PLACE = "place";
  private static final String TYPE = "machine type";
  private static final String SORTED = "machines-sorted";
  private static final String BY_TYPE = "machines-by-type";
  private static final int MOST_NAMED = 40;

  /** The figures; none where the front is empty. */
  List<ReportFigure> figures() {
    if (front.isEmpty()) {
      return List.of();
    }
    return List.of(
        machineFigure("finish-times", SORTED, "Finish time of each machine, sorted", "finish_s"),
        machineFigure("machine-energy", SORTED, "Energy of each machine, sorted", "energy_j"),
        machineFigure("finish-times-by-type", BY_TYPE, "Finish time of each machine", "finish_s"),
        machineFigure("machine-energy-by-type", BY_TYPE, "Energy of each machine", "energy_j"));
  }

  /** What they are drawn from. */
  List<ReportTable> tables() {
    return List.of(sortedMachines(), machinesByType());
  }

  private ReportFigure machineFigure(String id, String table, String title, String column) {
    boolean sorted = table.equals(SORTED);
    return new ChartFigure(
            id,
            ChartFigure.Kind.STACKED_BARS,
            title,
            sorted
                ? "Points A to E side by side (DISSERTATION figures 6.4 and 6.5)."
                : "Points A to E side by side, by machine type (DISSERTATION figures 6.6 to 6.8)."
                    + " Machines without a bar are not used; the notes name them.",
            column,
            sorted ? PLACE : MACHINE,
            sorted ? "" : TYPE,
            List.of(),
            table)
        .withPanels(POINT);
  }

  /** Which machines a point leaves without a task, for each point that does. */
  List<String> unused() {
    List<String> notes = new ArrayList<>();
    named
        .letters()
        .forEach((letter, index) -> {
          AllocationOutcome outcome = outcome(index);
          List<String> names =
              problem.system().machines().stream()
                  .filter(machine -> outcome.tasks(machine.id()) == 0)
                  .map(Machine::name)
                  .toList();
          if (!names.isEmpty()) {
            notes.add(
                "%s uses %s of %s machines, and not %s."
                    .formatted(
                        letter,
                        problem.machines() - names.size(),
                        problem.machines(),
                        Names.listed(names.stream(), names.size(), MOST_NAMED)));
          }
        });
    return notes;
  }

  private List<ReportColumn> machineColumns() {
    return List.of(
        new ReportColumn(
            "finish_s",
            "Finish time",
            "min",
            "When the machine has finished its last task; 0 if it has none.",
            ColumnKind.NUMBER),
        new ReportColumn(
            "energy_j", "Energy", "J", "Of all executions on the machine.", ColumnKind.JOULES));
  }

  private ReportAxis letters() {
    List<String> letters =
        named.letters().isEmpty() ? List.of("A") : List.copyOf(named.letters().keySet());
    return new ReportAxis(POINT, "Point", letters);
  }

  private ReportTable sortedMachines() {
    List<String> places =
        IntStream.rangeClosed(1, problem.machines()).mapToObj(Integer::toString).toList();
    return table(
        SORTED,
        List.of(new ReportAxis(PLACE, "Machines, sorted", places)),
        places.stream().map(List::of).toList(),
        outcome -> List.of(descending(outcome::finish), descending(outcome::joules)));
  }

  private double[] descending(IntToDoubleFunction value) {
    return IntStream.range(0, problem.machines())
        .mapToDouble(machine -> -value.applyAsDouble(machine))
        .sorted()
        .map(negated -> -negated)
        .toArray();
  }

  private ReportTable machinesByType() {
    List<Machine> machines =
        problem.system().machines().stream()
            .sorted(Comparator.comparingInt(machine -> machine.type().id()))
            .toList();
    List<String> types =
        machines.stream().map(machine -> machine.type().name()).distinct().toList();
    List<String> names = machines.stream().map(Machine::name).toList();
    return table(
        BY_TYPE,
        List.of(
            new ReportAxis(TYPE, "Machine type", types),
            new ReportAxis(MACHINE, "Machines, by type", names)),
        machines.stream().map(m -> List.of(m.type().name(), m.name())).toList(),
        outcome ->
            List.of(
                machines.stream().mapToDouble(m -> outcome.finish(m.id())).toArray(),
                machines.stream().mapToDouble(m -> outcome.joules(m.id())).toArray()));
  }

  /** Finish times and energies of the named points, a row for each of some values of axes. */
  private ReportTable table(
      String name,
      List<ReportAxis> axes,
      List<List<String>> values,
      Function<AllocationOutcome, List<double[]>> numbers) {
    List<ReportRow> rows = new ArrayList<>();
    named
        .letters()
        .forEach((letter, index) -> {
          List<double[]> found = numbers.apply(outcome(index));
          for (int i = 0; i < values.size(); i++) {
            Estimate finish = Estimate.ofMean(found.getFirst()[i] / 60);
            Estimate joules = Estimate.ofMean(found.getLast()[i]);
            List<String> place = Stream.concat(Stream.of(letter), values.get(i).stream()).toList();
            rows.add(new ReportRow(place, 0, List.of(finish, joules), List.of()));
          }
        });
    List<ReportAxis> all = Stream.concat(Stream.of(letters()), axes.stream()).toList();
    return new ReportTable(name, machineColumns(), all, rows);
  }

  private AllocationOutcome outcome(int index) {
    return AllocationOutcome.of(problem, front.get(index).allocation());
  }
}
