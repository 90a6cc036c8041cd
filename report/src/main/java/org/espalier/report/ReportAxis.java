package org.espalier.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * One thing that an experiment varies, with its values in the order in which they are shown.
 *
 * <p>The position of a value decides its colour, so one policy has one colour in all figures.
 * Values that all read as numbers, such as {@code 0.5}, {@code 15k} or {@code 10 %}, make a numeric
 * axis.
 *
 * @param name name used by figures and filters, such as {@code policy}
 * @param label name shown to readers
 * @param values distinct values
 */
public record ReportAxis(String name, String label, List<String> values) {

  /** Refuses an axis without values. */
  public ReportAxis {
    Check.that(!values.isEmpty(), "axis " + name + " has no values");
  }

  /** The number that each value stands for; nothing if they do not all read as distinct numbers. */
  @JsonProperty
  public List<Double> positions() {
    return AxisScale.positions(values);
  }
}
