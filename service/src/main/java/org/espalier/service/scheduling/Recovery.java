package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;

/**
 * Sorts the tasks that an earlier process left behind. There are those that run on, those that wait
 * again, those that are held back, and those for which the system has no place.
 */
final class Recovery {
  private final Places places;
  private final Admission admission;
  private final Ledger ledger;
  private final boolean isCopy;
  private final Predicate<LiveTask> takesBack;
  private final Consumer<LiveTask> strays;
  private final List<Task> waiting = new ArrayList<>();
  private final List<Journal.Running> running = new ArrayList<>();
  private final List<Journal.Held> held = new ArrayList<>();
  private final List<LiveTask> adopted = new ArrayList<>();
  private final List<LiveTask> ahead = new ArrayList<>();

  /**
   * Nothing is sorted yet.
   *
   * @param isCopy whether the store is one, so that another service may run what it says
   * @param takesBack takes back what was handed over ahead, if it has not begun
   * @param strays hears of what the system has no place for
   */
  Recovery(
      Places places,
      Admission admission,
      Ledger ledger,
      boolean isCopy,
      Predicate<LiveTask> takesBack,
      Consumer<LiveTask> strays) {
    this.places = places;
    this.isCopy = isCopy;
    this.admission = admission;
    this.ledger = ledger;
    this.takesBack = takesBack;
    this.strays = strays;
  }

  /** Enters a task in the ledger as what it is now. */
  void sort(LiveTask stored) {
    LiveTask task = admission.byPresentClock(stored);
    if (isCopy || task.isAside()) {
      put(stored, task.aside());
      return;
    }
    if (task.isAhead() && !takesBack.test(task)) {
      ahead.add(task);
      return;
    }
    boolean started = task.run().filter(Run::hasStarted).isPresent();
    enter(stored, started || task.run().isEmpty() ? task : task.takenBack().returned());
  }

  /**
   * Sorts what was handed over ahead, when all others are sorted. Where nothing runs before it any
   * more, or the system has no place for it, it counts as started.
   *
   * @param since when each counts as started, or has begun later as is told then
   * @return the others
   */
  List<Journal.HandedOver> sortAhead(long now, ToLongFunction<LiveTask> since) {
    Set<Integer> busy = running.stream().map(Journal.Running::machine).collect(Collectors.toSet());
    List<Journal.HandedOver> waits = new ArrayList<>();
    for (LiveTask task : ahead) {
      LiveTask started = task.started(since.applyAsLong(task));
      Optional<Placement> placement = places.placement(started);
      if (placement.filter(place -> busy.contains(place.machine())).isPresent()) {
        Task coreTask = admission.coreTask(task);
        ledger.tasks().put(task);
        waiting.add(coreTask);
        Task served = admission.servedTask(task);
        waits.add(new Journal.HandedOver(now, placement.get(), served));
      } else {
        enter(task, started);
      }
    }
    return waits;
  }

  private void enter(LiveTask stored, LiveTask present) {
    put(stored, present);
    Optional<Placement> placement = places.placement(present);
    if (places.missing(present).isPresent()) {
      strays.accept(present);
    } else if (placement.isPresent()) {
      long start = present.run().orElseThrow().start();
      running.add(new Journal.Running(placement.get(), admission.servedTask(present), start));
      adopted.add(present);
    } else if (present.heldUntil().isPresent()) {
      held.add(new Journal.Held(admission.coreTask(present), present.heldUntil().getAsLong()));
    } else {
      waiting.add(admission.coreTask(present));
    }
  }

  /** Another service may have run it, or still does. */
  private void put(LiveTask stored, LiveTask task) {
    ledger.tasks().put(task);
    if (!task.equals(stored)) {
      ledger.enter(task);
    }
  }

  List<Task> waiting() {
    return waiting;
  }

  List<Journal.Running> running() {
    return running;
  }

  List<Journal.Held> held() {
    return held;
  }

  /** The live tasks of {@link #running}, to be looked for by the back end. */
  List<LiveTask> adopted() {
    return adopted;
  }
}
