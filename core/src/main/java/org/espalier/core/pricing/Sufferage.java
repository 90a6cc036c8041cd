package org.espalier.core.pricing;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;

/**
 * How far each task type lately falls short of the share of all tasks that are on time. This is its
 * sufferage, in [-1, 1], below 0 where it fares better than all do. Each task moves that of its
 * type by the factor: towards the share of all if it is not on time, and towards that less 1 if it
 * is. Where many tasks of a type come at a time it moves it by less, so that what is known is not
 * only of the last of them.
 *
 * <p>The tasks that machines have been given count too, by their chance of success. Else what has
 * just been given to a type would be seen only when it ends, and too much given until then.
 */
final class Sufferage {
  private final double factor;

  /** How much one more task counts: of a type, and of all. */
  private double[] steps = {};

  private double stepOfAll;

  /** The sufferage by type, of the tasks that left. */
  private double[] ofLeft = {};

  /** The sufferage by type, with the tasks that machines have. */
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

  /** Takes the tasks that left since the last event, by whatever fate. */
  void observe(MappingEvent event, ArrivalRates rates) {
    int types = event.system().pet().taskTypes();
    come(IntStream.range(0, types).mapToDouble(rates::lately).toArray());
    for (Departure departure : event.departures()) {
      left(departure.task().asked().type(), departure.fate() == Fate.ON_TIME);
    }
  }

  /** Takes the tasks that machines have, and forgets those that they had before. */
  void expect(MappingSession session) {
    noneIsGiven();
    for (int m = 0; m < session.machines(); m++) {
      MachineQueue queue = session.queue(m);
      for (int position = 0; position < queue.size(); position++) {
        isGiven(queue.task(position).asked().type(), queue.chanceOfSuccess(position));
      }
    }
  }

  /** Takes how many tasks of each type came lately. What does not come is no part of all. */
  void come(double... lately) {
    double[] memories = Arrays.stream(lately).map(count -> Math.max(1 / factor, count)).toArray();
    // A factor of 0 remembers without end, also what does not come.
    double memoryOfAll = 0;
    for (int type = 0; type < lately.length; type++) {
      memoryOfAll += lately[type] > 0 ? Math.min(1, lately[type]) * memories[type] : 0;
    }
    stepOfAll = 1 / Math.max(1 / factor, memoryOfAll);
    steps = Arrays.stream(memories).map(memory -> 1 / memory).toArray();
    ofLeft = Arrays.copyOf(ofLeft, steps.length);
  }

  /** Takes a task that left. */
  void left(int type, boolean isOnTime) {
    seen += stepOfAll * (1 - seen);
    onTime += stepOfAll * ((isOnTime ? 1 : 0) - onTime);
    move(ofLeft, type, isOnTime ? 1 : 0);
  }

  /** Forgets what machines have. */
  void noneIsGiven() {
    expected = ofLeft.clone();
  }

  /** Takes a task that a machine has. */
  void isGiven(int type, double chance) {
    move(expected, type, chance);
  }

  private void move(double[] sufferage, int type, double chance) {
    if (seen > 0) {
      sufferage[type] += steps[type] * (onTime / seen - chance - sufferage[type]);
    }
  }

  /** The sufferage of a task type. */
  double of(int type) {
    return type < expected.length ? expected[type] : 0;
  }
}
