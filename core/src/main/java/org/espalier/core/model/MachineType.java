package org.espalier.core.model;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A machine type: machines of one type execute a task type in a P-state with the same distribution
 * of times, and draw the same power.
 *
 * @param id dense index, 0 for the first type of a system
 * @param name what users call it, unique in its system
 * @param price what an hour of one such machine costs by the time of the day, in the user's
 *     currency; 0 when not given
 * @param idleWatts what one such machine draws while it does not execute, at most what it draws in
 *     P-state 0; 0 when not given
 * @param pStates its P-states, at least one, in order of falling power; equal powers are allowed
 * @param like the machine type whose execution times it has, multiplied; empty if it has its own
 * @param failures how often one such machine fails; empty if it does not, or nothing is known of it
 * @param off when machines are off or have outages; empty if it is not known, or never
 * @param boot what one takes that was off, until it is there
 * @param scale how many are on; empty if all are
 */
public record MachineType(
    int id,
    String name,
    Cycle price,
    double idleWatts,
    List<PState> pStates,
    Optional<Like> like,
    Optional<Failures> failures,
    Optional<Timetable> off,
    Boot boot,
    Optional<Scale> scale) {
  /**
   * What a machine type has its execution times from.
   *
   * @param machineType name of a machine type that has its own
   * @param factor by which the times there are multiplied: 2 is half as fast
   */
  public record Like(String machineType, double factor) {
    /** A machine type that is like this one, by a factor of its own. */
    public Like times(double more) {
      return new Like(machineType, factor * more);
    }
  }

  /**
   * How often a machine fails: what it executes is lost then, and it takes nothing until it is
   * repaired. Both times are exponentially distributed.
   *
   * @param mtbf mean time between the end of a repair and the next failure
   * @param mttr mean time to repair; may be zero
   */
  public record Failures(Duration mtbf, Duration mttr) {
    /** How often a machine that is not away fails in a tick. */
    public double rate(Duration tick) {
      return tick.toNanos() / (double) mtbf.toNanos();
    }

    /** The share of the time, in the mean, in which a machine is not away. */
    public double available() {
      return mtbf.toNanos() / (mtbf.toNanos() + (double) mttr.toNanos());
    }
  }

  public MachineType {
    Arguments.id(id, "machine type");
    price.values().forEach(each -> Arguments.notNegative(each, "price of machine type " + name));
    Arguments.notNegative(idleWatts, "idleWatts of machine type " + name);
    pStates = List.copyOf(pStates);
    checkPStates(name, pStates);
    if (idleWatts > pStates.getFirst().activeWatts()) {
      throw new IllegalArgumentException(
          "machine type %s draws %s W when idle, %s W in P-state 0; expected idle <= active"
              .formatted(name, idleWatts, pStates.getFirst().activeWatts()));
    }
  }

  /** A machine type whose machines are always there. */
  public MachineType(
      int id,
      String name,
      double pricePerHour,
      double idleWatts,
      List<PState> pStates,
      Optional<Like> like) {
    this(
        id,
        name,
        Cycle.constant(pricePerHour),
        idleWatts,
        pStates,
        like,
        Optional.empty(),
        Optional.empty(),
        Boot.NONE,
        Optional.empty());
  }

  /** A machine type with execution times of its own. */
  public MachineType(
      int id, String name, double pricePerHour, double idleWatts, List<PState> pStates) {
    this(id, name, pricePerHour, idleWatts, pStates, Optional.empty());
  }

  /** A machine type with one P-state. */
  public MachineType(
      int id, String name, double pricePerHour, double idleWatts, double activeWatts) {
    this(id, name, pricePerHour, idleWatts, List.of(PState.only(activeWatts)));
  }

  /** A machine type with one P-state, without price or power. */
  public MachineType(int id, String name) {
    this(id, name, 0, 0, 0);
  }

  private static void checkPStates(String type, List<PState> pStates) {
    Arguments.refuse(
        pStates.isEmpty(), "machine type %s has no P-state; it needs at least one", type);
    Set<String> names = new HashSet<>();
    double before = Double.POSITIVE_INFINITY;
    for (PState pState : pStates) {
      Arguments.refuse(
          !names.add(pState.name()),
          "machine type %s has two P-states named \"%s\"; names must be unique",
          type,
          pState.name());
      if (pState.activeWatts() > before) {
        throw new IllegalArgumentException(
            "machine type %s draws %s W in P-state %s, %s W in the one before; power must not rise"
                .formatted(type, pState.activeWatts(), pState.name(), before));
      }
      before = pState.activeWatts();
    }
  }

  /** The same, of which machines fail. */
  public MachineType failing(Optional<Failures> often) {
    return with(price, often, off, boot, scale);
  }

  /** The same, of which machines are off at times. */
  public MachineType offAt(Optional<Timetable> times) {
    return with(price, failures, times, boot, scale);
  }

  /** The same, of which one that was off boots. */
  public MachineType booting(Boot other) {
    return with(price, failures, off, other, scale);
  }

  /** The same, of which so many are on as are needed. */
  public MachineType scaled(Optional<Scale> limits) {
    return with(price, failures, off, boot, limits);
  }

  /** The same, of which an hour costs what is given. */
  public MachineType priced(Cycle perHour) {
    return with(perHour, failures, off, boot, scale);
  }

  private MachineType with(
      Cycle perHour,
      Optional<Failures> often,
      Optional<Timetable> times,
      Boot other,
      Optional<Scale> limits) {
    return new MachineType(
        id, name, perHour, idleWatts, pStates, like, often, times, other, limits);
  }

  /** What an hour of one such machine costs, in the mean over the day. */
  public double pricePerHour() {
    return price.mean();
  }

  /** Whether what a machine executes may be lost, as it fails. */
  public boolean mayFail() {
    return failures.isPresent() || off.filter(RecordedOutages.class::isInstance).isPresent();
  }

  /**
   * What an hour costs in the mean over a week, in which one costs nothing while it is off daily.
   */
  public double pricePerHourWithOff() {
    if (!(off.orElse(null) instanceof DailyOff daily)) {
      return pricePerHour();
    }
    Duration minute = Duration.ofMinutes(1);
    long minutes = Duration.ofDays(7).toMinutes();
    return LongStream.range(0, minutes)
            .filter(m -> !daily.isAt("", m, minute))
            .mapToDouble(m -> price.at(m * minute.toNanos()))
            .sum()
        / minutes;
  }

  /** Whether a machine that can be used may be away, as it has failed or is off. */
  public boolean isAwayAtTimes() {
    return failures.isPresent() || off.isPresent() || scale.isPresent();
  }

  /** What one such machine draws while it executes in a P-state, in watts. */
  public double activeWatts(int pState) {
    return pStates.get(pState).activeWatts();
  }

  /** Whether anything is known of its power. */
  public boolean isPowered() {
    return activeWatts(0) > 0;
  }
}
