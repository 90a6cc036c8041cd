package org.espalier.simulator.result;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
  private static final double HOUR = 3600;

  /** The figure of all fleets; empty where the study has one only, or they have no prices. */
  Optional<ReportFigure> figure() {
    return fleets().findAny().isEmpty()
        ? Optional.empty()
        : Optional.of(
            FleetPoint.figure(
                "%s by cost of the fleet".formatted(column.label()),
                FleetPoint.plane("Cost of the fleet" + anHour(), column.label(), column.unit()),
                ResultTables.axes(results.experiment().study()).stream()
                    .filter(axis -> fleets().anyMatch(s -> others(s).containsKey(axis.name())))
                    .toList(),
                fleets()
                    .collect(
                        groupingBy(
                            s -> List.copyOf(others(s).values()),
                            LinkedHashMap::new,
                            mapping(this::point, toList())))));
  }

  private FleetPoint point(Scenario s) {
    return new FleetPoint(named(s, true), cost(s), results.mean(s, column).mean());
  }

  /** The cheapest fleet that is as good as the best; empty where there is no figure. */
  Optional<String> sentence(Scenario of) {
    List<Scenario> group =
        fleets()
            .filter(s -> others(s).equals(others(of)))
            .sorted(Comparator.comparingDouble(this::cost))
            .toList();
    return group.stream()
        .max(Comparator.comparingDouble(s -> results.mean(s, column).mean()))
        .map(best ->
            group.stream()
                .filter(s -> s.equals(best) || !results.difference(best, s, column).excludesZero())
                .findFirst()
                .filter(found -> !found.equals(best))
                .map(found ->
                    "At %s, the cheapest fleet that the trials cannot tell from the best is %s; the best is %s."
                        .formatted(named(of, false), text(found), text(best)))
                .orElseGet(() ->
                    "At %s, the best fleet is the cheapest that the trials cannot tell from it: %s."
                        .formatted(named(of, false), text(best))));
  }

  private String text(Scenario fleet) {
    String share =
        NumberText.interval(results.mean(fleet, column), column.unit().isEmpty() ? 0 : 1);
    return String.format(
        Locale.ROOT,
        "%s (%s%s, for %.4g%s)",
        named(fleet, true),
        share.replaceAll(" +", " "),
        column.unit().isEmpty() ? "" : " " + column.unit(),
        cost(fleet),
        anHour());
  }

  /** Of an hour, or of a trial where all end at one time. */
  private double cost(Scenario fleet) {
    double cost = results.mean(fleet, Column.FLEET_COST).mean();
    return anHour().isEmpty() ? cost : cost / results.mean(fleet, Column.MAKESPAN).mean() * HOUR;
  }

  private String anHour() {
    return results.experiment().study().plan().horizon().isEmpty() ? " an hour" : "";
  }

  /** The scenarios of several fleets that have prices and trials enough to be told apart. */
  private Stream<Scenario> fleets() {
    return results.experiment().scenarios().stream()
        .filter(_ -> axes().stream().anyMatch(a -> isOfMachines(a) && a.values().size() > 1))
        .filter(s -> results.mean(s, column).count() > 1 && cost(s) > 0);
  }

  private String named(Scenario scenario, boolean ofMachines) {
    return results.experiment().place(scenario, axis -> isOfMachines(axis) == ofMachines);
  }

  private static boolean isOfMachines(Axis axis) {
    return axis.dimension() instanceof Dimension.Machines
        || axis.dimension() instanceof Dimension.Systems;
  }

  /** The values of a scenario on the axes that set no machines. */
  private Map<String, String> others(Scenario scenario) {
    return results.experiment().values(scenario, axis -> !isOfMachines(axis));
  }

  private List<Axis> axes() {
    return results.experiment().study().comparison().axes();
  }
}
