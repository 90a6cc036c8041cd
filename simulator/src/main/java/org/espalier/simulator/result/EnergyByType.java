package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.report.ChartFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportFigure;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Scenario;

/** The energy of the machines of each type: of tasks in each P-state, and of idle machines. */
final class EnergyByType {
  private static final String ID = "machine-types";
  private static final String TYPE = "machine_type";
  private static final String USE = "use";
  private static final String IDLE = "idle";

  private final ExperimentResults results;

  /** The machine types of each scenario. */
  private final Map<Scenario, List<MachineType>> types = new LinkedHashMap<>();

  EnergyByType(ExperimentResults results) {
    this.results = results;
    Map<Object, List<MachineType>> made = new HashMap<>();
    for (Scenario scenario : results.experiment().scenarios()) {
      types.put(
          scenario,
          made.computeIfAbsent(
              scenario.system(),
              options -> results.experiment().inputs().system(scenario, 1).machineTypes()));
    }
  }

  private Stream<MachineType> allTypes() {
    return types.values().stream().flatMap(List::stream);
  }

  /** Whether any power is known. */
  boolean isKnown() {
    return types.keySet().stream().anyMatch(this::isKnown);
  }

  private boolean isKnown(Scenario scenario) {
    return !results.accounts(scenario).getFirst().joulesByType().isEmpty();
  }

  ReportFigure figure() {
    return new ChartFigure(
        ID,
        ChartFigure.Kind.STACKED_BARS,
        "Energy by machine type",
        "Energy of all machines of a type, in the mean of all trials: for tasks, by P-state, and"
            + " while they were idle or booted, where that takes power.",
        Column.ENERGY.key(),
        TYPE,
        USE,
        List.of(),
        ID);
  }

  ResultTable table() {
    Set<String> uses = new LinkedHashSet<>();
    allTypes().forEach(type -> uses.addAll(uses(type)));
    uses.remove(IDLE);
    List<String> ordered = new ArrayList<>(uses);
    if (allTypes().anyMatch(EnergyByType::takesIdle)) {
      ordered.add(IDLE);
    }
    List<String> names = allTypes().map(MachineType::name).distinct().toList();
    return new ResultTable(
        ID,
        "",
        List.of(new ReportAxis(TYPE, "Machine type", names), new ReportAxis(USE, "Use", ordered)),
        List.of(Column.ENERGY.forReport()),
        rows());
  }

  private static boolean takesIdle(MachineType type) {
    return type.idleWatts() > 0 || type.boot().joules() > 0;
  }

  /** What machines of a type use energy for, in the order of an account. */
  private List<String> uses(MachineType type) {
    List<String> pStates =
        allTypes().allMatch(t -> t.pStates().size() == 1)
            ? List.of("tasks")
            : type.pStates().stream().map(PState::name).toList();
    return takesIdle(type) ? Stream.concat(pStates.stream(), Stream.of(IDLE)).toList() : pStates;
  }

  private List<ResultTable.Row> rows() {
    List<ResultTable.Row> rows = new ArrayList<>();
    types.forEach((scenario, its) -> {
      if (isKnown(scenario)) {
        for (MachineType type : its) {
          List<String> uses = uses(type);
          for (int use = 0; use < uses.size(); use++) {
            rows.add(row(scenario, List.of(type.name(), uses.get(use)), type, use));
          }
        }
      }
    });
    return rows;
  }

  private ResultTable.Row row(Scenario scenario, List<String> part, MachineType type, int use) {
    double[] joules =
        results.accounts(scenario).stream()
            .mapToDouble(account -> account.joulesByType().get(type.id()).get(use))
            .toArray();
    double mean = MeanInterval.of(joules).mean();
    return new ResultTable.Row(
        scenario, part, joules.length, List.of(new MeanInterval(joules.length, mean, Double.NaN)));
  }
}
