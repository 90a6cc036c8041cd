package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.pick;
import static org.espalier.core.Theories.theory;
import static org.espalier.core.pmf.PmfAssert.assertPmf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.PlainCompletionTimes;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.PmfGenerators;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;
import org.quicktheories.core.RandomnessSource;

/**
 * Machine queues through random histories, questions asked or not at random, against lists of tasks
 * and the plain formulas.
 */
class MachineQueuePropertyTest {
  private static final int EXAMPLES = 3_000;

  private enum Kind {
    APPEND,
    APPEND_TRIED,
    START,
    WAIT,
    REMOVE,
    TRY_WITH,
    TRY_WITHOUT,
    SHOW,
    ASK
  }

  /** One thing that happens; what the numbers mean depends on the queue at that time. */
  private record Step(Kind kind, int a, int b) {}

  private record History(DroppingScope scope, List<Pmf> executions, List<Step> steps) {}

  private static Gen<History> histories(long... ofSteps) {
    return random -> {
      long step = PmfGenerators.step(random);
      Pmf[] executions = new Pmf[draw(random, 1, 3)];
      for (int i = 0; i < executions.length; i++) {
        long own = step * ofSteps[draw(random, 0, ofSteps.length - 1)];
        executions[i] = PmfGenerators.pmf(random, draw(random, 0, 4) * own, own, 5);
      }
      Step[] steps = new Step[draw(random, 1, 16)];
      for (int i = 0; i < steps.length; i++) {
        steps[i] = step(random);
      }
      DroppingScope scope = pick(random, DroppingScope.values());
      return new History(scope, List.of(executions), List.of(steps));
    };
  }

  private static Step step(RandomnessSource random) {
    return new Step(pick(random, Kind.values()), draw(random, 0, 60), draw(random, 0, 60));
  }

  @Test
  void aQueueIsWhatItsTasksMakeItWhateverHappenedBefore() {
    theory()
        .withExamples(EXAMPLES)
        .forAll(histories(1, 1, 1, 2, 3))
        .checkAssert(history -> new Run(history, true).run());
  }

  /** What is rounded depends on the tasks, not on when it is looked at. */
  @Test
  void boundsHoldWhereSumsAreMadeCoarser() {
    theory()
        .withExamples(EXAMPLES / 3)
        .forAll(histories(1, 170, 2_300))
        .checkAssert(history -> new Run(history, false).run());
  }

  private record Asked(Task task, Estimates estimates) {}

  /** A queue, and beside it the plain facts it must agree with. */
  private static final class Run {
    private final History history;
    private final long step;
    private final List<Asked> candidates = new ArrayList<>();
    private MachineQueue queue;
    private final List<Task> tasks = new ArrayList<>();
    private long now = 5;
    private boolean busy;
    private long start;
    private int ids;

    /** Whether no sum has so many points that it is made coarser. */
    private final boolean areExact;

    /** Was put behind the queue for a try; it may be appended later. */
    private @Nullable Task tried;

    /** Look whether a state that was handed out is still what it was. */
    private final List<Runnable> shown = new ArrayList<>();

    Run(History history, boolean areExact) {
      this.history = history;
      this.areExact = areExact;
      Pmf[] executions = history.executions().toArray(new Pmf[0]);
      this.step = executions[history.steps().size() % executions.length].step();
      this.queue = Queues.empty(history.scope(), now, executions);
      for (int type = 0; type < executions.length; type++) {
        Task task = new Task(1000 + type, type, 0, now + 20 * step + 1);
        candidates.add(new Asked(task, new Estimates(task, 1)));
      }
    }

    void run() {
      for (Step next : history.steps()) {
        happen(next);
      }
      check();
      shown.forEach(Runnable::run);
    }

    private void happen(Step next) {
      switch (next.kind()) {
        case APPEND -> append(task(next));
        case APPEND_TRIED -> append(tried == null ? task(next) : tried);
        case START -> start();
        case WAIT -> pass(next.a() * step / 20);
        case REMOVE -> remove(next.a());
        case TRY_WITH -> {
          tried = task(next);
          queue.with(tried, 0).tail();
        }
        case TRY_WITHOUT -> tryWithout(next.a());
        case SHOW -> show();
        case ASK -> check();
      }
    }

    private void append(Task task) {
      queue = queue.with(task, 0);
      tasks.add(task);
      tried = null;
    }

    private Task task(Step step) {
      int type = step.b() % history.executions().size();
      return new Task(ids++, type, 0, now + 1 + step.a() * this.step / 4);
    }

