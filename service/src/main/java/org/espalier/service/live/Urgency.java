package org.espalier.service.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;

/**
 * How what a task is worth changes while it is not completed: the share that it is worth, by the
 * time since it was accepted. It is linear from one time to the next; until the first and from the
 * last on as then. At the deadline it falls to nothing.
 *
 * @param shares from 0 to 1, at least one
 */
public record Urgency(NavigableMap<Duration, Double> shares) {
  public Urgency {
    shares = Collections.unmodifiableNavigableMap(new TreeMap<>(shares));
    for (double share : shares.values()) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "share %s; expected a number from 0 to 1".formatted(share));
      }
    }
  }

  /** Whether it may become more with time. */
  public boolean rises() {
    UtilityPoints points = points();
    return !points.falling().equals(points);
  }

  /** That of a text, as {@link #text} gives it; throws what says which points are wrong. */
  public static Urgency of(String text) {
    NavigableMap<Duration, Double> shares = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int colon = Math.max(0, part.indexOf(':'));
      Optional<Duration> time = Quantities.duration(part.substring(0, colon).strip());
      double share = Numbers.real(part.substring(colon).replaceFirst(":", "").strip()).orElse(-1);
      boolean fits = time.isPresent() && share >= 0 && share <= 1;
      if (!fits || shares.put(time.get(), share) != null) {
        wrong.add('"' + part.strip() + '"');
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "points %s; expected times, each once, and shares from 0 to 1, as \"30 s: 1, 2 min: 0.5\""
              .formatted(String.join(", ", wrong)));
    }
    return new Urgency(shares);
  }

  /** For people, as {@code 30 s: 1.0, 2 min: 0.5}. */
  public String text() {
    return shares.entrySet().stream()
        .map(share -> Quantities.inGreatestUnit(share.getKey()) + ": " + share.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The share some time after a task was accepted. */
  public double share(Duration since) {
    return points().at(since.toNanos());
  }

  private UtilityPoints points() {
    List<Point> points = new ArrayList<>();
    shares.forEach((time, share) -> points.add(new Point(time.toNanos(), share)));
    return new UtilityPoints(points);
  }

  /**
   * What a task is worth over time.
   *
   * @param worth at most
   * @param left how long it has from its arrival to its deadline
   * @param ticks of a duration
   */
  public UtilityFunction of(double worth, Duration left, ToLongFunction<Duration> ticks) {
    List<Point> points = new ArrayList<>();
    shares
        .headMap(left)
        .forEach((time, share) -> add(ticks.applyAsLong(time), worth * share, points));
    long last = ticks.applyAsLong(left);
    add(last, worth * share(left), points);
    points.add(new Point(last + 1, worth * share(left)));
    points.add(new Point(last + 1, 0));
    return new UtilityPoints(points);
  }

  /** Of all that are within a tick the first and the last are a step. */
  private static void add(long tick, double utility, List<Point> points) {
    if (points.size() > 1 && points.get(points.size() - 2).ticks() == tick) {
      points.removeLast();
    }
    points.add(new Point(tick, utility));
  }
}
