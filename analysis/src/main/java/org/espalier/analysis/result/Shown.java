package org.espalier.analysis.result;

import java.util.List;
import java.util.Locale;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.report.CurveFigure;

/**
 * An objective as readers see it.
 *
 * @param objective which one
 * @param label what figures call it
 * @param unit its unit there
 * @param factor of its values
 */
record Shown(Objective objective, String label, String unit, double factor) {
  private static final double MEGA = 1e-6;
  private static final double MINUTES = 1.0 / 60;

  static Shown of(Objective objective) {
    return switch (objective) {
      case UTILITY -> new Shown(objective, "Utility earned", "", 1);
      case MAKESPAN -> new Shown(objective, "Makespan", "min", MINUTES);
      case ENERGY -> new Shown(objective, "Energy", "MJ", MEGA);
      case COST -> new Shown(objective, "Cost", "", 1);
      case ROBUSTNESS -> new Shown(objective, "Tasks on time", "", 1);
    };
  }

  double of(double loss) {
    return objective.loss(loss) * factor;
  }

  /** A value with its name and unit. */
  String text(double loss) {
    return "%s %s %s"
        .formatted(label.toLowerCase(Locale.ROOT), objective.text(of(loss)), unit)
        .strip();
  }

  CurveFigure.Quantity quantity() {
    return new CurveFigure.Quantity(label, unit);
  }

  /** The first or the second coordinates of some points. */
  List<Double> all(List<Losses> points, boolean first) {
    return points.stream().map(p -> of(first ? p.first() : p.second())).toList();
  }
}
