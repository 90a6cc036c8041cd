package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.pmf.ScoreRounding;
import org.jspecify.annotations.Nullable;

/**
 * The machines of one type in the order in which they are expected to be free for one more task. Of
 * equal ones the lower id comes first. It follows the decisions of its session.
 *
 * <p>Machines of one type differ in their queues only. So where it is certain when each is free,
 * the first one that is open to a task is the best of them for it, unless deadlines drop tasks.
 */
public final class ReadyOrder {
  private final MappingState state;
  private final int[] machines;

  /** By place. */
  private final double[] readyTimes;

  /** By place. */
  private final boolean[] certain;

  /** The execution times of the type; null if it has no machines. */
  private final @Nullable TypeTimes times;

  private final boolean takesTasks;
  private int uncertain;
  private int version;

  /**
   * An order.
   *
   * @param times the execution times on the type; null if it has no machines
   */
  ReadyOrder(MappingState state, @Nullable TypeTimes times, int... ofType) {
    this.state = state;
    this.times = times;
    this.machines = new int[ofType.length];
    this.readyTimes = new double[ofType.length];
    this.certain = new boolean[ofType.length];
    Place[] places = new Place[ofType.length];
    for (int i = 0; i < ofType.length; i++) {
      places[i] = new Place(ofType[i], expectedReadyTime(ofType[i]));
    }
    Arrays.sort(places);
    for (int i = 0; i < ofType.length; i++) {
      machines[i] = places[i].machine;
      readyTimes[i] = places[i].readyTime;
      certain[i] = isTailCertain(machines[i]);
      uncertain += certain[i] ? 0 : 1;
    }
    this.takesTasks = Arrays.stream(machines).anyMatch(m -> state.queue(m).isAvailable());
  }

  private record Place(int machine, double readyTime) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int compared = Double.compare(readyTime, other.readyTime);
      return compared == 0 ? Integer.compare(machine, other.machine) : compared;
    }
  }

  private double expectedReadyTime(int machine) {
    return ScoreRounding.time(state.queue(machine).expectedReadyTime());
  }

  private boolean isTailCertain(int machine) {
    return state.queue(machine).tail().isCertain();
  }

  /** Number of machines. */
  public int size() {
    return machines.length;
  }

  /** Whether one of them takes tasks. */
  public boolean takesTasks() {
    return takesTasks;
  }

  /** The machine at a place of the order. */
  public int machine(int place) {
    return machines[place];
  }

  /** When the machine at a place is expected to be free, in ticks. */
  public double readyTime(int place) {
    return readyTimes[place];
  }

  /** Whether it is certain of each machine when it is free. */
  public boolean isCertain() {
    return uncertain == 0;
  }

  /** Whether that stays so whatever is mapped to them. */
  public boolean staysCertain() {
    return isCertain() && (times == null || times.areCertain());
  }

  /** Whether each task takes some time on them. */
  public boolean timesArePositive() {
    return times == null || times.arePositive();
  }

  /** Changes whenever a queue of the machines does. */
  public int version() {
    return version;
  }

  /** The queue of a machine has changed. */
  void changed(int machine) {
    version++;
    int from = place(machine);
    uncertain -= certain[from] ? 0 : 1;
    double time = expectedReadyTime(machine);
    boolean sure = isTailCertain(machine);
    int to = from;
    while (to + 1 < machines.length && comesBefore(to + 1, time, machine)) {
      move(to + 1, to);
      to++;
    }
    while (to > 0 && !comesBefore(to - 1, time, machine)) {
      move(to - 1, to);
      to--;
    }
    machines[to] = machine;
    readyTimes[to] = time;
    certain[to] = sure;
    uncertain += sure ? 0 : 1;
  }

  private int place(int machine) {
    int place = 0;
    while (machines[place] != machine) {
      place++;
    }
    return place;
  }

  private boolean comesBefore(int place, double time, int machine) {
    return readyTimes[place] < time || (readyTimes[place] == time && machines[place] < machine);
  }

  private void move(int from, int to) {
    machines[to] = machines[from];
    readyTimes[to] = readyTimes[from];
    certain[to] = certain[from];
  }
}
