package org.espalier.core.model;

import java.util.Arrays;

/**
 * A time of each machine, and which machines are the earliest. It is a tree of minima: a change and
 * a question take a number of steps that grows with the logarithm of the number of machines. Not
 * safe for use by several threads.
 */
public final class MachineTimes {
  private final int leaves;

  /** Node 1 is the root; those below node i are 2i and 2i + 1; machines are the leaves. */
  private final long[] earliest;

  /** No machine has a time. */
  public MachineTimes(int machines) {
    leaves = Integer.highestOneBit(Math.max(1, 2 * machines - 1));
    earliest = new long[2 * leaves];
    Arrays.fill(earliest, TimeSpan.NEVER);
  }

  /** Gives a machine a time in ticks, or {@link TimeSpan#NEVER}. */
  public void set(int machine, long time) {
    int node = leaves + machine;
    earliest[node] = time;
    for (node /= 2; node > 0; node /= 2) {
      long least = Math.min(earliest[2 * node], earliest[2 * node + 1]);
      if (earliest[node] == least) {
        return;
      }
      earliest[node] = least;
    }
  }

  /** The earliest time; {@link TimeSpan#NEVER} if no machine has one. */
  public long earliest() {
    return earliest[1];
  }

  /** The first machine from an index on whose time has come, or -1. */
  public int next(int from, long now) {
    if (earliest[1] > now || from >= leaves) {
      return -1;
    }
    int node = leaves + from;
    while (earliest[node] > now) {
      while (node % 2 == 1) {
        node /= 2;
      }
      if (node == 0) {
        return -1;
      }
      node++;
    }
    while (node < leaves) {
      node *= 2;
      if (earliest[node] > now) {
        node++;
      }
    }
    return node - leaves;
  }
}
