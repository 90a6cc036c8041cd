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
    return utility.has(POINTS) ? points(utility.get(POINTS)) : decaying(utility);
  }

  private static UtilityPoints points(JsonNode array) {
    List<Point> points = new ArrayList<>();
    array
        .values()
        .forEach(point -> points.add(new Point(point.get(0).asLong(), point.get(1).asDouble())));
    return new UtilityPoints(points);
  }

  private static DecayingUtility decaying(JsonNode utility) {
    List<Interval> intervals = new ArrayList<>();
    for (JsonNode interval : EntryJson.at(utility, "intervals").values()) {
      intervals.add(
          new Interval(
              interval.get(0).asDouble(), interval.get(1).asDouble(), interval.get(2).asDouble()));
    }
    return new DecayingUtility(
        EntryJson.doubleAt(utility, "priority"),
        EntryJson.doubleAt(utility, "decay_per_minute"),
        new UtilityClass(EntryJson.textAt(utility, "class"), intervals),
        EntryJson.doubleAt(utility, "first_interval_min"),
        EntryJson.doubleAt(utility, "ticks_per_minute"));
  }
}
