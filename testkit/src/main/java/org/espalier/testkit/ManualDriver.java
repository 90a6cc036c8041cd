package org.espalier.testkit;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.StopTimes;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pmf.Pmf;

/**
 * Drives a resource manager by hand: a test says what happens and when. It has no clock and no
 * queue of events; the policy is a {@link CheckedPolicy}, and a {@link RuleWatcher} looks on.
 */
public final class ManualDriver {
  private final HcSystem system;
  private final FakeBackend backend = new FakeBackend();
  private final NotificationRecorder recorder;
  private final ResourceManager manager;
  private final long period;

  private ManualDriver(
      HcSystem system, AllocationRules rules, AllocationPolicy policy, boolean deferrals) {
    this.system = system;
    this.recorder = new NotificationRecorder(deferrals);
    RuleWatcher watcher = new RuleWatcher(system, rules, recorder);
    this.manager = new ResourceManager(system, rules, new CheckedPolicy(policy), backend, watcher);
    this.period = rules.trigger().period();
  }

  /** A driver of an idle system. */
  public static ManualDriver of(HcSystem system, AllocationRules rules, AllocationPolicy policy) {
    return new ManualDriver(system, rules, policy, false);
  }

  /** A driver of an idle system whose journal wants to know why tasks are deferred. */
  public static ManualDriver explaining(
      HcSystem system, AllocationRules rules, AllocationPolicy policy) {
    return new ManualDriver(system, rules, policy, true);
  }

  /**
   * Tells a resource manager what was recorded of another run, without clock and without execution
   * times. A policy in its first state must take the same decisions again.
   *
   * @param policy a policy in its first state
   * @return what was told and what followed, decisions included
   */
  public static NotificationRecorder replay(
      HcSystem system,
      AllocationRules rules,
      AllocationPolicy policy,
      List<Notification> notifications) {
    ManualDriver driver = of(system, rules, policy);
    notifications.forEach(driver::tell);
    return driver.recorder();
  }

  /** A task arrives. */
  public ManualDriver arrive(long now, Task task) {
    manager.taskArrived(now, task);
    return this;
  }

  /** The running task of a machine finishes. */
  public ManualDriver finish(long now, int machine) {
    backend.finish(machine);
    manager.taskFinished(now, machine);
    return this;
  }

  /** All that happens at this instant has been told. */
  public ManualDriver settle(long now) {
    manager.settle(now);
    return this;
  }

  /** Tells what was recorded elsewhere. */
  public ManualDriver tell(Notification told) {
    told.entry().ifPresentOrElse(this::tell, () -> settle(told.time()));
    return this;
  }

  private void tell(Journal.Entry entry) {
    switch (entry) {
      case Journal.Arrived e -> arrive(e.time(), e.task());
      case Journal.HandedOver e -> manager.live().handedOver(e.time(), e.placement(), e.task());
      case Journal.TakenBack e -> manager.live().takenBack(e.time(), e.machine(), e.task());
      case Journal.Executing e -> manager.live().executionBegan(e.time(), e.machine(), e.start());
      case Journal.Finished e -> {
        backend.finish(e.machine());
        manager.taskFinished(e.time(), e.machine(), e.end());
      }
      case Journal.Failed e -> {
        backend.finish(e.machine());
        manager.taskFailed(e.time(), e.machine(), e.end());
      }
      case Journal.StopTimed e -> manager.live().stopTimes(e.time(), e.machine(), e.times());
      case Journal.Clearing e -> manager.live().machineClearing(e.time(), e.machine(), e.since());
      case Journal.Cleared e -> manager.live().machineCleared(e.time(), e.machine());
      case Journal.Stopped e -> manager.live().taskStopped(e.time(), e.machine(), e.end());
      case Journal.Lost e -> lose(e.time(), e.machine());
      case Journal.Cancelled e -> manager.taskCancelled(e.time(), e.task().id());
      case Journal.Refused e -> manager.live().refuseHopeless(e.time(), e.task().id());
      case Journal.MachineChanged e -> manager.machineChanged(e.time(), e.machine(), e.available());
      case Journal.Learned e ->
          manager.learned(e.time(), e.taskType(), e.machineType(), e.pState(), e.executionTime());
      default -> throw new IllegalArgumentException("this driver cannot tell " + entry);
    }
  }

  /** The running task of a machine fails. */
  public ManualDriver fail(long now, int machine) {
    backend.finish(machine);
    manager.taskFailed(now, machine);
    return this;
  }

  /** The running task of a machine is lost, and may run again. */
  public ManualDriver lose(long now, int machine) {
    backend.finish(machine);
    manager.live().taskLost(now, machine, now);
    return this;
  }

  /**
   * Plays a whole trial tick by tick, settling at each. It ends when all tasks have arrived, no
   * machine is running and every deadline has passed.
   */
  public ManualDriver play(TinyTrial trial) {
    return play(trial, (now, arrived) -> {});
  }