    private void start() {
      boolean drops = history.scope() != DroppingScope.NONE;
      if (!busy && !tasks.isEmpty() && (!drops || now < tasks.getFirst().deadline())) {
        queue = queue.started(now);
        busy = true;
        start = now;
      }
    }

    /** As the resource manager does it: machines do not idle, and what is overdue leaves first. */
    private void pass(long ticks) {
      while (!busy && !tasks.isEmpty()) {
        start();
        if (!busy) {
          remove(0);
        }
      }
      now += ticks;
      boolean drops = history.scope() != DroppingScope.NONE;
      boolean evicts = history.scope() == DroppingScope.EXECUTING;
      for (int i = tasks.size() - 1; i >= 0 && drops; i--) {
        boolean mayLeave = i > 0 || !busy || evicts;
        if (mayLeave && now >= tasks.get(i).deadline()) {
          remove(i);
        }
      }
      queue = queue.at(now);
    }

    private void remove(int which) {
      if (!tasks.isEmpty()) {
        int position = which % tasks.size();
        queue = queue.without(position, now);
        tasks.remove(position);
        busy = busy && position > 0;
      }
    }

    /** As a policy does that looks and then decides otherwise. */
    private void tryWithout(int which) {
      if (!tasks.isEmpty()) {
        int position = which % tasks.size();
        MachineQueue tried = queue.without(position, now);
        List<Task> left = new ArrayList<>(tasks);
        left.remove(position);
        checkQueue(tried, left, busy && position > 0);
      }
    }

    private void show() {
      MachineQueue state = queue;
      List<Task> then = List.copyOf(tasks);
      boolean running = busy;
      long since = start;
      long time = now;
      shown.add(() -> checkQueue(state, then, running, since, time));
    }

    private void check() {
      checkQueue(queue, tasks, busy);
      for (Asked candidate : candidates) {
        checkCandidate(candidate);
      }
    }

    private void checkQueue(MachineQueue actual, List<Task> expected, boolean running) {
      checkQueue(actual, expected, running, start, now);
    }

    private void checkQueue(
        MachineQueue actual, List<Task> expected, boolean running, long since, long time) {
      if (!areExact) {
        return;
      }
      assertThat(actual.tasks()).isEqualTo(expected);
      assertThat(actual.isBusy()).isEqualTo(running);
      Pmf ready = Pmf.at(time, expected.isEmpty() ? step : execution(expected.getFirst()).step());
      for (int i = 0; i < expected.size(); i++) {
        boolean isRunning = i == 0 && running;
        Task task = expected.get(i);
        Pmf execution = execution(task);
        double chance =
            isRunning
                ? runningChance(execution, task, since, time)
                : PlainCompletionTimes.chanceOfSuccess(ready, execution, task.deadline());
        assertThat(actual.chanceOfSuccess(i)).isCloseTo(chance, within(2e-9));
        ready =
            isRunning
                ? PlainCompletionTimes.running(
                    history.scope(), execution, since, time, task.deadline())
                : PlainCompletionTimes.completion(
                    history.scope(), ready, execution, task.deadline());
        assertPmf(actual.completionTime(i)).isSound().isCloseTo(ready, 1e-9);
      }
      assertPmf(actual.tail()).isCloseTo(ready, 1e-9);
    }

    private Pmf execution(Task task) {
      return history.executions().get(task.type());
    }

    private double runningChance(Pmf execution, Task task, long since, long time) {
      return PlainCompletionTimes.running(
              DroppingScope.NONE, execution, since, time, task.deadline())
          .cumulative(task.deadline());
    }

    /** Bounds before exact values, which the candidate would remember. */
    private void checkCandidate(Asked asked) {
      Task task = asked.task();
      Estimates candidate = asked.estimates();
      Pmf execution = history.executions().get(task.type());
      double atMost = candidate.chanceAtMost(queue, 0);
      double latest = candidate.expectedCompletionAtMost(queue, 0);
      double atLeast = candidate.expectedCompletionAtLeast(queue, 0);
      double chance =
          PlainCompletionTimes.chanceOfSuccess(queue.tail(), execution, task.deadline());
      double expected =
          PlainCompletionTimes.expectedCompletion(
              history.scope(), queue.tail(), execution, task.deadline());

      assertThat(atMost).isGreaterThanOrEqualTo(chance - 1e-9);
      assertThat(atLeast).isLessThanOrEqualTo(expected + 1e-4);
      assertThat(latest).isGreaterThanOrEqualTo(expected - 1e-4);
      assertThat(candidate.chanceOfSuccess(queue, 0)).isCloseTo(chance, within(2e-9));
      assertThat(candidate.expectedCompletion(queue, 0)).isCloseTo(expected, within(2e-4));
    }
  }

