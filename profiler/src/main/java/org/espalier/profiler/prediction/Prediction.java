package org.espalier.profiler.prediction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.MeasuredRun;

/**
 * Predicts how much slower applications are beside others, from n sensitivity curves and m pressure
 * scores in place of n x m measurements. This is Bubble-Up (Mars et al., MICRO 2011).
 *
 * <p>Each application is measured beside programs that work through a known number of bytes: its
 * sensitivity curve, which is 1 without pressure and never falls. One application, the reference,
 * is measured beside each other: the place of its slow-down on its own curve is the {@link Score}
 * of the other, the pressure that slows down the reference as much as it does. The slow-down of an
 * application beside another is the value of its curve at the score of the other. Scores of several
 * co-runners add up, as their working sets do in a cache that they share; this is ours (Bubble-Up
 * predicts pairs). Beyond the greatest measured pressure curves stay level, and a prediction says
 * so.
 *
 * <p>It can be no better than its idea, that pressure has one dimension: an application that
 * disturbs by its bandwidth and one that does so by its working set are on one scale.
 */
public final class Prediction {
  /** Without pressure nothing is slower, whatever was measured beside little. */
  private static final MonotoneCurve.Point ALONE = new MonotoneCurve.Point(0, 1, 1e300);

  private final Map<Cell, MonotoneCurve> curves = new LinkedHashMap<>();
  private final Map<Cell, Score> scores = new LinkedHashMap<>();
  private final String reference;

  /**
   * A predicted slow-down.
   *
   * @param isBeyond whether the pressure is above all that were measured, or may be, so that the
   *     slow-down may be greater
   */
  public record Predicted(double slowDown, boolean isBeyond) {}

  /**
   * How much pressure an application makes.
   *
   * @param bytes the pressure
   * @param slowDown that of the reference beside it
   * @param isBeyond whether it slows down the reference more than any measured pressure, so that
   *     its own may be greater
   */
  public record Score(double bytes, MeasuredMeans.Ratio slowDown, boolean isBeyond) {}

  private Prediction(String reference) {
    this.reference = reference;
  }

  /**
   * The prediction from runs.
   *
   * @param pressures bytes by the task types that name pressures as co-runners
   * @param reference task type of the reference
   */
  public static Prediction of(
      Collection<MeasuredRun> runs, Map<String, Long> pressures, String reference) {
    Prediction prediction = new Prediction(reference);
    MeasuredMeans means = new MeasuredMeans(runs);
    prediction.findCurves(means, pressures);
    prediction.findScores(means, pressures);
    return prediction;
  }

  private void findCurves(MeasuredMeans means, Map<String, Long> pressures) {
    Map<Cell, List<MonotoneCurve.Point>> points = new LinkedHashMap<>();
    for (Cell cell : means.cells()) {
      if (cell.corunners().size() == 1 && pressures.containsKey(cell.corunners().getFirst())) {
        double bytes = pressures.getOrDefault(cell.corunners().getFirst(), 0L);
        means
            .slowDown(cell)
            .ifPresent(ratio ->
                points
                    .computeIfAbsent(cell.alone(), alone -> new ArrayList<>(List.of(ALONE)))
                    .add(new MonotoneCurve.Point(bytes, ratio.value(), ratio.runs())));
      }
    }
    points.forEach((alone, found) -> {
      found.sort(Comparator.comparingDouble(MonotoneCurve.Point::x));
      curves.put(alone, MonotoneCurve.fit(found));
    });
  }

  private void findScores(MeasuredMeans means, Map<String, Long> pressures) {
    for (Cell cell : means.cells()) {
      if (cell.taskType().equals(reference)
          && cell.corunners().size() == 1
          && !pressures.containsKey(cell.corunners().getFirst())) {
        means.slowDown(cell).ifPresent(ratio -> addScore(cell, ratio));
      }
    }
  }

  private void addScore(Cell cell, MeasuredMeans.Ratio ratio) {
    MonotoneCurve curve = curves.get(cell.alone());
    if (curve != null) {
      double bytes = curve.firstPlaceOf(ratio.value());
      scores.put(
          alone(cell.corunners().getFirst(), cell),
          new Score(bytes, ratio, ratio.value() > curve.greatest()));
    }
  }

  /** Another task type alone, under the conditions of a cell. */
  private static Cell alone(String taskType, Cell cell) {
    return new Cell(taskType, cell.conditions(), List.of());
  }

  /** Task type of the reference. */
  public String reference() {
    return reference;
  }

  /** Whether a cell is one of those that give the scores: the reference beside one other. */
  boolean isMadeFrom(Cell cell) {
    return cell.taskType().equals(reference) && cell.corunners().size() == 1;
  }

  /**
   * The curves of applications over bytes of pressure, in the order in which they were measured.
   */
  public Map<Cell, MonotoneCurve> curves() {
    return Collections.unmodifiableMap(curves);
  }

  /** The scores of applications, in the order in which they were measured. */
  public Map<Cell, Score> scores() {
    return Collections.unmodifiableMap(scores);
  }

  /** The slow-down of an application beside others; empty if a curve or a score is missing. */
  public Optional<Predicted> slowDown(Cell cell) {
    MonotoneCurve curve = curves.get(cell.alone());
    double bytes = 0;
    boolean isBeyond = false;
    for (String corunner : cell.corunners()) {
      Score score = scores.get(alone(corunner, cell));
      if (score == null) {
        return Optional.empty();
      }
      bytes += score.bytes();
      isBeyond |= score.isBeyond();
    }
    if (curve == null) {
      return Optional.empty();
    }
    boolean beyond = isBeyond || bytes > curve.lastPlace();
    return Optional.of(new Predicted(curve.at(bytes), beyond));
  }
}
