package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
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
  private final Consumer<LiveTask> strays;
  private final List<Task> waiting = new ArrayList<>();
  private final List<Journal.Running> running = new ArrayList<>();
  private final List<Journal.Held> held = new ArrayList<>();
  private final List<LiveTask> adopted = new ArrayList<>();

  /**
   * Nothing is sorted yet.
   *
   * @param isCopy whether the store is one, so that another service may run what it says
   * @param strays hears of what the system has no place for
   */
  Recovery(
      Places places,
      Admission admission,
      Ledger ledger,
      boolean isCopy,
      Consumer<LiveTask> strays) {
    this.places = places;
    this.isCopy = isCopy;
    this.admission = admission;
    this.ledger = ledger;
    this.strays = strays;
  }

  /** Enters a task in the ledger as what it is now. */
  void sort(LiveTask stored) {
    LiveTask task = admission.byPresentClock(stored);
    if (isCopy || task.isAside()) {
      setAside(stored, task.aside());
      return;
    }
    boolean started = task.run().filter(Run::hasStarted).isPresent();
    LiveTask present = started || task.run().isEmpty() ? task : task.returned();
    ledger.tasks().put(present);
    if (!present.equals(stored)) {
      ledger.enter(present);
    }
    Optional<Placement> placement = places.placement(present);
    if (places.missing(present).isPresent()) {
      strays.accept(present);
    } else if (placement.isPresent()) {
      long start = present.run().orElseThrow().start();
      running.add(new Journal.Running(placement.get(), admission.coreTask(present), start));
      adopted.add(present);
    } else if (present.heldUntil().isPresent()) {
      held.add(new Journal.Held(admission.coreTask(present), present.heldUntil().getAsLong()));
    } else {
      waiting.add(admission.coreTask(present));
    }
  }

  /** Another service may have run it, or still does. */
  private void setAside(LiveTask stored, LiveTask task) {
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
