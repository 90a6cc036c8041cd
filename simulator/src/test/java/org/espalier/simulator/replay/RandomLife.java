package org.espalier.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.ResourceManager;
import org.espalier.core.allocation.journal.ExecutionBackend;
import org.espalier.core.allocation.journal.ExecutionEnd;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.column.SchedulerTime;
import org.espalier.testkit.TinySystems;
import org.jspecify.annotations.Nullable;

/**
 * A resource manager to which everything happens that may happen to a live one, at random and often
 * at one instant, also late and after a start, while its queues are looked at as people do who ask
 * how things stand; keeps its journal.
 */
final class RandomLife {
  private static final List<String> POLICIES = List.of("PAM", "MM", "PAMF", "MSD-Drop", "Random");

  private final Random random;
  private final List<String> policies;
  private final AllocationRules rules;
  private final List<Journal.Entry> entries = new ArrayList<>();
  private final Recorder recorder = new Recorder();

  /** What was handed over ahead, by machine. */
  private final @Nullable Task[] ahead = new Task[3];

  private ResourceManager manager;
  private String policy;
  private int nextTask;
  private long now = 100;
  private long nanos;
  private int readings;

  private RandomLife(long seed, List<String> policies, AllocationRules rules) {
    this.random = new Random(seed);
    this.rules = rules;
    this.policies = policies;
    this.policy = policies.getFirst();
    this.manager = begin(List.of(), List.of(), List.of());
  }

  /** The journal of a life of so many steps under several policies. */
  static List<Journal.Entry> journal(long seed, int steps) {
    return journal(seed, steps, POLICIES);
  }

  /** The journal of a life of so many steps that begins with the first of some policies. */
  static List<Journal.Entry> journal(long seed, int steps, List<String> policies) {
    return journal(seed, steps, policies, PolicySettings.JOURNAL.rules());
  }

  /** The journal of a life by some rules. */
  static List<Journal.Entry> journal(
      long seed, int steps, List<String> policies, AllocationRules rules) {
    RandomLife life = new RandomLife(seed, policies, rules);
    for (int i = 0; i < steps; i++) {
      life.step();
    }
    return life.entries;
  }

  static HcSystem system() {
    Pmf home = Pmf.of(5, 5, 0.5, 0.25, 0.25);
    Pmf away = Pmf.of(10, 5, 0.3, 0.3, 0.4);
    return TinySystems.of(
        new @Nullable Pmf[][] {{home, away}, {away, home}, {away, null}}, 0, 1, 1);
  }

  private ResourceManager begin(
      List<Task> waiting, List<Journal.Running> running, List<Journal.Held> held) {
    HcSystem system = system();
    ResourceManager begun =
        new ResourceManager(system, rules, policy(), new HastyMachines(), recorder);
    Journal.Began began =
        new Journal.Began(
            now, system, rules, policy, "{}", waiting, running, Optional.empty(), held);
    begun.takeOver(began);
    entries.add(began);
    return begun;
  }

  /** The present policy in its first state, by a clock that says 0 to 2 ticks at each event. */
  private AllocationPolicy policy() {
    return new SchedulerTime.Meter(
        PolicyRegistry.builtIn().find(policy).orElseThrow().create(PolicySettings.JOURNAL),
        () -> nanos += (++readings % 5) * system().tick().toNanos() / 2);
  }

  private void step() {
    now += random.nextInt(4);
    for (int i = random.nextInt(4); i > 0; i--) {
      happen();
    }
    recorder.deferrals = random.nextInt(3) == 0;
    manager.settle(now);
    if (random.nextInt(4) == 0) {
      manager.queue(random.nextInt(3)).tail();
    }
  }

  private void happen() {
    int machine = random.nextInt(3);
    switch (random.nextInt(28)) {
      case 0 -> manager.taskCancelled(now, random.nextInt(nextTask + 1));
      case 1 -> manager.machineChanged(now, machine, random.nextBoolean());
      case 2 -> manager.learned(now, 0, 0, 0, Pmf.normalised(5, 5, 1, random.nextInt(5), 1, 1));
      case 3 -> switchPolicy();
      case 4 -> restart();
      case 13 -> beganLate(machine);
      case 14, 15, 16, 17 -> handOver(machine);
      case 18 -> takeBack(machine);
      case 5, 6, 7, 8, 9, 10, 11, 12 -> end(machine);
      default -> arrive();
    }
  }

