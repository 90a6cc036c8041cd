package org.espalier.service.scheduling;

import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.model.Machine;
import org.espalier.service.live.Timeline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which machines are there, and which of these take tasks. One that is away takes nothing; what
 * waits for it goes back to the batch queue, and the fate of what runs on it is open until it is
 * told. Used by one thread.
 */
final class Presence {
  private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

  /** Who ran the launches of a machine last. */
  private static final String HOLDER_FACT = "holder.";

  private final Places places;
  private final ResourceManager manager;
  private final MachineConditions conditions;
  private final Absences absences;
  private final Strays strays;
  private final Ledger ledger;
  private final ChangedMachines changed;
  private final Timeline timeline;
  private final Map<String, String> holders;

  /**
   * That of a system.
   *
   * @param facts what the store knows
   */
  Presence(Workings workings, Strays strays, Map<String, String> facts) {
    this.places = workings.places();
    this.manager = workings.manager();
    this.conditions = workings.conditions();
    this.absences = workings.around().absences();
    this.ledger = workings.ledger();
    this.changed = workings.changedMachines();
    this.timeline = workings.around().timeline();
    this.strays = strays;
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

  /**
   * Whether a machine may take tasks: it is there, works, is not drained and has no other to run.
   */
  boolean takesTasks(Machine machine) {
    return conditions.isReady(machine.id())
        && !absences.isAway(machine.name())
        && !strays.isOn(machine.name());
  }

  /** Tells a resource manager that has just begun what is so already. */
  void begin(long now, Machine machine) {
    if (!takesTasks(machine)) {
      manager.machineChanged(now, machine.id(), false);
    }
    if (absences.isAway(machine.name())) {
      open(now, machine, true);
    }
  }

  void away(long now, String name, String why) {
    Optional<Machine> found = places.find(name);
    boolean took = found.filter(this::takesTasks).isPresent();
    boolean wasAway = absences.isAway(name);
    absences.began(name, why, now);
    found.ifPresent(machine -> {
      changed.add(machine.id());
      if (took) {
        manager.machineChanged(now, machine.id(), false);
      }
      if (!wasAway) {
        LOG.info("machine {} is away: {}", name, why);
        open(now, machine, true);
      }
    });
  }

  void back(long now, String name, String holder) {
    if (!holder.equals(holders.put(name, holder))) {
      ledger.step().fact(HOLDER_FACT + name, holder);
    }
    if (!absences.isAway(name)) {
      return;
    }
    absences.ended(name);
    places
        .find(name)
        .ifPresent(machine -> {
          LOG.info("machine {} is there", name);
          changed.add(machine.id());
          open(now, machine, false);
          if (takesTasks(machine)) {
            manager.machineChanged(now, machine.id(), true);
          }
        });
  }

  /** Nothing is decided of what runs on a machine until it is told what became of it. */
  void open(long now, Machine machine, boolean open) {
    if (manager.queue(machine.id()).isBusy() && manager.queue(machine.id()).isOpen() != open) {
      manager.live().fateOpen(now, machine.id(), open);
    }
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
}
