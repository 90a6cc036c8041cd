package org.espalier.report;

import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A chart of points of two quantities, such as Pareto fronts with their bounds, clouds and marks.
 * Axes tell the series apart: one by colour; those that are not held are offered to the reader as a
 * choice.
 *
 * @param id id of the figure, by which files downloaded from it are named
 * @param title its title
 * @param caption what it shows; may be empty
 * @param plane what is drawn along and upwards
 * @param colours what colours say of points that have a value for one; {@link Colours#NONE} where
 *     none has
 * @param axes what tells the series apart; those of the report, or others
 * @param seriesAxis name of the axis whose values are told apart by colour
 * @param filters axes held at one value
 * @param series the series
 * @param marks lines and points to look at
 */
public record ScatterFigure(
    String id,
    String title,
    String caption,
    Plane plane,
    Colours colours,
    List<ReportAxis> axes,
    String seriesAxis,
    List<AxisValue> filters,
    List<Series> series,
    List<Mark> marks)
    implements ReportFigure {

  /** A figure of which no axis is held, without marks and colours of single points. */
  public ScatterFigure(
      String id,
      String title,
      String caption,
      Plane plane,
      List<ReportAxis> axes,
      String seriesAxis,
      List<Series> series) {
    this(id, title, caption, plane, Colours.NONE, axes, seriesAxis, List.of(), series, List.of());
  }

  /** The same figure with lines and points to look at. */
  public ScatterFigure withMarks(List<Mark> wanted) {
    return new ScatterFigure(
        id, title, caption, plane, colours, axes, seriesAxis, filters, series, wanted);
  }

  /**
   * What the points lie in.
   *
   * @param oneToOne whether a unit of x is as long as one of y
   */
  public record Plane(CurveFigure.Quantity x, CurveFigure.Quantity y, boolean oneToOne) {
    /** A plane whose sides have scales of their own. */
    public Plane(CurveFigure.Quantity x, CurveFigure.Quantity y) {
      this(x, y, false);
    }
  }

  /**
   * What the colours of single points say.
   *
   * @param label name of the quantity; empty where points have the colour of their series
   * @param unit its unit; empty for numbers
   */
  public record Colours(String label, String unit) {
    /** Points have the colour of their series. */
    public static final Colours NONE = new Colours("", "");
  }

  /** How a series is drawn; those further down lie on those further up. */
  public enum Style {
    /** Thousands of small half-transparent dots, about which the reader cannot ask. */
    CLOUD,
    /** A thin line without symbols, such as a bound. */
    LINE,
    /** A small dot for each point, with an outline around it as wide and high as its radii. */
    ELLIPSES,
    /** Symbols joined by a thin line, in the order given. */
    FRONT,
    /** Symbols. */
    POINTS,
    /** Larger squares, for points whose cloud is drawn too. */
    SQUARES
  }

  /**
   * Points of one look. Lists that are not needed are empty; others have an entry for each point.
   *
   * @param values one value for each axis; empty in place of any but that of the series' axis for a
   *     series that all its values share
   * @param xs where the points are
   * @param ys how high they are
   * @param rxs half the widths of the ellipses, in units of x
   * @param rys half their heights, in units of y
   * @param colours what decides the colours of the points
   * @param labels further text about the points
   */
  public record Series(
      List<String> values,
      Style style,
      @JsonSerialize(using = ShownDigits.class) List<Double> xs,
      @JsonSerialize(using = ShownDigits.class) List<Double> ys,
      @JsonSerialize(using = ShownDigits.class) List<Double> rxs,
      @JsonSerialize(using = ShownDigits.class) List<Double> rys,
      @JsonSerialize(using = ShownDigits.class) List<Double> colours,
      List<String> labels) {

    /** Refuses points that are none. */
    public Series {
      int points = xs.size();
      Check.that(
          ys.size() == points
              && Stream.of(rxs, rys, colours, labels)
                  .allMatch(each -> each.isEmpty() || each.size() == points),
          "series of %s has lists of other sizes than its %s points".formatted(values, points));
      Check.that(
          Stream.of(xs, ys, rxs, rys, colours).flatMap(List::stream).allMatch(Double::isFinite),
          "series of %s has a number that is not finite".formatted(values));
    }

    /** Points of the colour of their series. */
    public Series(List<String> values, Style style, List<Double> xs, List<Double> ys) {
      this(values, style, xs, ys, List.of(), List.of(), List.of(), List.of());
    }

    /** Points with ellipses around them. */
    public static Series ellipses(
        List<String> values, List<Double> xs, List<Double> ys, List<Double> rxs, List<Double> rys) {
      return new Series(values, Style.ELLIPSES, xs, ys, rxs, rys, List.of(), List.of());
    }

    /** The same points with values that decide their colours. */
    public Series withColours(List<Double> wanted) {
      return new Series(values, style, xs, ys, rxs, rys, wanted, labels);
    }

    /** The same points with further text about them. */
    public Series withLabels(List<String> wanted) {
      return new Series(values, style, xs, ys, rxs, rys, colours, wanted);
    }
  }

  /**
   * A place that the reader should look at: a point in a ring, or a line from side to side.
   *
   * @param values one value for each axis, empty where it belongs to all of that axis; with a value
   *     of the series' axis it comes and goes with that series
   * @param x where it is; NaN for a level line
   * @param y how high it is; NaN for an upright line
   * @param label a short name, such as knee
   */
  public record Mark(
      List<String> values,
      @JsonSerialize(using = ShownDigits.class) double x,
      @JsonSerialize(using = ShownDigits.class) double y,
      String label) {
    /** A point in a ring. */
    public static Mark point(List<String> values, double x, double y, String label) {
      return new Mark(values, x, y, label);
    }

    /** A line from bottom to top. */
    public static Mark upright(List<String> values, double x, String label) {
      return new Mark(values, x, Double.NaN, label);
    }

    /** A line from left to right. */
    public static Mark level(List<String> values, double y, String label) {
      return new Mark(values, Double.NaN, y, label);
    }
  }
}
