package org.espalier.simulator.bound;

import org.espalier.core.pmf.Pmf;

/**
 * What a task brings and takes if it runs for some time and is then stopped. It brings the chance
 * that it has finished, F(w) = P(X &lt;= w). It takes the expected time of the machine, G(w) =
 * E[min(X, w)]. Only those times w are in it at which it may finish, in order; to stop it between
 * two of them takes more time and brings no more than at the earlier one.
 */
final class ChanceCurve {
  private final long[] times;
  private final double[] chances;
  private final double[] ticks;

  ChanceCurve(Pmf time) {
    int points = time.impulses();
    times = new long[points];
    chances = new double[points];
    ticks = new double[points];
    int point = 0;
    for (int i = 0; i < time.size(); i++) {
      if (time.mass(i) > 0) {
        long at = time.time(i);
        times[point] = at;
        chances[point] = time.cumulative(at);
        ticks[point] = at - time.shortfall(at);
        point++;
      }
    }
  }

  /** Number of points. */
  int size() {
    return times.length;
  }

  /** For how long the task may run at a point. */
  long time(int point) {
    return times[point];
  }

  /** The chance that it has then finished. */
  double chance(int point) {
    return chances[point];
  }

  /** The machine time that it then takes in the mean. */
  double ticks(int point) {
    return ticks[point];
  }
}
