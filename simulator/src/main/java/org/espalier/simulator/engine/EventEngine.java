package org.espalier.simulator.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineTimes;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.jspecify.annotations.Nullable;

/**
 * The event engine: drives a resource manager through one trial in virtual time.
 *
 * <p>Events have a total order: by time; at one instant completions by machine index, then arrivals
 * in workload order, then incidents, then failures and repairs, then one {@link
 * ResourceManager#settle} for all of them. A task that takes no time completes at the instant it
 * starts, in a further round of that instant.
 *
 * <p>A trial ends at its horizon, or when nothing is to happen any more. Tasks that are unmapped
 * then have no departure: their deadlines are soft, and the policy does not map them.
 */
public final class EventEngine {
  private static final long IDLE = TimeSpan.NEVER;
  private static final int NO_EVENT = -1;

  /** Mapping events after which tasks are given up that wait in vain: no price falls for longer. */
  private static final int MOST_LOOKS = 400;

  private static final long THERE = -1;

  private final Trial trial;
  private final Incidents incidents;
  private final Journal journal;
  private final @Nullable Outages outages;
  private final @Nullable Scaler scaler;

  /** By machine, what policies know: when it is there, or that it is. */
  private final long[] back;

  private final List<Departure> departures = new ArrayList<>();
  private final List<Departure> lost = new ArrayList<>();

  /** By task, how often its machine failed while it ran. */
  private final Map<Integer, Integer> losses = new HashMap<>();

  private final MachineTimes completions;
  private final long latestDeadline;

  /** A day after all tasks are due the hours of a forecast change nothing any more. */
  private final long lastLook;

  private final List<HeldEvent> events = new ArrayList<>();
  private int unmapped;
  private int vainLooks;
  private int told;

  private EventEngine(Trial trial, Incidents incidents, Journal journal) {
    this.trial = trial;
    this.incidents = incidents;
    this.journal = journal;
    this.outages = trial.failures().map(of -> new Outages(trial.system(), of)).orElse(null);
    this.back = new long[trial.system().machines().size()];
    Arrays.fill(back, THERE);
    this.scaler =
        trial.system().machineTypes().stream().anyMatch(type -> type.scale().isPresent())
                && outages != null
            ? new Scaler(trial.system(), outages, trial.failures().orElseThrow().forecast())
            : null;
    this.completions = new MachineTimes(trial.system().machines().size());
    this.latestDeadline = latestDeadline(trial);
    List<Task> tasks = trial.workload().tasks();
    long lastArrival = tasks.isEmpty() ? 0 : tasks.getLast().arrival();
    long day = Duration.ofDays(1).dividedBy(trial.system().tick());
    this.lastLook = Math.max(latestDeadline, lastArrival) + day;
  }

  /** Runs a trial to its end. */
  public static TrialOutcome run(Trial trial, AllocationPolicy policy) {
    return run(trial, policy, Journal.NONE);
  }

  /**
   * Runs a trial to its end.
   *
   * @param policy a policy that has served no other trial
   * @param journal hears all that happens
   */
  public static TrialOutcome run(Trial trial, AllocationPolicy policy, Journal journal) {
    return run(trial, policy, Incidents.NONE, journal);
  }

  /**
   * Runs a trial in which more happens than arrivals and completions to its end.
   *
   * @param policy a policy that has served no other trial
   * @param journal hears all that happens
   */
  public static TrialOutcome run(
      Trial trial, AllocationPolicy policy, Incidents incidents, Journal journal) {
    return new EventEngine(trial, incidents, journal).drive(policy);
  }

