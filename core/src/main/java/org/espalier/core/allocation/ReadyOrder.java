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
  private final Place[] places;

  /** The execution times of the type; null if it has no machines. */
  private final @Nullable TypeTimes times;

  private final boolean takesTasks;
  private int uncertain;
  private int version;

  /** An order of machines of one type. */
  ReadyOrder(MappingState state, int... ofType) {
    this.state = state;
    this.times = ofType.length == 0 ? null : state.queue(ofType[0]).times();
    this.places = new Place[ofType.length];
    for (int i = 0; i < ofType.length; i++) {
      places[i] = placed(ofType[i]);
    }
    Arrays.sort(places);
    this.takesTasks = Arrays.stream(ofType).anyMatch(m -> state.queue(m).isAvailable());
  }

  /** A machine, and when it is expected to be free. */
  private record Place(int machine, double readyTime, boolean isCertain)
      implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int compared = Double.compare(readyTime, other.readyTime);
      return compared == 0 ? Integer.compare(machine, other.machine) : compared;
    }
  }

  private Place placed(int machine) {
    MachineQueue queue = state.queue(machine);
    boolean isCertain = queue.tail().isCertain();
    uncertain += isCertain ? 0 : 1;
    return new Place(machine, ScoreRounding.time(queue.expectedReadyTime()), isCertain);
  }

  /** Number of machines. */
  public int size() {
    return places.length;
  }

  /** Whether one of them takes tasks. */
  public boolean takesTasks() {
    return takesTasks;
  }

  /** The machine at a place of the order. */
  public int machine(int place) {
    return places[place].machine;
  }

  /** When the machine at a place is expected to be free, in ticks. */
  public double readyTime(int place) {
    return places[place].readyTime;
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
    int to = 0;
    while (places[to].machine != machine) {
      to++;
    }
    uncertain -= places[to].isCertain ? 0 : 1;
    Place place = placed(machine);
    for (; to + 1 < places.length && places[to + 1].compareTo(place) < 0; to++) {
      places[to] = places[to + 1];
    }
    for (; to > 0 && places[to - 1].compareTo(place) > 0; to--) {
      places[to] = places[to - 1];
    }
    places[to] = place;
  }
}
