package org.espalier.service.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Machine;
import org.espalier.core.model.TimeSpan;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which machines are there, which of these take tasks, and on which something is being stopped
 * still. One that is away takes nothing; what waits for it goes back to the batch queue, and what
 * becomes of what runs on it is recorded when it is told. Where it is known when one comes back, it
 * is expected to be free by then, and may be given a queue. Used by one thread.
 */
final class Presence {
  private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

  /** Within this most commands are gone that are told to stop, and those that were killed. */
  private static final Duration USUAL_STOP = Duration.ofMillis(50);

  /** Who ran the launches of a machine last. */
  private static final String HOLDER_FACT = "holder.";

  private final Workings workings;
  private final Places places;
  private final ResourceManager manager;
  private final Absences absences;
  private final Stops stops;
  private final long usualStop;
  private final Timeline timeline;
  private final Map<String, String> holders;
  private Predicate<String> occupied = machine -> false;

  /**
   * That of a system.
   *
   * @param facts what the store knows
   */
  Presence(Workings workings, Map<String, String> facts) {
    this.workings = workings;
    this.places = workings.places();
    this.manager = workings.manager();
    this.absences = workings.around().absences();
    this.timeline = workings.around().timeline();
    this.stops = workings.around().stops();
    this.usualStop = Math.max(1, timeline.ticks(USUAL_STOP));
    this.holders = holders(facts);
  }

  /** Who ran the launches of each machine last, by what the store knows. */
  static Map<String, String> holders(Map<String, String> facts) {
    Map<String, String> holders = new HashMap<>();
    facts.forEach((name, value) -> {
      if (name.startsWith(HOLDER_FACT)) {
        holders.put(name.substring(HOLDER_FACT.length()), value);
      }
    });
    return holders;
  }

  /** Says which machines run what the system has no place for, by their names. */
  void occupiedBy(Predicate<String> strays) {
    occupied = strays;
  }

  /**
   * Whether a machine may take tasks: it is there, works, is not drained and has no other to run.
   */
  boolean takesTasks(Machine machine) {
    return workings.conditions().isReady(machine.id())
        && (!absences.isAway(machine.name()) || isAwaited(machine))
        && !occupied.test(machine.name());
  }

  /** Whether a machine is there, and tells in a moment what it is asked. */
  boolean tellsLater(String machine) {
    return workings.around().backend().traits(machine).tellsLater() && !absences.isAway(machine);
  }

  /** Whether policies know when a machine that is away comes back. */
  private boolean isAwaited(Machine machine) {
    return absences.find(machine.name()).filter(a -> a.back().isPresent()).isPresent()
        && manager.queue(machine.id()).isClearing();
  }

  /** Tells a resource manager that has just begun what is so already. */
  void begin(long now, Machine machine) {
    if (!takesTasks(machine)) {
      manager.machineChanged(now, machine.id(), false);
    }
  }

  void heard(long now, Message.OfMachine message) {
    switch (message) {
      case Message.Away m -> away(now, m);
      case Message.Back m -> back(now, m.machine(), m.holder());
      case Message.Goes m -> goes(now, m.machine(), m.until());
      case Message.Stopping m -> began(now, m.launch(), m.machine());
      case Message.Gone m -> gone(now, m.launch());
    }
  }

  private void away(long now, Message.Away message) {
    String name = message.machine();
    String why = message.why();
    Optional<Machine> found = places.find(name);
    boolean took = found.filter(this::takesTasks).isPresent();
    boolean wasAway = absences.isAway(name);
    absences.began(name, why, now, message.back());
    found.ifPresent(machine -> {
      workings.changedMachines().add(machine.id());
      if (took) {
        manager.machineChanged(now, machine.id(), false);
      }
      await(now, machine);
      if (!wasAway) {
        LOG.info("machine {} is away: {}", name, why);
      }
    });
  }

  /** An idle machine that is away is known to be free when it comes back, if that is known. */
  private void await(long now, Machine machine) {
    MachineQueue queue = manager.queue(machine.id());
    Optional<Absences.Absence> absence = absences.find(machine.name());
    if (absence.isEmpty() || absence.get().back().isEmpty() || queue.isBusy()) {
      return;
    }
    if (queue.isClearing()) {
      manager.live().machineCleared(now, machine.id());
    }
    long left = Math.max(1, absence.get().back().getAsLong() - now);
    manager.live().stopTimes(now, machine.id(), new StopTimes(left, left));
    manager.live().machineClearing(now, machine.id(), now);
    if (takesTasks(machine)) {
      manager.machineChanged(now, machine.id(), true);
    }
  }

