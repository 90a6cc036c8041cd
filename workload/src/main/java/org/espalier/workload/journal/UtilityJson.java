package org.espalier.workload.journal;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityClass.Interval;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a task is worth, as JSON. Nothing is written for a task that has no more than a deadline,
 * nor for functions that users have written in Java.
 */
final class UtilityJson {
  private static final String UTILITY = "utility";
  private static final String POINTS = "points";

  private UtilityJson() {}

  static void put(UtilityFunction utility, ObjectNode task) {
    switch (utility) {
      case DecayingUtility decaying -> put(decaying, task.putObject(UTILITY));
      case UtilityPoints points -> put(points, task.putObject(UTILITY));
      default -> {}
    }
  }

  private static void put(DecayingUtility decaying, ObjectNode object) {
    object
        .put("priority", decaying.priority())
        .put("decay_per_minute", decaying.decayPerMinute())
        .put("first_interval_min", decaying.firstIntervalMinutes())
        .put("ticks_per_minute", decaying.ticksPerMinute())
        .put("class", decaying.utilityClass().name());
    ArrayNode intervals = object.putArray("intervals");
    for (Interval interval : decaying.utilityClass().intervals()) {
      intervals
          .addArray()
          .add(interval.offsetMinutes())
          .add(interval.share())
          .add(interval.decayModifier());
    }
  }

  private static void put(UtilityPoints points, ObjectNode object) {
    ArrayNode array = object.putArray(POINTS);
    points.points().forEach(point -> array.addArray().add(point.ticks()).add(point.utility()));
  }

  static UtilityFunction of(JsonNode task) {
    JsonNode utility = task.get(UTILITY);
    if (utility == null) {
      return UtilityFunction.OF_DEADLINE;
    }
    return utility.has(POINTS) ? points(utility) : decaying(utility);
  }

  private static UtilityPoints points(JsonNode utility) {
    List<Point> points = new ArrayList<>();
    for (JsonNode item : Fields.listAt(utility, POINTS)) {
      List<JsonNode> point = Fields.list(item, 2, "a point");
      points.add(
          new Point(
              Fields.wholeNumber(point.get(0), "a time of points"),
              Fields.number(point.get(1), "a utility of points")));
    }
    return new UtilityPoints(points);
  }

  private static DecayingUtility decaying(JsonNode utility) {
    List<Interval> intervals = new ArrayList<>();
    for (JsonNode item : Fields.listAt(utility, "intervals")) {
      List<JsonNode> interval = Fields.list(item, 3, "an interval");
      intervals.add(
          new Interval(
              Fields.number(interval.get(0), "an offset of intervals"),
              Fields.number(interval.get(1), "a share of intervals"),
              Fields.number(interval.get(2), "a modifier of intervals")));
    }
    return new DecayingUtility(
        Fields.doubleAt(utility, "priority"),
        Fields.doubleAt(utility, "decay_per_minute"),
        new UtilityClass(Fields.textAt(utility, "class"), intervals),
        Fields.doubleAt(utility, "first_interval_min"),
        Fields.doubleAt(utility, "ticks_per_minute"));
  }
}
