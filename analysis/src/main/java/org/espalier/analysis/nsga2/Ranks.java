package org.espalier.analysis.nsga2;

import java.util.Arrays;

/**
 * Ranks and crowding distances of points, and the best of them (DISSERTATION 5.4.4). Points are
 * losses; equal points do not dominate each other. Takes O(n log n): the points are sorted by first
 * and second loss, and the last point of a front is the one that may dominate the next.
 *
 * <p>Crowding: infinite at both ends of each objective inside a rank, otherwise the distance of the
 * two neighbours over the range of the rank, added over both objectives; equal values follow each
 * other by index, in ascending order of the objective's own values.
 */
final class Ranks {
  private final Ranking ranking;
  private final boolean firstMaximised;
  private final boolean secondMaximised;
  private final int[] rank;

  /** All points by first loss, second loss and index. */
  private final Integer[] sorted;

  private final int[] ofOneRank;
  private final int[] reversed;
  private final int[] sizes;
  private final double[] tails;
  private final double[] crowding;
  private double[] first = {};
  private double[] second = {};
  private int count;

  /** For at most so many points. */
  Ranks(int capacity, Ranking ranking, boolean firstMaximised, boolean secondMaximised) {
    this.ranking = ranking;
    this.firstMaximised = firstMaximised;
    this.secondMaximised = secondMaximised;
    rank = new int[capacity];
    sorted = new Integer[capacity];
    ofOneRank = new int[capacity];
    reversed = new int[capacity];
    sizes = new int[capacity + 1];
    tails = new double[capacity];
    crowding = new double[capacity];
  }

  /** Ranks the first points of two arrays, which are kept and must not change meanwhile. */
  void of(double[] firstLosses, double[] secondLosses, int points) {
    first = firstLosses;
    second = secondLosses;
    count = points;
    sort();
    Arrays.fill(sizes, 0);
    switch (ranking) {
      case FRONTS -> rankByFronts();
      case DOMINATORS -> rankByDominators();
    }
    for (int i = 0; i < count; i++) {
      sizes[rank[i]]++;
    }
  }

  /** The rank of a point, from 1. */
  int rank(int point) {
    return rank[point];
  }

  /** The crowding distance of each point inside its rank. */
  double[] crowding() {
    for (int r = 1; r <= count; r++) {
      crowd(r);
    }
    return Arrays.copyOf(crowding, count);
  }

  /** Marks the best: whole ranks, and of the last one the least crowded. */
  void markBest(int wanted, boolean[] best) {
    int cut = 1;
    int taken = 0;
    while (cut <= count && taken + sizes[cut] <= wanted) {
      taken += sizes[cut++];
    }
    for (int i = 0; i < count; i++) {
      best[i] = rank[i] < cut;
    }
    if (taken < wanted) {
      markLeastCrowded(cut, wanted - taken, best);
    }
  }

  /** Marks the least crowded ones; of equally crowded ones those of lower index. */
  private void markLeastCrowded(int wantedRank, int wanted, boolean[] best) {
    int members = crowd(wantedRank);
    for (int i = 0; i < members; i++) {
      tails[i] = crowding[ofOneRank[i]];
    }
    Arrays.sort(tails, 0, members);
    double least = tails[members - wanted];
    int left = wanted;
    for (int i = 0; i < members; i++) {
      if (crowding[ofOneRank[i]] > least) {
        best[ofOneRank[i]] = true;
        left--;
      }
    }
    for (int i = 0; left > 0; i++) {
      if (rank[i] == wantedRank && crowding[i] == least) {
        best[i] = true;
        left--;
      }
    }
  }

  private void sort() {
    Arrays.setAll(sorted, point -> point);
    Arrays.sort(sorted, 0, count, this::compare); // which keeps equal points in their order
  }

  private int compare(int a, int b) {
    double[] losses = first[a] == first[b] ? second : first;
    return losses[a] < losses[b] ? -1 : losses[a] > losses[b] ? 1 : 0;
  }

  private boolean areEqual(int a, int b) {
    return first[a] == first[b] && second[a] == second[b];
  }

  /** The last of a front so far has its smallest second loss; fronts are sorted by it. */
  private void rankByFronts() {
    int fronts = 0;
    for (int i = 0; i < count; i++) {
      int point = sorted[i];
      if (i > 0 && areEqual(point, sorted[i - 1])) {
        rank[point] = rank[sorted[i - 1]];
        continue;
      }
      int front = firstAbove(second[point], fronts);
      tails[front] = second[point];
      fronts = Math.max(fronts, front + 1);
      rank[point] = front + 1;
    }
  }

  /** The first of some ascending tails that is above a value. */
  private int firstAbove(double value, int to) {
    int low = 0;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tails[middle] > value) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Counts the points before each that are no worse in the second loss, by a Fenwick tree. */
  private void rankByDominators() {
    for (int i = 0; i < count; i++) {
      tails[i] = second[i];
    }
    Arrays.sort(tails, 0, count);
    int[] tree = reversed;
    Arrays.fill(tree, 0);
    int from = 0;
    while (from < count) {
      int to = from;
      int dominators = sum(tree, firstAbove(second[sorted[from]], count));
      while (to < count && areEqual(sorted[to], sorted[from])) {
        rank[sorted[to++]] = 1 + dominators;
      }
      for (int i = from; i < to; i++) {
        add(tree, firstAbove(second[sorted[i]], count));
      }
      from = to;
    }
  }

  private static int sum(int[] tree, int place) {
    int sum = 0;
    for (int i = place; i > 0; i &= i - 1) {
      sum += tree[i - 1];
    }
    return sum;
  }

  private void add(int[] tree, int place) {
    for (int i = place; i <= count; i += i & -i) {
      tree[i - 1]++;
    }
  }

  /** Sets the crowding distances of a rank and lists its members; how many they are. */
  private int crowd(int wantedRank) {
    int members = 0;
    for (int i = 0; i < count; i++) {
      if (rank[sorted[i]] == wantedRank) {
        ofOneRank[members++] = sorted[i];
        crowding[sorted[i]] = 0;
      }
    }
    reverse(members);
    crowdAlong(firstMaximised ? reversed : ofOneRank, first, members);
    crowdAlong(secondMaximised ? ofOneRank : reversed, second, members);
    return members;
  }

  /** The members by descending first loss; equal ones stay in order of their indices. */
  private void reverse(int members) {
    int to = members;
    int place = 0;
    while (to > 0) {
      int from = to - 1;
      while (from > 0 && areEqual(ofOneRank[from - 1], ofOneRank[to - 1])) {
        from--;
      }
      for (int i = from; i < to; i++) {
        reversed[place++] = ofOneRank[i];
      }
      to = from;
    }
  }

  private void crowdAlong(int[] order, double[] losses, int members) {
    if (members == 0) {
      return;
    }
    crowding[order[0]] = Double.POSITIVE_INFINITY;
    crowding[order[members - 1]] = Double.POSITIVE_INFINITY;
    double range = Math.abs(losses[order[members - 1]] - losses[order[0]]);
    if (range > 0) {
      for (int i = 1; i + 1 < members; i++) {
        crowding[order[i]] += Math.abs(losses[order[i + 1]] - losses[order[i - 1]]) / range;
      }
    }
  }
}
