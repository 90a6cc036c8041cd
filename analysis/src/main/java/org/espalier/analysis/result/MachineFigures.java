package org.espalier.analysis.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.run.FrontPoint;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.report.ChartFigure;
import org.espalier.report.ColumnKind;
import org.espalier.report.Estimate;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;

/** What the named allocations of a front do machine by machine, sorted and by machine type. */
final class MachineFigures {
  private static final String POINT = "point";
  private static final String MACHINE = "machine";
  private static final String PLACE = "place";
  private static final String TYPE = "machine type";
  private static final String SORTED = "machines-sorted";
  private static final String BY_TYPE = "machines-by-type";
  private static final int MOST_NAMED = 40;

  private final StaticProblem problem;
  private final List<FrontPoint> front;
  private final NamedPoints named;

  MachineFigures(StaticProblem problem, List<FrontPoint> front, NamedPoints named) {
    this.problem = problem;
    this.front = front;
    this.named = named;
  }

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
            String more = names.size() > MOST_NAMED ? " and others" : "";
            notes.add(
                "%s uses %s of %s machines, and not %s%s."
                    .formatted(
                        letter,
                        problem.machines() - names.size(),
                        problem.machines(),
                        String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size()))),
                        more));
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
    List<String> places = places();
    List<ReportRow> rows = new ArrayList<>();
    for (Map.Entry<String, Integer> point : named.letters().entrySet()) {
      AllocationOutcome outcome = outcome(point.getValue());
      double[] finishes = descending(outcome::finish);
      double[] energies = descending(outcome::joules);
      for (int place = 0; place < finishes.length; place++) {
        rows.add(
            machineRow(
                List.of(point.getKey(), places.get(place)), finishes[place], energies[place]));
      }
    }
    ReportAxis place = new ReportAxis(PLACE, "Machines, sorted", places);
    return new ReportTable(SORTED, machineColumns(), List.of(letters(), place), rows);
  }

  private List<String> places() {
    return IntStream.rangeClosed(1, problem.machines()).mapToObj(Integer::toString).toList();
  }

  private double[] descending(IntToDoubleFunction value) {
    double[] all = IntStream.range(0, problem.machines()).mapToDouble(value).sorted().toArray();
    double[] descending = new double[all.length];
    Arrays.setAll(descending, i -> all[all.length - 1 - i]);
    return descending;
  }

  private ReportTable machinesByType() {
    HcSystem system = problem.system();
    List<Machine> machines =
        system.machines().stream()
            .sorted(Comparator.comparingInt(machine -> machine.type().id()))
            .toList();
    List<ReportRow> rows = new ArrayList<>();
    for (Map.Entry<String, Integer> point : named.letters().entrySet()) {
      AllocationOutcome outcome = outcome(point.getValue());
      for (Machine machine : machines) {
        rows.add(
            machineRow(
                List.of(point.getKey(), machine.type().name(), machine.name()),
                outcome.finish(machine.id()),
                outcome.joules(machine.id())));
      }
    }
    List<String> types =
        machines.stream().map(machine -> machine.type().name()).distinct().toList();
    return new ReportTable(
        BY_TYPE,
        machineColumns(),
        List.of(
            letters(),
            new ReportAxis(TYPE, "Machine type", types),
            new ReportAxis(
                MACHINE, "Machines, by type", machines.stream().map(Machine::name).toList())),
        rows);
  }

  private AllocationOutcome outcome(int index) {
    return AllocationOutcome.of(problem, front.get(index).allocation());
  }

  private static ReportRow machineRow(List<String> values, double finish, double joules) {
    return new ReportRow(
        values, 0, List.of(Estimate.ofMean(finish / 60), Estimate.ofMean(joules)), List.of());
  }
}
