package org.espalier.service.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
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

  /** A board of machines that are all idle as far as it knows. */
  MachineBoard(HcSystem system) {
    this.system = system;
    this.states = new AtomicReferenceArray<>(system.machines().size());
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
    states.set(machine, state);
  }

  /** When it is expected to have done all it has, in ticks; minus infinity if it is idle. */
  private static double ready(MachineState state) {
    double ready = Double.NEGATIVE_INFINITY;
    for (QueuedTask task : state.queue()) {
      boolean runs = task.start() != Run.NOT_STARTED;
      ready = (runs ? task.start() : Math.max(0, ready)) + task.mean();
    }
    return ready;
  }

  /**
   * The machines of each type that take tasks and are expected to be ready first.
   *
   * @param most how many of each type at most
   */
  int[] readyFirst(int most) {
    return system.machineTypes().stream()
        .flatMapToInt(type ->
            system.machines().stream()
                .filter(machine -> machine.type().id() == type.id())
                .map(Machine::id)
                .filter(m -> states.get(m).available())
                .sorted(Comparator.comparingDouble(m -> ready(states.get(m))))
                .limit(most)
                .mapToInt(Integer::intValue))
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
    Map<String, List<MachineState>> byType =
        IntStream.range(0, states.length())
            .mapToObj(states::get)
            .collect(Collectors.groupingBy(MachineState::type));
    return system.machineTypes().stream()
        .map(MachineType::name)
        .filter(byType::containsKey)
        .map(type -> new MachineGroup(type, now, byType.getOrDefault(type, List.of())))
        .toList();
  }
}
