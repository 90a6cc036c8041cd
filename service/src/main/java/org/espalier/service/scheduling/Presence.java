package org.espalier.service.scheduling;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.live.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which machines are there, which of these take tasks, and on which something is being stopped
 * still. One that is away takes nothing; what waits for it goes back to the batch queue, and what
 * becomes of what runs on it is recorded when it is told. Used by one thread.
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
        && !absences.isAway(machine.name())
        && !occupied.test(machine.name());
  }

  /** Tells a resource manager that has just begun what is so already. */
  void begin(long now, Machine machine) {
    if (!takesTasks(machine)) {
      manager.machineChanged(now, machine.id(), false);
    }
  }

  void away(long now, String name, String why) {
    Optional<Machine> found = places.find(name);
    boolean took = found.filter(this::takesTasks).isPresent();
    boolean wasAway = absences.isAway(name);
    absences.began(name, why, now);
    found.ifPresent(machine -> {
      workings.changedMachines().add(machine.id());
      if (took) {
        manager.machineChanged(now, machine.id(), false);
      }
      if (!wasAway) {
        LOG.info("machine {} is away: {}", name, why);
      }
    });
  }

  void back(long now, String name, String holder) {
    if (!holder.equals(holders.put(name, holder))) {
      workings.ledger().step().fact(HOLDER_FACT + name, holder);
    }
    if (!absences.isAway(name)) {
      return;
    }
    absences.ended(name);
    places
        .find(name)
        .ifPresent(machine -> {
          LOG.info("machine {} is there", name);
          workings.changedMachines().add(machine.id());
          if (takesTasks(machine)) {
            manager.machineChanged(now, machine.id(), true);
          }
        });
  }

  /** Says how long stops take on a machine, and that there is one if there is. */
  void expect(long now, Machine machine) {
    Backend backend = workings.around().backend();
    backend
        .grace(machine.name())
        .map(grace -> 2 * usualStop + grace.dividedBy(timeline.tick()))
        .map(most -> new StopTimes(usualStop, most, backend.runsOn(machine.name())))
        .ifPresent(times -> manager.live().stopTimes(now, machine.id(), times));
    notice(now, machine);
  }

  /** A machine on which something is being stopped still is not free. */
  void notice(long now, Machine machine) {
    MachineQueue queue = manager.queue(machine.id());
    if (!queue.isBusy() && !queue.isClearing()) {
      stops
          .since(machine.name())
          .ifPresent(since -> manager.live().machineClearing(now, machine.id(), since));
    }
  }

  /** What nobody wants is being stopped on a machine. */
  void began(long now, LaunchId launch, String machine) {
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
            "away since %s: %s"
                .formatted(
                    timeline.instant(absence.since()).truncatedTo(ChronoUnit.SECONDS),
                    absence.why()));
  }

  /**
   * The machines that are away. It outlives a step that is undone, since they are away all the
   * same.
   */
  static final class Absences {
    private final Map<String, Absence> absences = new HashMap<>();

    /**
     * One of them.
     *
     * @param since in ticks
     */
    record Absence(String why, long since) {}

    /** A machine is away, since now if it was not before. */
    void began(String machine, String why, long now) {
      absences.merge(machine, new Absence(why, now), (old, _) -> new Absence(why, old.since()));
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
