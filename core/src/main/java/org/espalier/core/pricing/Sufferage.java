package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Departure;
import org.espalier.core.allocation.Fate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;

/**
 * How far each task type lately falls short of the share of all tasks that are on time: its
 * sufferage, in [-1, 1], below 0 where it fares better than all do. Each task moves that of its
 * type towards what it tells itself: the share of all if it is not on time, and 1 less if it is. It
 * moves it by the factor, but by less where many tasks of its type come at a time, so that what is
 * known is not only of the last of them.
 *
 * <p>The tasks that are running count too, by the chance with which they were started. Else what
 * has just been given to a type would be seen only when it ends, and too much given until then.
 */
final class Sufferage {
  /** No task counts more than one of all that come in so many times what rates remember. */
  private static final double MEMORIES = 2;

  private final double factor;

  /** How much one more task counts, by type. */
  private double[] steps = {};

  /** That of the tasks that left, by type. */
  private double[] ofLeft = {};

  /** The same with the tasks that are running. */
  private double[] expected = {};

  /** How much has been seen, from 0 to 1, and how much of that was on time. */
  private double seen;

  private double onTime;

  /**
   * No type suffers yet.
   *
   * @param factor the most by which one task counts, in [0, 1]
   */
  Sufferage(double factor) {
    if (!(factor >= 0 && factor <= 1)) {
      throw new IllegalArgumentException(
          "fairness factor is %s; expected [0, 1]".formatted(factor));
    }
    this.factor = factor;
  }

  /** An independent one that has seen the same. */
  Sufferage copy() {
    Sufferage copy = new Sufferage(factor);
    copy.steps = steps.clone();
    copy.ofLeft = ofLeft.clone();
    copy.expected = expected.clone();
    copy.seen = seen;
    copy.onTime = onTime;
    return copy;
  }

  /** Takes the tasks that left since the last event, by whatever fate. */
  void observe(MappingEvent event, ArrivalRates rates) {
    int types = event.system().pet().taskTypes();
    come(IntStream.range(0, types).mapToDouble(rates::lately).toArray());
    for (Departure departure : event.departures()) {
      left(departure.task().type(), departure.fate() == Fate.ON_TIME);
    }
    noneRuns();
  }

  /** Takes the tasks that are running, until the next are observed. */
  void expect(MappingSession session, Pace pace) {
    noneRuns();
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      if (queue.isBusy()) {
        Task task = queue.task(0);
        double left = task.deadline() - queue.start();
        runs(task.type(), pace.chance(queue.executionTimeAt(0), left));
      }
    }
  }

  /** Takes how many tasks of each type came lately. */
  void come(double... lately) {
    steps = Arrays.stream(lately).map(count -> Math.min(factor, 1 / (MEMORIES * count))).toArray();
    ofLeft = Arrays.copyOf(ofLeft, steps.length);
  }

  /** Takes a task that left. */
  void left(int type, boolean isOnTime) {
    double step = 1 / Arrays.stream(steps).map(ofType -> 1 / ofType).sum();
    seen += step * (1 - seen);
    onTime += step * ((isOnTime ? 1 : 0) - onTime);
    move(ofLeft, type, isOnTime ? 1 : 0);
  }

  /** Forgets what is running. */
  void noneRuns() {
    expected = ofLeft.clone();
  }

  /** Takes a task that is running. */
  void runs(int type, double chance) {
    move(expected, type, chance);
  }

  private void move(double[] sufferage, int type, double chance) {
    if (seen > 0) {
      sufferage[type] += steps[type] * (onTime / seen - chance - sufferage[type]);
    }
  }

  /** That of a task type. */
  double of(int type) {
    return type < expected.length ? expected[type] : 0;
  }
}