  /** A policy may look at a queue without its running task and leave it, then look again later. */
  @Test
  void aTriedEvictionIsNotRememberedForALaterTime() {
    Pmf execution = Pmf.of(10, 1, 0.5, 0.5); // ends at 10 or 11
    MachineQueue queue =
        Queues.empty(DroppingScope.NONE, 0, execution).with(new Task(0, 0, 0, 100), 0).started(0);
    queue.tail();

    assertThat(queue.at(2).without(0, 2).tail()).isEqualTo(Pmf.at(2, 1));
    assertThat(queue.at(7).without(0, 7).tail()).isEqualTo(Pmf.at(7, 1));
  }

  /**
   * A running task that outlives its distribution moves the lattice, and with it the rounding of
   * evictions: the pending task, which would have been evicted at 29, rounded up to 30, can no
   * longer start before 29, when the machine is expected to be free.
   */
  @Test
  void boundsHoldWhenTheRunningTaskOutlivesItsDistribution() {
    Pmf ten = Pmf.at(10, 10);
    Pmf hundred = Pmf.at(100, 10);
    Estimates candidate = new Estimates(new Task(2, 0, 0, 1000), 1);
    MachineQueue queue =
        Queues.empty(DroppingScope.EXECUTING, 0, ten, hundred)
            .with(new Task(0, 0, 0, 1000), 0)
            .started(0)
            .with(new Task(1, 1, 0, 29), 0);
    assertThat(queue.tail()).isEqualTo(Pmf.at(30, 10));
    assertThat(candidate.expectedCompletion(queue, 0)).isEqualTo(40);

    MachineQueue later = queue.at(19);

    assertThat(candidate.expectedCompletionAtLeast(later, 0)).isLessThanOrEqualTo(39);
    assertThat(later.tail()).isEqualTo(Pmf.at(29, 10));
    assertThat(candidate.expectedCompletion(later, 0)).isEqualTo(39);
  }

  /**
   * The task that waits on an idle machine is evicted as the one that runs: at its deadline,
   * rounded up to its own step. What else may run there has another one.
   */
  @Test
  void boundsHoldWhenATaskStarts() {
    Estimates candidate = new Estimates(new Task(1, 0, 0, 1000), 1);
    MachineQueue idle =
        Queues.empty(DroppingScope.EXECUTING, 0, Pmf.at(20, 20), Pmf.at(30, 30))
            .with(new Task(0, 0, 0, 10), 0);
    assertThat(candidate.expectedCompletion(idle, 0)).isEqualTo(40);

    MachineQueue running = idle.started(0);

    assertThat(candidate.expectedCompletionAtMost(running, 0)).isGreaterThanOrEqualTo(40);
    assertThat(candidate.expectedCompletion(running, 0)).isEqualTo(40);
  }

  @Test
  void longTimesThatAreCertainAreNotRounded() {
    MachineQueue queue =
        Queues.empty(DroppingScope.PENDING, 0, Pmf.at(600_000, 100))
            .with(new Task(0, 0, 0, 10_000_000), 0)
            .started(0)
            .with(new Task(1, 0, 0, 10_000_000), 0);

    assertThat(queue.tail()).isEqualTo(Pmf.at(1_200_000, 100));
  }

  @Test
  void aQueueByHand() {
    Pmf execution = Pmf.of(2, 1, 0.5, 0, 0.5); // 2 or 4
    Task first = new Task(0, 0, 0, 100);
    Task second = new Task(1, 0, 0, 9);
    MachineQueue queue =
        Queues.empty(DroppingScope.PENDING, 3, execution).with(first, 0).started(3).with(second, 0);

    assertThat(queue.completionTime(0)).isEqualTo(Pmf.of(5, 1, 0.5, 0, 0.5)); // 5 or 7
    // 5+2, 5+4 or 7+2, 7+4
    assertThat(queue.completionTime(1)).isEqualTo(Pmf.of(7, 1, 0.25, 0, 0.5, 0, 0.25));
    assertThat(queue.chanceOfSuccess(1)).isEqualTo(0.75);
    // at 5 the first task has not finished: it ends at 7
    assertThat(queue.at(5).completionTime(0)).isEqualTo(Pmf.at(7, 1));
    assertThat(queue.at(5).chanceOfSuccess(1)).isEqualTo(0.5);
    // without the first one the machine is free now
    assertThat(queue.at(5).without(0, 5).tail()).isEqualTo(Pmf.of(7, 1, 0.5, 0, 0.5));
    assertThat(Arrays.asList(queue.running().orElseThrow())).containsExactly(first);
  }
}
