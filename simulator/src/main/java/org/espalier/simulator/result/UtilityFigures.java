package org.espalier.simulator.result;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.utility.UtilityCurve;
import org.espalier.core.utility.UtilityKind;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.report.CurveFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportFigure;
import org.espalier.workload.document.Names;

/** The curves of the utility functions of a workload: those of the commonest kinds. */
final class UtilityFigures {
  private static final int MOST_SHOWN = 8;

  private UtilityFigures() {}

  /** A figure of the utility functions of some tasks; none if they have no more than deadlines. */
  static List<ReportFigure> of(List<Task> tasks, double tickSeconds) {
    List<UtilityKind> all = UtilityKind.of(tasks);
    if (all.isEmpty()) {
      return List.of();
    }
    List<UtilityKind> kinds = all.stream().limit(MOST_SHOWN).toList();
    List<UtilityCurve> drawn = kinds.stream().map(k -> UtilityCurve.of(k.example())).toList();
    long last = drawn.stream().mapToLong(c -> c.points().getLast().ticks()).max().orElse(0);
    ShownUnit time = ShownUnit.ofSeconds(last * tickSeconds);
    List<String> labels = kinds.stream().map(UtilityFigures::label).toList();
    List<CurveFigure.Curve> curves =
        IntStream.range(0, kinds.size())
            .mapToObj(i -> curve(labels.get(i), drawn.get(i).points(), tickSeconds, time))
            .toList();
    return List.of(
        new CurveFigure(
            "utility-functions",
            "Utility functions",
            "What a task is worth that completes so long after its arrival, in the first trial. How"
                + " long it is worth all of it may hang on its type: each curve is of one task. %s"
                    .formatted(shown(kinds.size(), all.size())),
            new CurveFigure.Quantity("Time since arrival", time.name()),
            new CurveFigure.Quantity("Utility", ""),
            List.of(new ReportAxis("tasks", "Tasks", labels)),
            "tasks",
            List.of(),
            "",
            curves));
  }

  private static String shown(int some, int all) {
    return some < all
        ? "The %s commonest kinds of %s are shown.".formatted(some, all)
        : "All kinds of tasks are shown.";
  }

  private static String label(UtilityKind kind) {
    return "%s as task %s: %s"
        .formatted(Names.count(kind.tasks(), "task"), kind.example().id(), kind.words());
  }

  private static CurveFigure.Curve curve(
      String label, List<UtilityPoints.Point> points, double tickSeconds, ShownUnit time) {
    return new CurveFigure.Curve(
        List.of(label),
        points.stream().map(p -> time.of(p.ticks() * tickSeconds)).toList(),
        points.stream().map(UtilityPoints.Point::utility).toList());
  }
}
