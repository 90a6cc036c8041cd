package org.espalier.analysis.front;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The points met so far that none of the others weakly dominates, each with what it stands for.
 * Sums in another order differ in their last digits, so what differs by less is equal. Not for
 * several threads at once.
 *
 * @param <T> what a point stands for, for example an allocation
 */
public final class ParetoArchive<T> {
  private static final double ROUNDING = 1e-13;

  private final TreeMap<Double, Entry<T>> byFirst = new TreeMap<>();

  /**
   * A point and what it stands for.
   *
   * @param <T> what it stands for
   */
  public record Entry<T>(Losses losses, T item) {}

  /** An empty archive. */
  public ParetoArchive() {}

  /** Whether a point would be taken: whether none there is as good in both objectives. */
  public boolean wouldTake(Losses losses) {
    return wouldTake(losses.first(), losses.second());
  }

  /** The same without an object. */
  public boolean wouldTake(double first, double second) {
    Map.Entry<Double, Entry<T>> below = byFirst.floorEntry(first + rounding(first));
    return below == null || below.getValue().losses().second() > second + rounding(second);
  }

  /** Takes a point and forgets those that it dominates; whether it was taken. */
  public boolean add(Losses losses, T item) {
    if (!wouldTake(losses)) {
      return false;
    }
    double from = losses.first() - rounding(losses.first());
    double most = losses.second() - rounding(losses.second());
    Map.Entry<Double, Entry<T>> next = byFirst.ceilingEntry(from);
    while (next != null && next.getValue().losses().second() >= most) {
      byFirst.remove(next.getKey());
      next = byFirst.ceilingEntry(from);
    }
    byFirst.put(losses.first(), new Entry<>(losses, item));
    return true;
  }

  private static double rounding(double value) {
    return Math.abs(value) * ROUNDING;
  }

  public int size() {
    return byFirst.size();
  }

  /** All, by ascending first and so descending second loss. */
  public List<Entry<T>> entries() {
    return List.copyOf(byFirst.values());
  }

  /** The points of all, in the same order. */
  public List<Losses> losses() {
    List<Losses> all = new ArrayList<>(byFirst.size());
    byFirst.values().forEach(entry -> all.add(entry.losses()));
    return all;
  }
}
