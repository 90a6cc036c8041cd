package org.espalier.simulator.explanation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * A journal that tells the story of one task. It hears a trial as it runs, or the entries of a file
 * one after the other; if it also watches the policy, it knows chances that no journal holds.
 */
public final class StoryTeller implements Journal {
  private final int id;
  private final PolicyWatch watch;
  private final TreeSet<Integer> seen = new TreeSet<>();
  private final Map<Integer, List<Task>> queues = new HashMap<>();
  private final List<Moment> moments = new ArrayList<>();
  private final List<Decision> dropsOfEvent = new ArrayList<>();
  private @Nullable Task task;
  private @Nullable HcSystem system;
  private boolean waits;

  /** The machine on which it was lost last. */
  private int lostOn = -1;

  private @Nullable Long undecidedSince;

  /**
   * @param id id of the task
   */
  public StoryTeller(int id) {
    this.id = id;
    this.watch = new PolicyWatch(id);
  }

  /** A policy that decides as another one does, and lets this see what it sees. */
  public AllocationPolicy watching(AllocationPolicy policy) {
    return watch.around(policy);
  }

  @Override
  public boolean wantsDeferrals() {
    return true;
  }

  /** The story; nothing if the task was never heard of. */
  public Optional<TaskStory> story() {
    return Optional.ofNullable(task).map(found -> new TaskStory(found, moments));
  }

  /** The system that the journal names; one of a simulation names none. */
  public Optional<HcSystem> system() {
    return Optional.ofNullable(system);
  }

  /** The ids of all tasks that were heard of, ascending. */
  public List<Integer> tasks() {
    return List.copyOf(seen);
  }

  @Override
  public void record(Entry entry) {
    switch (entry) {
      case Began e -> began(e);
      case Arrived e -> arrived(e);
      case EventHeld e -> held(e.time());
      case Decided e -> decided(e.time(), e.decision());
      case Started e when isOurs(e.task()) ->
          moments.add(new Moment.Started(e.time(), e.machine()));
      case HandedOver e -> handedOver(e);
      case Executing e when isOurs(e.task()) ->
          moments.add(new Moment.Executing(e.time(), e.machine(), e.start()));
      case Lost e -> lost(e);
      case Returned e -> returned(e);
      case Released e -> released(e);
      case Left e -> left(e.departure());
      case Started _, Executing _ -> {} // of others
      case Charged _,
          EventEnded _,
          LeftUnmanaged _ -> {} // decisions are told when they take effect
      case Finished _, Failed _, Cancelled _, Refused _, TakenBack _ -> {} // what follows says more
      case Stopping e -> queue(e.machine()).remove(e.task());
      case MachineChanged _, StopTimed _, Clearing _, Cleared _, Stopped _ -> {} // of no task
      case Learned _, PolicyChanged _ -> {}
    }
  }

  /** A live service begins, or goes on after a stop, with the tasks that it has. */
  private void began(Began entry) {
    endEvent();
    waits = false;
    system = entry.system();
    queues.clear();
    dropsOfEvent.clear();
    entry.waiting().forEach(waiting -> found(entry.time(), waiting, -1));
    entry.held().forEach(held -> found(entry.time(), held.task(), -1));
    for (Running running : entry.running()) {
      queue(running.machine()).add(running.task());
      found(entry.time(), running.task(), running.machine());
    }
  }

  private void found(long time, Task other, int machine) {
    seen.add(other.id());
    if (isOurs(other)) {
      task = other;
      waits = machine < 0;
      moments.add(new Moment.Found(time, machine));
    }
  }

  private boolean isOurs(Task other) {
    return other.id() == id;
  }

  private void arrived(Arrived entry) {
    seen.add(entry.task().id());
    if (isOurs(entry.task())) {
      task = entry.task();
      waits = true;
      moments.add(new Moment.Arrived(entry.time()));
    }
  }

  /** A mapping event begins; the one before it may have said nothing of the task. */
  private void held(long time) {
    endEvent();
    dropsOfEvent.clear();
    undecidedSince = waits ? time : null;
  }

  private void endEvent() {
    if (undecidedSince != null && waits) {
      moments.add(new Moment.PassedOver(undecidedSince, watch.chancesAt(undecidedSince)));
    }
    undecidedSince = null;
  }

