package org.espalier.analysis.sweep;

import java.util.Arrays;

/** Tasks by a bound on what each gains, the highest at the head: a binary heap. */
final class WaitingQueue {
  private double[] bounds = new double[16];
  private int[] tasks = new int[16];
  private int size;

  int size() {
    return size;
  }

  int head() {
    return tasks[0];
  }

  double headBound() {
    return bounds[0];
  }

  /** No bound but the head's is above. */
  double secondBound() {
    if (size < 2) {
      return Double.NEGATIVE_INFINITY;
    }
    return size == 2 ? bounds[1] : Math.max(bounds[1], bounds[2]);
  }

  void add(double bound, int task) {
    if (size == tasks.length) {
      bounds = Arrays.copyOf(bounds, 2 * size);
      tasks = Arrays.copyOf(tasks, 2 * size);
    }
    int place = size++;
    while (place > 0 && bounds[(place - 1) / 2] < bound) {
      bounds[place] = bounds[(place - 1) / 2];
      tasks[place] = tasks[(place - 1) / 2];
      place = (place - 1) / 2;
    }
    bounds[place] = bound;
    tasks[place] = task;
  }

  /** Takes the head off. */
  int remove() {
    int head = tasks[0];
    size--;
    if (size > 0) {
      sink(bounds[size], tasks[size]);
    }
    return head;
  }

  /** Gives the head a lower bound, and the place that goes with it. */
  void lowerHead(double bound) {
    sink(bound, tasks[0]);
  }

  private void sink(double bound, int task) {
    int place = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && bounds[child + 1] > bounds[child]) {
        child++;
      }
      if (bounds[child] <= bound) {
        break;
      }
      bounds[place] = bounds[child];
      tasks[place] = tasks[child];
      place = child;
      child = 2 * place + 1;
    }
    bounds[place] = bound;
    tasks[place] = task;
  }
}
