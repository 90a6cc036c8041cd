package org.espalier.profiler.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.profiler.sample.Cell;

/**
 * The execution times of each cell so far, which cells have enough, and how long the rest takes.
 */
final class Tally {
  private final ProfilePlan.Repeats repeats;
  private final Map<Cell, List<Double>> seconds = new LinkedHashMap<>();

  /** By machine type and task type, for cells that were not measured yet. */
  private final Map<Cell, Double> warmUpSeconds = new HashMap<>();

  Tally(ProfilePlan.Repeats repeats, List<Cell> cells) {
    this.repeats = repeats;
    cells.forEach(cell -> seconds.put(cell, new ArrayList<>()));
  }

  /** Counts a run; one of a cell that the plan does not have is left out. */
  void add(Cell cell, double time) {
    List<Double> times = seconds.get(cell);
    if (times != null) {
      times.add(time);
    }
  }

  void warmedUp(Cell cell, double time) {
    warmUpSeconds.put(cell.aloneInAnyPState(), time);
  }

  private double[] times(Cell cell) {
    return seconds.getOrDefault(cell, List.of()).stream().mapToDouble(time -> time).toArray();
  }

  int runs(Cell cell) {
    return times(cell).length;
  }

  private static Duration passed(double[] times) {
    return Duration.ofNanos((long) (Arrays.stream(times).sum() * 1e9));
  }

  boolean isDone(Cell cell) {
    double[] times = times(cell);
    return repeats.rule().isEnough(times, passed(times));
  }

  List<Cell> unfinished() {
    return seconds.keySet().stream().filter(cell -> !isDone(cell)).toList();
  }

  /** The unfinished cells with the fewest runs: those that are still to run in this round. */
  List<Cell> round() {
    List<Cell> unfinished = unfinished();
    int fewest = unfinished.stream().mapToInt(this::runs).min().orElse(0);
    return unfinished.stream().filter(cell -> runs(cell) == fewest).toList();
  }

  private int expected(Cell cell) {
    double[] times = times(cell);
    return isDone(cell) ? times.length : repeats.rule().expected(times, passed(times));
  }

  PlanProgress.Standing standing() {
    return new PlanProgress.Standing(
        seconds.size(),
        seconds.size() - unfinished().size(),
        seconds.keySet().stream().mapToInt(this::runs).sum(),
        seconds.keySet().stream().mapToInt(this::expected).sum());
  }

  /** About how long the rest takes; empty while the time of some cell is not known. */
  Optional<Duration> left() {
    double sum = 0;
    for (Cell cell : unfinished()) {
      OptionalDouble once = secondsOf(cell);
      if (once.isEmpty()) {
        return Optional.empty();
      }
      double settle = cell.isAlone() ? 0 : repeats.settle().toMillis() / 1e3;
      sum += Math.max(1, expected(cell) - runs(cell)) * (once.getAsDouble() + settle);
    }
    return Optional.of(Duration.ofMillis((long) (1_000 * sum)));
  }

  /** The mean of a cell, or what its application took to warm up. */
  private OptionalDouble secondsOf(Cell cell) {
    double[] times = times(cell);
    if (times.length > 0) {
      return OptionalDouble.of(passed(times).toNanos() / 1e9 / times.length);
    }
    Double warmUp = warmUpSeconds.get(cell.aloneInAnyPState());
    return warmUp == null ? OptionalDouble.empty() : OptionalDouble.of(warmUp);
  }
}
