package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.service.live.MachineGroup;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.Overview.MachineState;
import org.espalier.service.live.Overview.QueuedTask;
import org.espalier.service.live.Run;

/**
 * What each machine does, as last looked at, for all threads to read.
 *
 * <p>The scheduler's thread puts up the machines that have changed, at a cost that grows with their
 * number only. Whoever wants all machines counted, searched or put in order walks over them on a
 * thread of their own.
 */
final class MachineBoard {
  private volatile HcSystem system;
  private final AtomicReferenceArray<MachineState> states;
  private final List<TreeSet<Ready>> readyFirst = new ArrayList<>();
  private int running;
  private int queued;

  /**
   * A machine that takes tasks.
   *
   * @param time when it is expected to have done all it has, in ticks; minus infinity if it is idle
   */
  private record Ready(double time, int machine) {
    static final Comparator<Ready> FIRST =
        Comparator.comparingDouble(Ready::time).thenComparingInt(Ready::machine);
  }

  /** A board of machines that are all idle as far as it knows. */
  MachineBoard(HcSystem system) {
    this.system = system;
    this.states = new AtomicReferenceArray<>(system.machines().size());
    system.machineTypes().forEach(type -> readyFirst.add(new TreeSet<>(Ready.FIRST)));
  }

  /** Puts up the same system with what is believed of execution times. */
  void believe(HcSystem learned) {
    system = learned;
  }

  /** The system as last looked at. */
  HcSystem system() {
    return system;
  }

  /** Puts up a machine that has changed; by the scheduler's thread. */
  void put(int machine, MachineState state) {
    int type = system.machines().get(machine).type().id();
    TreeSet<Ready> ready = readyFirst.get(type);
    MachineState before = states.getAndSet(machine, state);
    if (before != null) {
      ready.remove(new Ready(ready(before), machine));
      running -= before.busy() ? 1 : 0;
      queued -= before.queue().size();
    }
    if (state.available()) {
      ready.add(new Ready(ready(state), machine));
    }
    running += state.busy() ? 1 : 0;
    queued += state.queue().size();
  }

  private static double ready(MachineState state) {
    double ready = Double.NEGATIVE_INFINITY;
    for (QueuedTask task : state.queue()) {
      boolean runs = task.start() != Run.NOT_STARTED;
      ready = (runs ? task.start() : Math.max(0, ready)) + task.mean();
    }
    return ready;
  }

  /** How many machines execute a task; by the scheduler's thread. */
  int running() {
    return running;
  }

  /** Tasks in all queues, running ones included; by the scheduler's thread. */
  int queued() {
    return queued;
  }

  /**
   * The machines of each type that take tasks and are expected to be ready first; by the
   * scheduler's thread.
   *
   * @param most how many of each type at most
   */
  int[] readyFirst(int most) {
    return readyFirst.stream()
        .flatMapToInt(ready -> ready.stream().limit(most).mapToInt(Ready::machine))
        .toArray();
  }

  /** A machine as last looked at; its chances of success are NaN. */
  MachineState state(int machine) {
    return states.get(machine);
  }

  /** The machines that fit a query, in its order, on its page or not. */
  int[] find(MachineQuery query, long now) {
    int[] fitting =
        IntStream.range(0, states.length()).filter(m -> fits(states.get(m), query)).toArray();
    return switch (query.order()) {
      case SYSTEM -> fitting;
      case ATTENTION ->
          IntStream.of(fitting)
              .mapToObj(m -> Attention.of(m, states.get(m), now))
              .sorted(Attention.MOST_FIRST)
              .mapToInt(Attention::machine)
              .toArray();
    };
  }

  private static boolean fits(MachineState state, MachineQuery query) {
    return query.type().map(type -> type.equals(state.type())).orElse(true)
        && (query.states().isEmpty() || query.states().contains(state.activity()))
        && query.text().map(text -> contains(state.name(), text)).orElse(true);
  }

  private static boolean contains(String name, String text) {
    return name.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
  }

  /** How much a machine is worth a look. */
  private record Attention(int machine, Activity activity, int expectedLate, int queued) {
    /** Failed and drained machines stand before all others, which are equal in this. */
    static final Comparator<Attention> MOST_FIRST =
        Comparator.comparing((Attention a) ->
                a.activity.compareTo(Activity.FULL) < 0 ? a.activity : Activity.FULL)
            .thenComparing(Comparator.comparingInt(Attention::expectedLate).reversed())
            .thenComparing(Comparator.comparingInt(Attention::queued).reversed())
            .thenComparingInt(Attention::machine);

    static Attention of(int machine, MachineState state, long now) {
      return new Attention(
          machine, state.activity(), state.expectedLate(now), state.queue().size());
    }
  }

  /** All machines, counted by their types, in the system's order. */
  List<MachineGroup> groups(long now) {
    List<Count> counts = system.machineTypes().stream().map(Count::new).toList();
    for (int m = 0; m < states.length(); m++) {
      counts.get(system.machines().get(m).type().id()).add(states.get(m), now);
    }
    return counts.stream().filter(count -> !count.wall.isEmpty()).map(Count::group).toList();
  }

  private static final class Count {
    private final MachineType type;
    private final Map<Activity, Integer> states = new EnumMap<>(Activity.class);
    private final List<MachineGroup.Cell> wall = new ArrayList<>();
    private int busy;
    private int queued;
    private int expectedLate;

    Count(MachineType type) {
      this.type = type;
    }

    void add(MachineState state, long now) {
      MachineGroup.Cell cell =
          new MachineGroup.Cell(state.activity(), state.queue().size(), state.expectedLate(now));
      wall.add(cell);
      states.merge(cell.activity(), 1, Integer::sum);
      busy += state.busy() ? 1 : 0;
      queued += cell.queued();
      expectedLate += cell.expectedLate();
    }

    MachineGroup group() {
      return new MachineGroup(type.name(), states, busy, queued, expectedLate, wall);
    }
  }
}
