package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.report.CurveFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportFigure;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.study.Axis;
import org.espalier.simulator.study.Dimension;
import org.espalier.simulator.study.Scenario;

/**
 * What a study says of the fleets on its axes, where these have prices: which are worth them.
 *
 * @param column what is sought of them
 */
record FleetFindings(ExperimentResults results, Column column) {
  private static final double SECONDS = 3600;

  /** The figure of all fleets; empty where the study has one only, or they have no prices. */
  Optional<ReportFigure> figure() {
    List<ReportAxis> all = ResultTables.axes(results.experiment().study());
    List<ReportAxis> shown = places(false).map(all::get).toList();
    List<CostFront> fronts =
        groups().values().stream()
            .map(group ->
                new CostFront(
                    places(false).map(group.getFirst().values()::get).toList(),
                    group.stream().map(this::point).toList()))
            .toList();
    return fronts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            CostFront.figure(
                "%s by cost of the fleet".formatted(column.label()),
                new CurveFigure.Quantity("Cost of the fleet" + (isHourly() ? " an hour" : ""), ""),
                new CurveFigure.Quantity(column.label(), column.unit()),
                shown,
                fronts));
  }

  /** Which fleet to take where a scenario is, with its policy; empty as the figure is. */
  Optional<String> sentence(Scenario of) {
    List<Scenario> group = groups().getOrDefault(values(of, false), List.of());
    Comparator<Scenario> byGood = Comparator.comparingDouble(s -> results.mean(s, column).mean());
    return group.stream().max(byGood).flatMap(best -> cheapest(group, best));
  }

  private Optional<String> cheapest(List<Scenario> group, Scenario best) {
    return group.stream()
        .filter(s -> s.equals(best) || !results.difference(best, s, column).excludesZero())
        .min(Comparator.comparingDouble(this::cost))
        .map(found ->
            String.format(
                Locale.ROOT,
                "Under %s, %s is the cheapest fleet %s: %s, for %.4g%s.",
                String.join(", ", values(best, false)),
                String.join(", ", values(found, true)),
                found.equals(best)
                    ? "and the best"
                    : "that the trials cannot tell from the best (%s, %s for %.4g)"
                        .formatted(String.join(", ", values(best, true)), share(best), cost(best)),
                share(found),
                cost(found),
                isHourly() ? " an hour" : ""));
  }

  /** Of a trial where all end at one time, else of an hour. */
  private double cost(Scenario scenario) {
    double cost = results.mean(scenario, Column.FLEET_COST).mean();
    return isHourly() ? SECONDS / results.mean(scenario, Column.MAKESPAN).mean() * cost : cost;
  }

  private boolean isHourly() {
    return results.experiment().study().plan().horizon().isEmpty();
  }

  private String share(Scenario scenario) {
    int decimals = column == Column.UTILITY ? 0 : 1;
    String text =
        NumberText.interval(results.mean(scenario, column), decimals).replaceAll(" +", " ");
    return text + (column.unit().isEmpty() ? "" : " " + column.unit());
  }

  private CostFront.Point point(Scenario scenario) {
    return new CostFront.Point(
        String.join(", ", values(scenario, true)),
        cost(scenario),
        results.mean(scenario, column).mean());
  }

  /** The scenarios that differ in their machines alone; none where there is nothing to compare. */
  private Map<List<String>, List<Scenario>> groups() {
    List<Scenario> known =
        results.experiment().scenarios().stream()
            .filter(s -> results.mean(s, column).count() > 1 && cost(s) > 0)
            .toList();
    return places(true).allMatch(a -> axes().get(a).values().size() < 2)
        ? Map.of()
        : known.stream().collect(groupingBy(s -> values(s, false), LinkedHashMap::new, toList()));
  }

  /** The axes that set machines, or the others; those that vary and policies first. */
  private Stream<Integer> places(boolean ofMachines) {
    return IntStream.range(0, axes().size())
        .boxed()
        .filter(a ->
            ofMachines
                == switch (axes().get(a).dimension()) {
                  case Dimension.Machines _, Dimension.Systems _ -> true;
                  default -> false;
                })
        .sorted(
            Comparator.<Integer>comparingInt(a -> axes().get(a).values().size() > 1 ? 0 : 1)
                .thenComparingInt(a -> isPolicy(a) ? 0 : 1));
  }

  private boolean isPolicy(int axis) {
    return axes().get(axis).key().equals(Dimension.POLICY);
  }

  /** The values of a scenario on the axes that set machines, or on the others that vary. */
  private List<String> values(Scenario scenario, boolean ofMachines) {
    return places(ofMachines)
        .filter(a -> axes().get(a).values().size() > 1 || isPolicy(a))
        .map(a -> (isPolicy(a) ? "" : axes().get(a).key() + " ") + scenario.values().get(a))
        .toList();
  }

  private List<Axis> axes() {
    return results.experiment().study().comparison().axes();
  }
}