  private void back(long now, String name, String holder) {
    if (!holder.equals(holders.put(name, holder))) {
      workings.ledger().step().fact(HOLDER_FACT + name, holder);
    }
    if (!absences.isAway(name)) {
      return;
    }
    Optional<Machine> found = places.find(name);
    boolean wasAwaited = found.filter(this::isAwaited).isPresent();
    absences.ended(name);
    found.ifPresent(machine -> {
      LOG.info("machine {} is there", name);
      workings.changedMachines().add(machine.id());
      if (wasAwaited) {
        manager.live().machineCleared(now, machine.id());
        manager.live().stopTimes(now, machine.id(), StopTimes.NONE);
      } else if (takesTasks(machine)) {
        manager.machineChanged(now, machine.id(), true);
      }
    });
  }

  /** Says how long stops take on a machine, and that there is one if there is. */
  void expect(long now, Machine machine) {
    Backend.Traits traits = workings.around().backend().traits(machine.name());
    traits
        .grace()
        .map(grace -> 2 * usualStop + grace.dividedBy(timeline.tick()))
        .map(most ->
            new StopTimes(
                usualStop,
                most,
                traits.runsOn(),
                absences.untils.getOrDefault(machine.name(), TimeSpan.NEVER)))
        .ifPresent(times -> manager.live().stopTimes(now, machine.id(), times));
    notice(now, machine);
  }

  /** A machine goes at a time, which may be {@link TimeSpan#NEVER}. */
  private void goes(long now, String name, long until) {
    absences.untils.put(name, until);
    places.find(name).ifPresent(machine -> expect(now, machine));
  }

  /** A machine on which something is being stopped still is not free. */
  void notice(long now, Machine machine) {
    await(now, machine);
    MachineQueue queue = manager.queue(machine.id());
    if (!queue.isBusy() && !queue.isClearing()) {
      stops
          .since(machine.name())
          .ifPresent(since -> manager.live().machineClearing(now, machine.id(), since));
    }
  }

  /** What nobody wants is being stopped on a machine. */
  private void began(long now, LaunchId launch, String machine) {
    stops.began(launch, machine, now);
    places.find(machine).ifPresent(found -> notice(now, found));
  }

  /** What was stopped is gone. */
  void gone(long now, LaunchId launch) {
    stops
        .ended(launch)
        .filter(name -> stops.since(name).isEmpty())
        .flatMap(places::find)
        .filter(machine -> manager.queue(machine.id()).isClearing())
        .ifPresent(machine -> manager.live().machineCleared(now, machine.id()));
  }

  /** Since when and why a machine is away, for people; empty if it is there. */
  Optional<String> absence(Machine machine) {
    return absences
        .find(machine.name())
        .map(absence ->
            "away since %s%s: %s"
                .formatted(
                    second(absence.since()),
                    absence.back().isPresent()
                        ? " until " + second(absence.back().getAsLong())
                        : "",
                    absence.why()));
  }

  private Instant second(long ticks) {
    return timeline.instant(ticks).truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * The machines that are away. It outlives a step that is undone, since they are away all the
   * same.
   */
  static final class Absences {
    private final Map<String, Absence> absences = new HashMap<>();

    /** When machines that are there go, in ticks. */
    private final Map<String, Long> untils = new HashMap<>();

    /**
     * One of them.
     *
     * @param since in ticks
     * @param back when it will be there, in ticks; empty if nobody knows
     */
    record Absence(String why, long since, OptionalLong back) {}

    /** A machine is away, since now if it was not before. */
    void began(String machine, String why, long now, OptionalLong back) {
      long since = find(machine).map(Absence::since).orElse(now);
      absences.put(machine, new Absence(why, since, back));
    }

    /** A machine is there. */
    void ended(String machine) {
      absences.remove(machine);
    }

    Optional<Absence> find(String machine) {
      return Optional.ofNullable(absences.get(machine));
    }

    boolean isAway(String machine) {
      return absences.containsKey(machine);
    }
  }
}