  private TrialOutcome drive(AllocationPolicy policy) {
    boolean keptTimes =
        trial.executionTimes().keepTo(trial.system().pet())
            && !policy.approximation().on()
            && incidents.equals(Incidents.NONE)
            && outages == null;
    ResourceManager manager =
        new ResourceManager(
            trial.system(),
            trial.rules().withKeptTimes(keptTimes),
            policy,
            new VirtualMachines(),
            new Recorder());
    List<Task> tasks = trial.workload().tasks();
    int next = 0;
    boolean unused = scale(0, manager, List.of());
    while (true) {
      long arrival = next < tasks.size() ? tasks.get(next).arrival() : IDLE;
      long outside = Math.min(arrival, Math.min(nextIncident(), nextOutage()));
      long now = Math.min(Math.min(outside, completions.earliest()), manager.nextWakeUp());
      if (now >= trial.horizon() || (outages != null && departures.size() == tasks.size())) {
        runOut(manager);
        return outcome(tasks.subList(0, next));
      }
      finishAt(now, manager);
      while (next < tasks.size() && tasks.get(next).arrival() == now) {
        manager.taskArrived(now, tasks.get(next++));
      }
      befall(now, manager);
      leaveAndReturn(now, manager);
      boolean held = settle(now, manager, policy);
      if (scale(now, manager, tasks.subList(0, next))) {
        held |= settle(now, manager, policy);
      }
      if (next == tasks.size() && held && isAtEnd(manager, now)) {
        // Where machines come and go, what is left does not keep the trial going.
        if (outages != null || ++vainLooks > MOST_LOOKS) {
          return outcome(tasks);
        }
      }
    }
  }

  /** Settles an instant; says whether a mapping event was held. */
  private boolean settle(long now, ResourceManager manager, AllocationPolicy policy) {
    unmapped = NO_EVENT;
    manager.settle(now);
    if (unmapped == NO_EVENT) {
      return false;
    }
    int mappable = policy.mappable().orElse(unmapped);
    events.add(new HeldEvent(now, mappable, manager.wasHeldUp(), policy.postponed()));
    return true;
  }

  /** What is running at the horizon runs to its end. */
  private void runOut(ResourceManager manager) {
    while (completions.earliest() != IDLE) {
      finishAt(completions.earliest(), manager);
    }
  }

  /**
   * Whether a mapping event has left tasks unmapped on idle machines after all deadlines, and when
   * none becomes worth more any more. Some later ones may do better, as prices fall, but a trigger
   * by period would hold them for ever. A trial with a horizon has no such end: tasks may wait for
   * another period's energy.
   */
  private boolean isAtEnd(ResourceManager manager, long now) {
    return trial.horizon() == IDLE
        && manager.unmapped() > 0
        && !manager.isMapping()
        && completions.earliest() == IDLE
        && nextIncident() == IDLE
        && (outages == null || !outages.isAnyToCome())
        && now > latestDeadline
        && trial.workload().tasks().stream().noneMatch(task -> task.risesAfter(now));
  }

  private long nextIncident() {
    return told < incidents.entries().size() ? incidents.entries().get(told).time() : IDLE;
  }

  private void befall(long now, ResourceManager manager) {
    while (nextIncident() == now) {
      switch (incidents.entries().get(told++)) {
        case Journal.Cancelled e -> manager.taskCancelled(now, e.task().id());
        case Journal.MachineChanged e -> manager.machineChanged(now, e.machine(), e.available());
        case Journal.Learned e ->
            manager.learned(now, e.taskType(), e.machineType(), e.pState(), e.executionTime());
        case Journal.Entry e -> throw new IllegalStateException("no incident: " + e);
      }
    }
  }

  private long nextOutage() {
    long scaling = scaler == null || scaler.next() > lastLook ? IDLE : scaler.next();
    return outages == null ? IDLE : Math.min(scaling, outages.next());
  }

  /** Switches machines; says whether one is there at once. */
  private boolean scale(long now, ResourceManager manager, List<Task> arrived) {
    if (scaler == null) {
      return false;
    }
    scaler.look(now, manager, arrived);
    return tell(now, manager);
  }

