package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.espalier.report.CurveFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ScatterFigure;

/**
 * Fleets by what they cost and what comes of it. On the front are those than which none is as cheap
 * and better, or as good and cheaper.
 *
 * @param values what they have in common, one for each axis of a figure
 */
public record CostFront(List<String> values, List<Point> points) {
  /**
   * A fleet.
   *
   * @param label its machines
   * @param good the greater, the better
   */
  public record Point(String label, double cost, double good) {}

  /** Those of which both is known. */
  public CostFront {
    points = points.stream().filter(p -> Double.isFinite(p.cost() + p.good())).toList();
  }

  /** Whether a point is on the front. */
  public boolean has(Point point) {
    return points.stream()
        .noneMatch(other ->
            other.cost() <= point.cost()
                && other.good() >= point.good()
                && (other.cost() < point.cost() || other.good() > point.good()));
  }

  /**
   * A figure of several.
   *
   * @param cost what is drawn along
   * @param good what is drawn upwards
   * @param axes what tells them apart, the first by colour
   */
  public static ScatterFigure figure(
      String title,
      CurveFigure.Quantity cost,
      CurveFigure.Quantity good,
      List<ReportAxis> axes,
      List<CostFront> fronts) {
    List<ScatterFigure.Series> series = new ArrayList<>();
    for (CostFront front : fronts) {
      List<Point> best =
          front.points().stream()
              .filter(front::has)
              .sorted(Comparator.comparingDouble(Point::cost))
              .toList();
      series.add(series(front, ScatterFigure.Style.POINTS, front.points()));
      series.add(series(front, ScatterFigure.Style.FRONT, best));
    }
    return new ScatterFigure(
        "fleets",
        title,
        "Each point is a fleet; lines join those than which none is cheaper and better.",
        new ScatterFigure.Plane(cost, good),
        axes,
        axes.getFirst().name(),
        series);
  }

  private static ScatterFigure.Series series(
      CostFront front, ScatterFigure.Style style, List<Point> points) {
    return new ScatterFigure.Series(
            front.values(),
            style,
            points.stream().map(Point::cost).toList(),
            points.stream().map(Point::good).toList())
        .withLabels(points.stream().map(Point::label).toList());
  }
}