  /**
   * Plays a whole trial as {@link #play} does, while much goes wrong. Running tasks fail, are lost,
   * turn out to have begun late or ended before, or take a while to be stopped. Tasks are taken
   * back, machines come and go, and execution times are learned anew.
   *
   * @param seed of what happens and when
   */
  public ManualDriver playUpset(TinyTrial trial, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long end = end(trial);
    return play(
        trial,
        (now, arrived) -> {
          if (random.nextInt(3) == 0) {
            upset(now, random, arrived);
          }
          clear(now, random, now >= end);
        });
  }

  /** By then all deadlines have passed, and the event after the last of them was held. */
  private long end(TinyTrial trial) {
    return period + trial.workload().tasks().stream().mapToLong(Task::deadline).max().orElse(0);
  }

  private ManualDriver play(TinyTrial trial, BiConsumer<Long, Integer> meanwhile) {
    List<Task> tasks = trial.workload().tasks();
    long end = end(trial);
    int next = 0;
    for (long now = 0; now <= end || !backend.isIdle() || isAnyClearing(); now++) {
      finishDue(now, trial);
      while (next < tasks.size() && tasks.get(next).arrival() == now) {
        arrive(now, tasks.get(next++));
      }
      meanwhile.accept(now, next);
      settle(now);
      while (finishDue(now, trial)) {
        settle(now);
      }
    }
    return this;
  }

  private void upset(long now, SplittableRandom random, int arrived) {
    int machine = random.nextInt(system.machines().size());
    boolean busy = backend.running(machine).isPresent();
    switch (random.nextInt(10)) {
      case 0 -> {
        if (busy) {
          fail(now, machine);
        }
      }
      case 1 -> {
        if (busy) {
          lose(now, machine);
        }
      }
      case 2 -> manager.taskCancelled(now, random.nextInt(arrived + 1));
      case 3 -> manager.machineChanged(now, machine, false);
      case 4 -> manager.machineChanged(now, machine, true);
      case 5 -> {
        if (busy) {
          beganLate(now, random, machine);
        }
      }
      case 6 -> {
        long usual = random.nextLong(3);
        long most = usual + random.nextLong(20);
        long until = random.nextBoolean() ? TimeSpan.NEVER : now + random.nextLong(100);
        manager.live().stopTimes(now, machine, new StopTimes(usual, most, false, until));
      }
      case 7 -> {
        if (busy) {
          backend.finish(machine);
          long start = manager.queue(machine).start();
          manager.taskFinished(now, machine, random.nextLong(start, now + 1));
        }
      }
      case 8 -> manager.live().refuseHopeless(now, random.nextInt(arrived + 1));
      default -> learn(now, random, machine);
    }
  }

  private boolean isAnyClearing() {
    return system.machines().stream().anyMatch(machine -> manager.queue(machine.id()).isClearing());
  }

  /** Some of what is being stopped is gone, or all of it. */
  private void clear(long now, SplittableRandom random, boolean all) {
    for (Machine machine : system.machines()) {
      if (manager.queue(machine.id()).isClearing() && (all || random.nextInt(4) == 0)) {
        manager.live().machineCleared(now, machine.id());
      }
    }
  }

  private void beganLate(long now, SplittableRandom random, int machine) {
    long start = manager.queue(machine).start();
    manager.live().executionBegan(now, machine, random.nextLong(start, now + 1));
  }

  private void learn(long now, SplittableRandom random, int machine) {
    int machineType = system.machines().get(machine).type().id();
    int taskType = random.nextInt(system.taskTypes().size());
    PetMatrix pet = system.pet();
    if (pet.canRun(taskType, machineType)) {
      int steps = random.nextInt(3);
      int pState = random.nextInt(pet.pStates(machineType));
      Pmf time = pet.get(taskType, machineType, pState);
      Pmf learned = time.shifted(time.step() * steps);
      manager.learned(now, taskType, machineType, pState, learned);
    }
  }

  private boolean finishDue(long now, TinyTrial trial) {
    boolean any = false;
    for (Machine machine : system.machines()) {
      boolean due =
          backend
              .running(machine.id())
              .map(run ->
                  run.time() + trial.actualTimes().of(run.task(), machine, run.placement().pState())
                      == now)
              .orElse(false);
      if (due) {
        finish(now, machine.id());
        any = true;
      }
    }
    return any;
  }

  /** The resource manager. */
  public ResourceManager manager() {
    return manager;
  }

  /** What the resource manager told the back end. */
  public FakeBackend backend() {
    return backend;
  }

  /** What was told and what followed. */
  public NotificationRecorder recorder() {
    return recorder;
  }

  /** The decisions so far, in order. */
  public List<Journal.Decided> decisions() {
    return recorder.decisions();
  }

  /** What became of the tasks that left, in order. */
  public List<Departure> departures() {
    return recorder.departures();
  }
}
