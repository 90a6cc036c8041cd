package org.espalier.service.scheduling;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Ending;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Run;
import org.espalier.service.live.Served;

/** Hears what the resource manager does and enters it in the ledger. */
final class Clerk implements Journal {
  private static final String HOPELESS =
      "by what is known of all that is before it, no machine can complete it in time (chance 0)";

  /** How tasks leave that are told to end while they run. */
  private static final Set<Fate> STOPPED =
      EnumSet.of(Fate.EVICTED, Fate.DROPPED_RUNNING, Fate.CANCELLED);

  private final HcSystem system;
  private final Ledger ledger;
  private final Learning learning;
  private final LaunchReports reports;
  private final ChangedMachines changedMachines;
  private final BudgetMeter budget;
  private final List<Assigned> assigned = new ArrayList<>();
  private final ChangedMachines requeued;
  private final ChangedMachines drawing;
  private Optional<LaunchEnd> cause = Optional.empty();
  private boolean held;

  /** The task that was refused last. */
  private int refused = -1;

  private record Assigned(Task task, int machine) {}

  Clerk(
      HcSystem system,
      Ledger ledger,
      Learning learning,
      LaunchReports reports,
      ChangedMachines changedMachines,
      BudgetMeter budget) {
    this.system = system;
    this.ledger = ledger;
    this.learning = learning;
    this.reports = reports;
    this.changedMachines = changedMachines;
    this.budget = budget;
    this.requeued = new ChangedMachines(system.machines().size());
    this.drawing = new ChangedMachines(system.machines().size());
  }

  /** Does what follows from the end of a launch; its task leaves, if it does, because of it. */
  void because(LaunchEnd end, Runnable consequence) {
    cause = Optional.of(end);
    consequence.run();
    cause = Optional.empty();
  }

  /**
   * Says why a task leaves: of the tasks that leave next, that of a launch leaves because it is
   * over.
   */
  void foresee(LaunchEnd end) {
    cause = Optional.of(end);
  }

  @Override
  public void record(Entry entry) {
    ledger.enter(entry);
    changedMachines.heard(entry);
    requeued.heard(entry);
    drawing.heard(entry);
    switch (entry) {
      case Decided decided -> decided(decided.decision());
      case HandedOver e -> {
        LiveTask task = task(e.task());
        ledger.enter(task.isAhead() ? task : task.handedOver()); // it may have been before
      }
      case Started e -> ledger.enter(task(e.task()).started(e.time()));
      case Stopping e -> ledger.enter(task(e.task()).stopping(e.fate()));
      case Lost e when e.until() > e.time() -> ledger.enter(task(e.task()).held(e.until()));
      case Refused e -> refused = e.task().id();
      case Released e -> ledger.enter(task(e.task()).released());
      case Executing e -> ledger.enter(task(e.task()).executing(e.start()));
      case Returned e -> ledger.enter(task(e.task()).takenBack().returned());
      case Left left -> left(left.time(), left.departure());
      case EventHeld e -> held = true;
      default -> {}
    }
  }

  private LiveTask task(Task task) {
    return ledger.of(task);
  }

  private void decided(Decision decision) {
    if (decision instanceof Decision.Assign assign) {
      String machine = system.machines().get(assign.machine()).name();
      int pState = assign.placement().pState();
      LiveTask task = task(assign.task()).assigned(machine, pState, Double.NaN);
      String type = system.taskTypes().get(assign.task().type()).name();
      boolean isPoorer = assign.task().isVersion();
      ledger.enter(isPoorer ? task.as(new Served(type, assign.task().share())) : task);
      assigned.add(new Assigned(assign.task(), assign.machine()));
    }
  }

  private void left(long now, Departure departure) {
    budget.left(now, departure, ledger);
    LiveTask task = task(departure.task()).takenBack();
    Optional<LaunchEnd> end = cause.filter(e -> e.id().task() == task.id());
    OptionalInt exitCode =
        end.filter(e -> e.kind() == LaunchEnd.Kind.EXITED).stream()
            .mapToInt(LaunchEnd::exitCode)
            .findFirst();
    String detail =
        end.map(LaunchEnd::detail).orElse(refused == departure.task().id() ? HOPELESS : "");
    ledger.end(now, task, new Ending(departure.time(), departure.fate(), exitCode, detail));
    task.run().ifPresent(run -> judge(run, departure.fate()));
    boolean learnable = departure.placement().pState() == 0;
    if (learnable && wasStopped(departure) && reports.hasBegun(LaunchId.of(task))) {
      int machineType = system.machines().get(departure.machine()).type().id();
      long ran = departure.time() - departure.start();
      learning.stopped(departure.task().type(), machineType, ran);
    }
  }

  private static boolean wasStopped(Departure departure) {
    return departure.start() != Departure.NOT_STARTED && STOPPED.contains(departure.fate());
  }

  private void judge(Run run, Fate fate) {
    if (run.isJudgedBy(fate)) {
      learning.judged(run.chance(), fate == Fate.ON_TIME);
    }
  }

  /** The machines whose queues have changed since this was last called. */
  ChangedMachines requeued() {
    return requeued;
  }

  /** The same, for whoever counts what machines draw. */
  ChangedMachines drawing() {
    return drawing;
  }

  /** Whether a mapping event was held since this was last called. */
  boolean takeHeld() {
    boolean taken = held;
    held = false;
    return taken;
  }

  /**
   * Notes the chances of success with which tasks were mapped, as the queues stand after all
   * decisions.
   */
  void notePredictions(ResourceManager manager) {
    for (Assigned each : assigned) {
      MachineQueue queue = manager.queue(each.machine());
      for (int i = 0; i < queue.size(); i++) {
        if (queue.task(i).id() == each.task().id()) {
          ledger.enter(task(each.task()).predicted(queue.chanceOfSuccess(i)));
        }
      }
    }
    assigned.clear();
  }
}
