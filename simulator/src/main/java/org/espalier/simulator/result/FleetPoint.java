package org.espalier.simulator.result;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.espalier.report.CurveFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ScatterFigure;

/**
 * What a fleet costs, and what comes of it.
 *
 * @param label its machines
 * @param good the greater, the better
 */
public record FleetPoint(String label, double cost, double good) {
  private static final double ROUNDING = 1e-9;

  /** Those than which none is as cheap and better, or as good and cheaper, in order of cost. */
  public static List<FleetPoint> front(List<FleetPoint> points) {
    return points.stream()
        .filter(p -> points.stream().noneMatch(p::isBehind))
        .sorted(Comparator.comparingDouble(FleetPoint::cost))
        .toList();
  }

  /** Sums of prices that are equal may differ by rounding. */
  private boolean isBehind(FleetPoint other) {
    boolean isLess = other.cost < cost * (1 - ROUNDING);
    boolean isMore = other.cost > cost * (1 + ROUNDING);
    return !isMore && other.good >= good && (isLess || other.good > good);
  }

  /**
   * A figure of fleets with their fronts.
   *
   * @param axes what tells fronts apart, the policies by colour
   * @param fleets by a value for each axis
   */
  public static ScatterFigure figure(
      String title,
      ScatterFigure.Plane plane,
      List<ReportAxis> axes,
      Map<List<String>, List<FleetPoint>> fleets) {
    return new ScatterFigure(
        "fleets",
        title,
        "Each point is a fleet; lines join those than which none is cheaper and better.",
        plane,
        axes,
        "policy",
        fleets.entrySet().stream()
            .flatMap(its ->
                Stream.of(
                    series(its.getKey(), ScatterFigure.Style.POINTS, its.getValue()),
                    series(its.getKey(), ScatterFigure.Style.FRONT, front(its.getValue()))))
            .toList());
  }

  private static ScatterFigure.Series series(
      List<String> values, ScatterFigure.Style style, List<FleetPoint> points) {
    List<FleetPoint> known = points.stream().filter(p -> Double.isFinite(p.cost + p.good)).toList();
    return new ScatterFigure.Series(
            values,
            style,
            known.stream().map(FleetPoint::cost).toList(),
            known.stream().map(FleetPoint::good).toList())
        .withLabels(known.stream().map(FleetPoint::label).toList());
  }

  /** A plane of costs and what comes of them. */
  public static ScatterFigure.Plane plane(String cost, String good, String unit) {
    return new ScatterFigure.Plane(
        new CurveFigure.Quantity(cost, ""), new CurveFigure.Quantity(good, unit));
  }
}