  private void decided(long time, Decision decision) {
    switch (decision) {
      case Decision.Assign d -> assigned(time, d);
      case Decision.Defer d -> deferred(time, d);
      case Decision.Discard d -> discarded(time, d);
      case Decision.Drop _, Decision.Evict _ -> pruned(time, decision, decision.machine());
    }
  }

  private void assigned(long time, Decision.Assign decision) {
    List<Task> queue = queue(decision.machine());
    if (isOurs(decision.task())) {
      undecidedSince = null;
      waits = false;
      dropsOfEvent.stream()
          .filter(drop -> drop.machine() == decision.machine())
          .forEach(drop -> madeRoom(time, drop));
      moments.add(
          new Moment.Assigned(
              time,
              decision.machine(),
              decision.basis(),
              List.copyOf(queue),
              watch.chancesAt(time)));
    }
    queue.add(decision.task());
  }

  /**
   * Tells of a deferral. Of several refusals by one filter in one event, one for each machine
   * considered, the one that came nearest to its limit counts.
   */
  private void deferred(long time, Decision.Defer decision) {
    if (!isOurs(decision.task())) {
      return;
    }
    Moment.Deferred now =
        new Moment.Deferred(
            time, decision.machine(), decision.filter(), decision.basis(), watch.chancesAt(time));
    Moment last = moments.getLast();
    boolean again =
        undecidedSince == null
            && last instanceof Moment.Deferred before
            && before.filter().equals(decision.filter());
    if (!again) {
      moments.add(now);
    } else if (shortage(decision.basis()) < shortage(((Moment.Deferred) last).basis())) {
      moments.set(moments.size() - 1, now);
    }
    undecidedSince = null;
  }

  private static double shortage(Basis basis) {
    return Math.abs(basis.limit() - basis.value());
  }

  private void pruned(long time, Decision decision, int machine) {
    List<Task> queue = queue(machine);
    int place = queue.indexOf(decision.task());
    if (isOurs(decision.task())) {
      List<Task> behind = List.copyOf(queue.subList(place + 1, queue.size()));
      moments.add(new Moment.Pruned(time, decision, behind));
    } else if (queue.stream().skip(place + 1L).anyMatch(this::isOurs)) {
      madeRoom(time, decision);
    } else {
      dropsOfEvent.add(decision);
    }
    queue.remove(decision.task());
  }

  private void madeRoom(long time, Decision drop) {
    PolicyWatch.Gain gain = watch.gainBy(drop.task());
    moments.add(new Moment.MadeRoom(time, drop, gain.before(), gain.after()));
  }

  private void discarded(long time, Decision.Discard decision) {
    if (isOurs(decision.task())) {
      undecidedSince = null;
      moments.add(new Moment.Pruned(time, decision, List.of()));
    }
  }

  /** It is the next of its machine, and was so before a service began that finds it waiting. */
  private void handedOver(HandedOver entry) {
    List<Task> queue = queue(entry.placement().machine());
    if (!queue.contains(entry.task())) {
      queue.add(entry.task());
      waits &= !isOurs(entry.task());
    }
  }

  private void lost(Lost entry) {
    if (entry.until() > entry.time()) {
      queue(entry.machine()).remove(entry.task());
    }
    if (isOurs(entry.task())) {
      lostOn = entry.machine();
      moments.add(new Moment.Lost(entry.time(), entry.machine()));
    }
  }

  /** A task that was held back waits again. */
  private void released(Released entry) {
    if (isOurs(entry.task())) {
      waits = true;
      if (lostOn >= 0) { // else it was lost before the journal begins
        moments.add(new Moment.Returned(entry.time(), lostOn));
      }
    }
  }

  /** A mapped task waits again. */
  private void returned(Returned entry) {
    queue(entry.machine()).remove(entry.task());
    if (isOurs(entry.task())) {
      waits = true;
      moments.add(new Moment.Returned(entry.time(), entry.machine()));
    }
  }

  private void left(Departure departure) {
    queue(departure.machine()).remove(departure.task());
    if (isOurs(departure.task())) {
      endEvent();
      waits = false;
      moments.add(new Moment.Left(departure));
    }
  }

  private List<Task> queue(int machine) {
    return queues.computeIfAbsent(machine, key -> new ArrayList<>());
  }
}
