package org.espalier.report;

import java.util.List;

/**
 * A chart of empirical distributions over trials: for each scenario, which percentage of its trials
 * has at most so much of a column.
 *
 * @param id id of the figure, by which files downloaded from it are named
 * @param title its title
 * @param caption what it shows; may be empty
 * @param column key of the column
 * @param seriesAxis the axis whose values are told apart by colour
 * @param filters axes held at one value
 * @param curves the distributions
 */
public record DistributionFigure(
    String id,
    String title,
    String caption,
    String column,
    String seriesAxis,
    List<AxisValue> filters,
    List<Curve> curves)
    implements ReportFigure {

  /**
   * The distribution of one scenario.
   *
   * @param scenario one value per axis of the report
   * @param values values of the column, rising
   * @param percents for each value the percentage of trials that have at most that, rising to 100
   */
  public record Curve(List<String> scenario, List<Double> values, List<Double> percents) {
    /** Refuses what is not a distribution. */
    public Curve {
      scenario = List.copyOf(scenario);
      values = List.copyOf(values);
      percents = List.copyOf(percents);
      Check.that(
          values.size() == percents.size(),
          "distribution of %s has %d values and %d percentages"
              .formatted(scenario, values.size(), percents.size()));
      Check.that(
          rises(values) && rises(percents) && percents.stream().allMatch(p -> p > 0 && p <= 100),
          "distribution of %s does not rise up to 100 %%: %s at %s"
              .formatted(scenario, percents, values));
    }

    private static boolean rises(List<Double> numbers) {
      for (int i = 0; i < numbers.size(); i++) {
        double number = numbers.get(i);
        if (!Double.isFinite(number) || (i > 0 && !(number > numbers.get(i - 1)))) {
          return false;
        }
      }
      return true;
    }
  }

  /** Refuses blank names. */
  public DistributionFigure {
    Check.identifier("figure id", id);
    Check.text("title of figure " + id, title);
    filters = List.copyOf(filters);
    curves = List.copyOf(curves);
  }
}
