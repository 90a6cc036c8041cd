package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityCurve;
import org.espalier.core.utility.UtilityKind;
import org.espalier.report.CurveFigure;
import org.espalier.report.CurveFigure.Curve;
import org.espalier.report.CurveFigure.Quantity;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportFigure;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;

/** The curves of the utility functions of a workload: of some, where there are many. */
final class UtilityFigures {
  private static final int MOST_DECAYING = 100;
  private static final int MOST_OTHERS = 8;
  private static final Environment SOURCE = EnvironmentReader.source("chapter-2");
  private static final String CAPTION =
      "What a task is worth that completes so long after its arrival, in the first trial.";

  private final List<UtilityKind> decaying;
  private final List<UtilityKind> others;
  private final double tickSeconds;

  /**
   * @param kinds the kinds of tasks, those of the most tasks first
   */
  UtilityFigures(List<UtilityKind> kinds, double tickSeconds) {
    this.decaying = decaying(kinds);
    this.others = kinds.stream().filter(kind -> !isDecaying(kind)).limit(MOST_OTHERS).toList();
    this.tickSeconds = tickSeconds;
  }

  private static boolean isDecaying(UtilityKind kind) {
    return kind.example().utility() instanceof DecayingUtility;
  }

  /** Where there are too many, those of the highest priority: others have the same shapes. */
  private static List<UtilityKind> decaying(List<UtilityKind> kinds) {
    List<UtilityKind> all = kinds.stream().filter(UtilityFigures::isDecaying).toList();
    double highest = all.stream().mapToDouble(kind -> function(kind).priority()).max().orElse(0);
    return all.stream()
        .filter(kind -> all.size() <= MOST_DECAYING || function(kind).priority() == highest)
        .limit(MOST_DECAYING)
        .toList();
  }

  private static DecayingUtility function(UtilityKind kind) {
    return (DecayingUtility) kind.example().utility();
  }

  List<ReportFigure> figures() {
    List<ReportFigure> figures = new ArrayList<>();
    if (!decaying.isEmpty()) {
      figures.add(ofDecaying());
    }
    if (!others.isEmpty()) {
      figures.add(ofOthers());
    }
    return figures;
  }

  private ReportFigure ofDecaying() {
    List<ReportAxis> axes =
        List.of(
            axis(
                "utility_class",
                "Utility class",
                Comparator.comparing(UtilityFigures::utilityClass),
                UtilityFigures::utilityClass),
            axis(
                "priority",
                "Priority",
                Comparator.comparing(kind -> -function(kind).priority()),
                UtilityFigures::priority),
            axis(
                "urgency",
                "Urgency",
                Comparator.comparing(kind -> -function(kind).decayPerMinute()),
                UtilityFigures::urgency));
    return figure(
        "utility-functions",
        "Utility functions",
        CAPTION
            + " How long it is worth all of it hangs on its type: each curve is of one task. Of"
            + " more than 100 kinds those of the highest priority are drawn, 100 at most.",
        axes,
        "urgency",
        decaying,
        kind -> List.of(utilityClass(kind), priority(kind), urgency(kind)));
  }

  private ReportAxis axis(
      String name,
      String label,
      Comparator<UtilityKind> order,
      Function<UtilityKind, String> value) {
    return new ReportAxis(
        name, label, decaying.stream().sorted(order).map(value).distinct().toList());
  }

  private static String utilityClass(UtilityKind kind) {
    return function(kind).utilityClass().name();
  }

  private static String priority(UtilityKind kind) {
    return number(function(kind).priority());
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value);
  }

  /** The name of the urgency, or its rate if it has none. */
  private static String urgency(UtilityKind kind) {
    double rate = function(kind).decayPerMinute();
    return SOURCE.urgencies().entrySet().stream()
        .filter(urgency -> urgency.getValue().decay() == rate)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> number(rate) + " per minute");
  }

  private ReportFigure ofOthers() {
    ReportAxis axis =
        new ReportAxis("tasks", "Tasks", others.stream().map(UtilityFigures::tasks).toList());
    return figure(
        "utility-points",
        "Utility functions of points",
        CAPTION + " The kinds of most tasks are drawn, 8 at most.",
        List.of(axis),
        "tasks",
        others,
        kind -> List.of(tasks(kind)));
  }

  private static String tasks(UtilityKind kind) {
    String more =
        switch (kind.tasks()) {
          case 1 -> "";
          case 2 -> " and 1 other";
          default -> String.format(Locale.ROOT, " and %,d others", kind.tasks() - 1);
        };
    return "task " + kind.example().id() + more;
  }

  private ReportFigure figure(
      String id,
      String title,
      String caption,
      List<ReportAxis> axes,
      String series,
      List<UtilityKind> kinds,
      Function<UtilityKind, List<String>> values) {
    List<UtilityCurve> drawn = kinds.stream().map(k -> UtilityCurve.of(k.example())).toList();
    double last =
        drawn.stream()
            .mapToDouble(curve -> curve.points().getLast().ticks() * tickSeconds)
            .max()
            .orElse(0);
    ShownUnit time = ShownUnit.ofSeconds(last);
    List<Curve> curves = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      List<Double> xs =
          drawn.get(i).points().stream().map(p -> time.of(p.ticks() * tickSeconds)).toList();
      List<Double> ys = drawn.get(i).points().stream().map(p -> p.utility()).toList();
      curves.add(new Curve(values.apply(kinds.get(i)), xs, ys));
    }
    return new CurveFigure(
        id,
        title,
        caption,
        new Quantity("Time since arrival", time.name()),
        new Quantity("Utility", ""),
        axes,
        series,
        List.of(),
        "",
        curves);
  }
}