  private void switchPolicy() {
    policy = policies.get(random.nextInt(policies.size()));
    manager.policyChanged(now, policy(), "{}");
  }

  private void restart() {
    List<Journal.Running> running = new ArrayList<>();
    List<Task> waiting = new ArrayList<>(manager.waiting(Integer.MAX_VALUE));
    List<Journal.Held> held = manager.live().held();
    for (int m = 0; m < 3; m++) {
      var queue = manager.queue(m);
      if (queue.isBusy()) {
        running.add(new Journal.Running(new Placement(m, m, 0), queue.task(0), queue.start()));
      }
      waiting.addAll(queue.tasks().subList(queue.firstPending(), queue.size()));
    }
    Arrays.fill(ahead, null);
    manager = begin(waiting, running, held);
  }

  private void beganLate(int machine) {
    if (manager.queue(machine).isBusy()) {
      long arrival = manager.queue(machine).task(0).arrival();
      manager.live().executionBegan(now, machine, random.nextLong(arrival, now + 1));
    }
  }

  /** The next task of a busy machine is handed over before that is free. */
  private void handOver(int machine) {
    MachineQueue queue = manager.queue(machine);
    if (queue.isBusy()
        && queue.size() > 1
        && ahead[machine] == null
        && now < queue.task(1).deadline()) {
      ahead[machine] = queue.task(1);
      manager.live().handedOver(now, queue.placement(1), queue.task(1));
    }
  }

  private void takeBack(int machine) {
    Task task = ahead[machine];
    if (task != null) {
      ahead[machine] = null;
      assertThat(manager.live().takenBack(now, machine, task)).isTrue();
    }
  }

  private void end(int machine) {
    if (manager.live().stopping(machine).isPresent()) {
      switch (random.nextInt(3)) {
        case 0 -> manager.live().taskStopped(now, machine, now);
        case 1 -> manager.taskFailed(now, machine);
        default -> manager.taskFinished(now, machine);
      }
      manager.live().machineCleared(now, machine);
    } else if (manager.queue(machine).isBusy()) {
      switch (random.nextInt(6)) {
        case 0 -> manager.taskFailed(now, machine);
        case 1 ->
            manager.live().taskLost(now, machine, now + random.nextLong(20) * random.nextLong(2));
        default -> manager.taskFinished(now, machine);
      }
    }
  }

  private void arrive() {
    long deadline = now + random.nextInt(60);
    manager.taskArrived(now, new Task(nextTask++, random.nextInt(3), now, deadline));
  }

  private final class Recorder implements Journal {
    private boolean deferrals;

    @Override
    public void record(Entry entry) {
      entries.add(entry);
    }

    @Override
    public boolean wantsDeferrals() {
      return deferrals;
    }
  }

  /**
   * Machines on which one in three tasks that are to be evicted has ended before, and as many that
   * are to be taken back may have begun.
   */
  private final class HastyMachines implements ExecutionBackend {
    @Override
    public void start(long now, Placement placement, Task task) {
      ahead[placement.machine()] = null;
    }

    @Override
    public boolean takeBack(long now, Machine machine, Task task) {
      boolean taken = random.nextInt(3) > 0;
      if (taken) {
        ahead[machine.id()] = null;
      }
      return taken;
    }

    @Override
    public Optional<ExecutionEnd> ended(long now, Machine machine, Task task) {
      if (random.nextInt(3) > 0) {
        return Optional.empty();
      }
      long time = random.nextLong(manager.queue(machine.id()).start(), now + 3);
      ExecutionEnd.How[] ways = ExecutionEnd.How.values();
      return Optional.of(new ExecutionEnd(time, ways[random.nextInt(ways.length)]));
    }

    @Override
    public void evict(long now, Machine machine, Task task) {}
  }
}
