package org.espalier.core.pricing;

/**
 * A linear program that packs activities into resources, where no use and no capacity is negative.
 * It maximises value x subject to use x &lt;= capacity and x &gt;= 0. Solved by the primal simplex
 * method on a dense tableau, from the empty packing; by Bland's rule after many steps without gain,
 * so that it ends. Activities that are added later are packed from the best packing before.
 */
public final class PackingProgram {
  private static final double TOLERANCE = 1e-11;
  private static final int STEPS_PER_ROW = 50;

  private final int resources;
  private int activities;

  /** Columns of activities, those to come included. */
  private int room;

  /** [row][column]: activities, slacks, right-hand side; the last row is that of reduced values. */
  private double[][] tableau;

  private final int[] basis;

  /**
   * @param use [resource][activity]
   */
  public PackingProgram(double[] value, double[][] use, double[] capacity) {
    resources = capacity.length;
    activities = value.length;
    room = activities;
    int width = activities + resources + 1;
    tableau = new double[resources + 1][width];
    basis = new int[resources];
    for (int r = 0; r < resources; r++) {
      System.arraycopy(use[r], 0, tableau[r], 0, activities);
      tableau[r][activities + r] = 1;
      tableau[r][width - 1] = capacity[r];
      basis[r] = activities + r;
    }
    for (int a = 0; a < activities; a++) {
      tableau[resources][a] = -value[a];
    }
    solve();
  }

  /**
   * Adds an activity, which is not packed before {@link #solve}.
   *
   * @param use by resource
   */
  public void add(double value, double[] use) {
    if (activities == room) {
      widen();
    }
    for (int r = 0; r <= resources; r++) {
      double sum = r == resources ? -value : 0;
      for (int k = 0; k < resources; k++) {
        sum += tableau[r][room + k] * use[k];
      }
      tableau[r][activities] = sum;
    }
    activities++;
  }

  /** Makes room for as many activities again, and some. */
  private void widen() {
    int more = room + resources;
    double[][] wide = new double[resources + 1][room + more + resources + 1];
    for (int r = 0; r <= resources; r++) {
      System.arraycopy(tableau[r], 0, wide[r], 0, room);
      System.arraycopy(tableau[r], room, wide[r], room + more, resources + 1);
    }
    for (int r = 0; r < resources; r++) {
      basis[r] += basis[r] >= room ? more : 0;
    }
    tableau = wide;
    room += more;
  }

  /** Finds the best packing of all activities, from that which is known. */
  public void solve() {
    int most = STEPS_PER_ROW * (resources + 1);
    for (int step = 0; step < 4 * most; step++) {
      int entering = entering(step >= most);
      if (entering < 0) {
        return;
      }
      int leaving = leaving(entering);
      if (leaving < 0) {
        throw new IllegalArgumentException(
            "activity %s uses no resource and has a value; the program has no end"
                .formatted(entering));
      }
      pivot(leaving, entering);
    }
  }

  /** The column of the greatest gain, or the first one of some; -1 if none gains. */
  private int entering(boolean isFirst) {
    double[] row = tableau[resources];
    int best = -1;
    double least = -TOLERANCE;
    for (int c = 0; c < room + resources && (best < 0 || !isFirst); c++) {
      if (row[c] < least) {
        least = row[c];
        best = c;
      }
    }
    return best;
  }

  private int leaving(int entering) {
    int last = room + resources;
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int r = 0; r < resources; r++) {
      double use = tableau[r][entering];
      if (use > TOLERANCE) {
        double ratio = tableau[r][last] / use;
        if (ratio < least || (ratio == least && basis[r] < basis[best])) {
          least = ratio;
          best = r;
        }
      }
    }
    return best;
  }

  private void pivot(int row, int column) {
    double[] own = tableau[row];
    double factor = 1 / own[column];
    for (int c = 0; c < own.length; c++) {
      own[c] *= factor;
    }
    for (int r = 0; r <= resources; r++) {
      double share = tableau[r][column];
      if (r != row && share != 0) {
        subtract(tableau[r], own, share);
      }
    }
    basis[row] = column;
  }

  private static void subtract(double[] from, double[] row, double share) {
    for (int c = 0; c < from.length; c++) {
      from[c] -= share * row[c];
    }
  }

  /** What one more unit of a resource would be worth. */
  public double price(int resource) {
    return Math.max(0, tableau[resources][room + resource]);
  }

  /** The greatest value. */
  public double value() {
    return tableau[resources][room + resources];
  }

  /** How much of each activity there is. */
  public double[] amounts() {
    double[] amounts = new double[activities];
    for (int r = 0; r < resources; r++) {
      if (basis[r] < room) {
        amounts[basis[r]] = Math.max(0, tableau[r][room + resources]);
      }
    }
    return amounts;
  }
}
