package org.espalier.report;

import java.util.List;
import org.espalier.report.statistics.EmpiricalDistribution;
import org.espalier.report.statistics.EmpiricalDistribution.Step;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A chart of curves, each a quantity over another. Such are what was earned over a day, or which
 * percentage of trials has at most so much. Axes tell the curves apart: one by colour; those that
 * are not held are offered to the reader as a choice.
 *
 * @param id id of the figure, by which files downloaded from it are named
 * @param title its title
 * @param caption what it shows; may be empty
 * @param x what is drawn along
 * @param y what is drawn
 * @param axes what tells the curves apart; those of the report, or others
 * @param seriesAxis name of the axis whose values are told apart by colour
 * @param filters axes held at one value
 * @param stepped whether the curves are distributions, which rise in steps from 0 to 100 %
 * @param limit what the limits of curves are called; empty where none has a limit
 * @param curves the curves
 */
public record CurveFigure(
    String id,
    String title,
    String caption,
    Quantity x,
    Quantity y,
    List<ReportAxis> axes,
    String seriesAxis,
    List<AxisValue> filters,
    boolean stepped,
    String limit,
    List<Curve> curves)
    implements ReportFigure {

  /** A figure of curves that do not rise in steps. */
  public CurveFigure(
      String id,
      String title,
      String caption,
      Quantity x,
      Quantity y,
      List<ReportAxis> axes,
      String seriesAxis,
      List<AxisValue> filters,
      String limit,
      List<Curve> curves) {
    this(id, title, caption, x, y, axes, seriesAxis, filters, false, limit, curves);
  }

  /**
   * A figure of distributions: which percentage has at most so much.
   *
   * @param what what they are distributions over, such as "Trials"
   */
  public static CurveFigure ofDistributions(
      String id,
      String title,
      String caption,
      Quantity x,
      String what,
      List<ReportAxis> axes,
      String seriesAxis,
      List<AxisValue> filters,
      List<Curve> curves) {
    Quantity y = new Quantity(what, "%");
    return new CurveFigure(id, title, caption, x, y, axes, seriesAxis, filters, true, "", curves);
  }

  /**
   * What is measured along a side of a chart.
   *
   * @param unit its unit; empty for numbers
   */
  public record Quantity(String label, String unit) {}

  /**
   * One curve; its points are joined by straight lines.
   *
   * @param values one value for each axis
   * @param xs where its points are, never falling; two at one place are a step
   * @param ys how high they are
   * @param limits what each must not exceed, NaN where there is none; empty if there is none at all
   */
  public record Curve(
      List<String> values,
      @JsonSerialize(using = ShownDigits.class) List<Double> xs,
      @JsonSerialize(using = ShownDigits.class) List<Double> ys,
      @JsonSerialize(using = ShownDigits.class) List<Double> limits) {
    /** Refuses points that are none, and such as go back. */
    public Curve {
      Check.that(
          xs.size() == ys.size() && (limits.isEmpty() || limits.size() == ys.size()),
          "curve of %s has %s places, %s heights and %s limits"
              .formatted(values, xs.size(), ys.size(), limits.size()));
      for (int i = 0; i < xs.size(); i++) {
        Check.that(
            Double.isFinite(xs.get(i))
                && Double.isFinite(ys.get(i))
                && (i == 0 || xs.get(i - 1) <= xs.get(i)),
            "curve of %s has no point at %s, %s after %s"
                .formatted(values, xs.get(i), ys.get(i), i == 0 ? "nothing" : xs.get(i - 1)));
      }
    }

    /** A curve without limits. */
    public Curve(List<String> values, List<Double> xs, List<Double> ys) {
      this(values, xs, ys, List.of());
    }

    /** A distribution, in percent. */
    public static Curve of(List<String> values, EmpiricalDistribution distribution) {
      List<Step> steps = distribution.steps();
      return new Curve(
          values,
          steps.stream().map(Step::value).toList(),
          steps.stream().map(Step::percent).toList());
    }
  }
}
