package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;

/**
 * The next starts of all machines that take tasks, each with what it is worth of one now. They are
 * discounted as far as other tasks need the machines.
 *
 * @param now those of machines that may be given a task; if there are none, nor are others
 * @param soonest of all others those that come first, in order of time
 * @param later one of each machine type, at the median of all
 */
record NextStarts(List<Start> now, List<Start> soonest, List<Start> later) {
  /** The most starts that a matching looks at. */
  static final int MOST = 64;

  /** What a start of a busy machine is worth of one now; each later one that again. */
  private static final double DISCOUNT = 0.85;

  /** How many starts of a machine are looked at. */
  private static final int STARTS = 4;

  /**
   * The next starts in a mapping event.
   *
   * @param ready when each machine is expected to be free, ticks
   */
  static NextStarts of(MappingSession session, FluidPrices prices, Lead lead, double... ready) {
    double[] times = new double[STARTS * ready.length];
    int number = 0;
    List<MachineQueue> taking = new ArrayList<>();
    Map<Integer, Integer> machines = new TreeMap<>();
    List<Start> now = new ArrayList<>();
    for (int m = 0; m < ready.length; m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isAvailable()) {
        int type = queue.machine().type().id();
        machines.putIfAbsent(type, m);
        taking.add(queue);
        for (int k = 0; k < STARTS; k++) {
          times[number++] = ready[m] + k * prices.meanTime(type);
        }
        if (lead.mayTake(session, queue, ready[m])) {
          now.add(Start.of(queue, ready[m], 1, true));
        }
      }
    }
    if (now.isEmpty()) {
      return new NextStarts(now, now, now);
    }
    double[] some = Arrays.copyOf(times, number);
    double last = at(Math.min(MOST + now.size(), number) - 1, some);
    double discount = 1 - (1 - DISCOUNT) * prices.need();
    List<Start> soonest = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      if (times[i] <= last) {
        MachineQueue queue = taking.get(i / STARTS);
        int k = i % STARTS;
        int discounts = lead.mayTake(session, queue, times[i - k]) ? k : k + 1;
        if (discounts > 0) {
          soonest.add(Start.of(queue, times[i], Math.pow(discount, discounts), false));
        }
      }
    }
    soonest.sort(Comparator.comparingDouble(Start::time));
    double median = at(number / 2, some);
    List<Start> later = new ArrayList<>();
    machines.forEach(
        (type, machine) -> later.add(new Start(machine, new Start.Kind(type, median, 1), false)));
    return new NextStarts(now, soonest, later);
  }

  /** The number that would be at an index if they were sorted; moves them (Hoare's FIND). */
  static double at(int index, double... numbers) {
    int from = 0;
    int to = numbers.length - 1;
    while (from < to) {
      double pivot = numbers[(from + to) >>> 1];
      int i = from;
      int j = to;
      while (i <= j) {
        while (numbers[i] < pivot) {
          i++;
        }
        while (numbers[j] > pivot) {
          j--;
        }
        if (i <= j) {
          double number = numbers[i];
          numbers[i++] = numbers[j];
          numbers[j--] = number;
        }
      }
      from = index > j ? Math.min(i, index) : from;
      to = index < i ? Math.max(j, index) : to;
    }
    return numbers[index];
  }
}
