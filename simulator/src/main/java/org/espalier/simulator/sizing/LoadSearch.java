package org.espalier.simulator.sizing;

import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.espalier.report.statistics.MeanInterval;

/**
 * Searches the greatest load at which a share of tasks is on time in the mean. The share is taken
 * to fall as the load rises; all loads meet the same random numbers, so that it nearly does.
 */
public final class LoadSearch {
  /** The greatest load that is tried, and one over the least, in loads of the study. */
  public static final double MOST = 1024;

  private static final double PRECISION = 1.01;

  /** How far apart two loads are, at least, of which the slope of the share is taken. */
  private static final double APART = 1.03;

  private final DoubleFunction<MeanInterval> shares;
  private final double least;
  private final TreeMap<Double, MeanInterval> tried = new TreeMap<>();

  private LoadSearch(DoubleFunction<MeanInterval> shares, double least) {
    this.shares = shares;
    this.least = least;
  }

  /**
   * A load, in loads of the study.
   *
   * @param load the greatest that was tried and is served well enough
   * @param halfWidth half the interval of the load: half that of its share over how much of the
   *     share a unit of load costs around it; NaN where one trial has no interval
   * @param share what is on time at it
   * @param isBound whether more was tried, so that it is the greatest within 1 %
   */
  public record Found(double load, double halfWidth, MeanInterval share, boolean isBound) {}

  /**
   * The greatest load; empty if even the least load is not served well enough.
   *
   * @param shares what is on time at a load
   * @param least the share that is asked for
   */
  public static Optional<Found> find(DoubleFunction<MeanInterval> shares, double least) {
    return new LoadSearch(shares, least).find();
  }

  private MeanInterval share(double load) {
    return tried.computeIfAbsent(load, shares::apply);
  }

  private boolean isServed(double load) {
    return share(load).mean() >= least;
  }

  private Optional<Found> find() {
    double below = 1;
    double above = 1;
    while (below * MOST >= 1 && !isServed(below)) {
      above = below;
      below /= 2;
    }
    if (below * MOST < 1) {
      return Optional.empty();
    }
    while (above <= MOST && isServed(above)) {
      below = above;
      above *= 2;
    }
    boolean isBound = above <= MOST;
    while (isBound && above / below > PRECISION) {
      double between = Math.sqrt(below * above);
      if (isServed(between)) {
        below = between;
      } else {
        above = between;
      }
    }
    MeanInterval share = share(below);
    return Optional.of(new Found(below, share.halfWidth() / slope(below), share, isBound));
  }

  /** How much of the share a unit of load costs around a load; NaN where it costs none. */
  private double slope(double load) {
    Double less = tried.floorKey(load / APART);
    Double more = tried.ceilingKey(load * APART);
    double from = less == null ? load : less;
    double to = more == null ? load : more;
    double lost = share(from).mean() - share(to).mean();
    return lost > 0 ? lost / (to - from) : Double.NaN;
  }
}
