package org.espalier.profiler.prediction;

import java.util.ArrayList;
import java.util.List;

/**
 * A curve that never falls, near to measured points. It is an isotonic fit (the least squares among
 * all values that do not fall, found by pooling adjacent violators), straight between the points
 * and level beyond them.
 *
 * @param xs where the points are, rising
 * @param ys the curve there
 */
public record MonotoneCurve(List<Double> xs, List<Double> ys) {
  /**
   * A measured point.
   *
   * @param weight how much it counts, above 0: the number of runs it is the mean of
   */
  public record Point(double x, double y, double weight) {}

  /** Points that were pooled because they fell: all get their weighted mean. */
  private record Pool(double mean, double weight, int size) {
    static Pool of(Point point) {
      return new Pool(point.y(), point.weight(), 1);
    }

    Pool with(Pool next) {
      double sum = weight + next.weight;
      return new Pool((mean * weight + next.mean * next.weight) / sum, sum, size + next.size);
    }
  }

  /** The fit to points whose places rise. */
  public static MonotoneCurve fit(List<Point> points) {
    List<Pool> pools = new ArrayList<>();
    for (Point point : points) {
      Pool pool = Pool.of(point);
      while (!pools.isEmpty() && pools.getLast().mean() >= pool.mean()) {
        pool = pools.removeLast().with(pool);
      }
      pools.add(pool);
    }
    List<Double> ys = new ArrayList<>();
    for (Pool pool : pools) {
      for (int i = 0; i < pool.size(); i++) {
        ys.add(pool.mean());
      }
    }
    return new MonotoneCurve(points.stream().map(Point::x).toList(), ys);
  }

  /** The value at a place. */
  public double at(double x) {
    int above = firstNotBelow(xs, x);
    if (above == 0 || above == xs.size()) {
      return ys.get(Math.min(above, xs.size() - 1));
    }
    return between(xs.get(above - 1), xs.get(above), ys.get(above - 1), ys.get(above), x);
  }

  /** The first place at which a value is reached: the last place if none does. */
  public double firstPlaceOf(double y) {
    int above = firstNotBelow(ys, y);
    if (above == 0 || above == ys.size()) {
      return xs.get(Math.min(above, ys.size() - 1));
    }
    return between(ys.get(above - 1), ys.get(above), xs.get(above - 1), xs.get(above), y);
  }

  /** The last place, beyond which nothing is known. */
  public double lastPlace() {
    return xs.getLast();
  }

  /** The greatest value. */
  public double greatest() {
    return ys.getLast();
  }

  private static int firstNotBelow(List<Double> rising, double value) {
    int i = 0;
    while (i < rising.size() && rising.get(i) < value) {
      i++;
    }
    return i;
  }

  private static double between(double from, double to, double low, double high, double at) {
    return low + (high - low) * (at - from) / (to - from);
  }
}