  /** Tells which machines go, come, and when others will be there; says whether one came. */
  private boolean tell(long now, ResourceManager manager) {
    if (outages == null) {
      return false;
    }
    boolean came = false;
    BitSet changed = outages.takeChanged();
    for (int m = changed.nextSetBit(0); m >= 0; m = changed.nextSetBit(m + 1)) {
      long at = outages.back(m, now);
      boolean isComing = at != IDLE && at != THERE && !manager.queue(m).isBusy();
      long known = back[m];
      back[m] = at == THERE || isComing ? at : IDLE;
      if (known == back[m]) {
        continue;
      }
      if (known == THERE) {
        manager.machineChanged(now, m, false);
      } else if (known != IDLE) {
        manager.live().machineCleared(now, m);
        manager.live().stopTimes(now, m, StopTimes.NONE);
      }
      if (isComing) {
        manager.live().stopTimes(now, m, new StopTimes(at - now, at - now));
      }
      manager.machineChanged(now, m, back[m] != IDLE);
      if (isComing) {
        manager.live().machineClearing(now, m, now);
      }
      came |= back[m] == THERE;
    }
    return came;
  }

  /**
   * What a machine executes when it fails is lost, when it goes off it is ended first; what waits
   * there is mapped again.
   */
  private void leaveAndReturn(long now, ResourceManager manager) {
    if (outages == null) {
      return;
    }
    for (int m = outages.next(0, now); m >= 0; m = outages.next(m + 1, now)) {
      if (outages.fails(m) && manager.queue(m).isBusy()) {
        stop(now, m);
        lose(now, manager.queue(m), manager);
      }
      outages.change(m, now, manager.queue(m).isBusy());
    }
    boolean unused = tell(now, manager);
  }

  /** It is mapped again, if that may be. */
  private void lose(long now, MachineQueue queue, ResourceManager manager) {
    Task task = queue.task(0);
    int most = trial.failures().map(Trial.Failures::retries).orElse(0);
    if (losses.merge(task.id(), 1, Integer::sum) <= most) {
      lost.add(new Departure(task, Fate.FAILED, queue.placement(0), queue.start(), now));
      manager.live().taskLost(now, queue.machine().id(), now);
    } else {
      manager.taskFailed(now, queue.machine().id());
    }
  }

  private static long latestDeadline(Trial trial) {
    return trial.workload().tasks().stream()
        .mapToLong(Task::deadline)
        .filter(deadline -> deadline != Task.NO_DEADLINE)
        .max()
        .orElse(0);
  }

  private void finishAt(long now, ResourceManager manager) {
    for (int m = completions.next(0, now); m >= 0; m = completions.next(m + 1, now)) {
      stop(now, m);
      if (incidents.failing().contains(manager.queue(m).task(0).id())) {
        manager.taskFailed(now, m);
      } else {
        manager.taskFinished(now, m);
      }
    }
  }

  private void stop(long now, int machine) {
    completions.set(machine, IDLE);
    if (outages != null) {
      outages.freed(machine, now);
    }
  }

  private TrialOutcome outcome(List<Task> arrived) {
    long end = departures.isEmpty() ? 0 : departures.getLast().time();
    Set<Integer> left =
        departures.stream().map(departure -> departure.task().id()).collect(Collectors.toSet());
    List<Task> waiting = arrived.stream().filter(task -> !left.contains(task.id())).toList();
    return outages == null
        ? new TrialOutcome(departures, waiting, events, end)
        : new TrialOutcome(departures, waiting, events, end, outages.away(), outages.boots(), lost);
  }

  /** Machines that take the trial's execution times. */
  private final class VirtualMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {
      Machine machine = trial.system().machines().get(placement.machine());
      long time = trial.executionTimes().of(task, machine, placement.pState());
      completions.set(machine.id(), now + time);
    }

    @Override
    public void evict(long now, Machine machine, Task task) {
      stop(now, machine.id());
    }
  }

  /** Keeps departures, and passes everything on. */
  private final class Recorder implements Journal {
    @Override
    public void record(Entry entry) {
      switch (entry) {
        case Left left -> departures.add(left.departure());
        case EventHeld held -> unmapped = held.unmapped();
        default -> {}
      }
      journal.record(entry);
    }

    @Override
    public boolean wantsDeferrals() {
      return journal.wantsDeferrals();
    }
  }
}
