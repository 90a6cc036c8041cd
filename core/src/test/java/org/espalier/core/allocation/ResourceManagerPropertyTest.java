package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A resource manager against plain lists, in random days in which tasks end, fail, are lost or
 * taken back, and machines come and go: where each task is, how it left, and when events are held.
 */
class ResourceManagerPropertyTest {
  private static final int MACHINES = 3;
  private static final HcSystem SYSTEM =
      Scene.system(new Pmf[][] {{Pmf.normalised(2, 1, 1, 2, 1)}, {Pmf.at(5, 1)}}, 0, 0, 0);

  @ParameterizedTest
  @EnumSource
  void tasksAreWhereTheRulesSay(DroppingScope scope) {
    for (int seed = 1; seed <= 5; seed++) {
      new Day(AllocationRules.bounded(3, scope), seed).run();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void soTheyAreWithOtherTriggers(int seed) {
    AllocationRules rules = AllocationRules.bounded(2, DroppingScope.EXECUTING);
    for (Trigger trigger :
        List.of(new Trigger(3, false, 0), new Trigger(0, true, 0), new Trigger(4, false, 5))) {
      new Day(rules.withTrigger(trigger), seed).run();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void soTheyAreWithSoftDeadlines(int seed) {
    new Day(AllocationRules.bounded(2, DroppingScope.NONE).withDeadlines(DeadlineKind.SOFT), seed)
        .run();
    new Day(AllocationRules.of(new TaskManagement.Polled(), DroppingScope.NONE), seed).run();
  }

  /** A machine's tasks, the first of which may run. */
  private static final class Line {
    final List<Task> tasks = new ArrayList<>();
    boolean isBusy;
    boolean isAvailable = true;
  }

  private static final class Day {
    private final AllocationRules rules;
    private final SplittableRandom random;
    private final Scripted run;
    private final List<Task> batch = new ArrayList<>();
    private final List<Task> held = new ArrayList<>();
    private final List<Long> until = new ArrayList<>();
    private final List<Line> lines = new ArrayList<>();
    private final List<String> left = new ArrayList<>();
    private final List<Long> events = new ArrayList<>();
    private List<Decision> decided = List.of();
    private int arrivals;
    private boolean isCompleted;
    private boolean isStirred;
    private long lastEvent;

    Day(AllocationRules rules, int seed) {
      this.rules = rules;
      this.random = new SplittableRandom(seed);
      this.run = new Scripted(SYSTEM, rules, event -> decided = decide(event));
      IntStream.range(0, MACHINES).forEach(m -> lines.add(new Line()));
    }

    /** Some of the tasks go to some machines. */
    private List<Decision> decide(MappingEvent event) {
      MappingSession session = new MappingSession(event);
      for (Candidate candidate : session.open()) {
        int machine = random.nextInt(2 * MACHINES);
        if (machine < MACHINES && session.hasRoom(machine)) {
          session.assign(candidate, machine, Scene.basis());
        }
      }
      return List.copyOf(session.decisions());
    }

    void run() {
      int tasks = 0;
      for (long now = 0; now < 120; now++) {
        for (int m = 0; m < MACHINES; m++) {
          happen(now, m);
        }
        if (random.nextInt(4) == 0) {
          cancel(now, random.nextInt(Math.max(1, tasks - 10), tasks + 2));
        }
        for (int n = random.nextInt(3); n > 0; n--) {
          Task task = new Task(tasks++, random.nextInt(2), now, now + random.nextInt(1, 18));
          arrive(now, task);
        }
        settle(now);
        compare();
      }
      assertThat(left).as("many left").hasSizeGreaterThan(30);
    }

    private void happen(long now, int m) {
      Line line = lines.get(m);
      int what = random.nextInt(30);
      if (line.isBusy && what < 4) {
        run.manager.taskFinished(now, m);
        Task task = end(line);
        leave(now, task, now <= task.deadline() ? Fate.ON_TIME : Fate.LATE);
        isCompleted = true;
      } else if (line.isBusy && what == 4) {
        run.manager.taskFailed(now, m);
        leave(now, end(line), Fate.FAILED);
        isCompleted = true;
      } else if (line.isBusy && what == 5) {
        long back = now + random.nextInt(4);
        run.manager.live().taskLost(now, m, back);
        Task task = end(line);
        isStirred = true;
        if (back > now) {
          held.add(task);
          until.add(back);
        } else {
          batch.add(task);
        }
      } else if (what == 6) {
        line.isAvailable = !line.isAvailable;
        run.manager.machineChanged(now, m, line.isAvailable);
        isStirred = true;
        int kept = line.isBusy ? 1 : 0;
        while (!line.isAvailable && line.tasks.size() > kept) {
          batch.add(line.tasks.remove(kept));
        }
      }
    }

    private static Task end(Line line) {
      line.isBusy = false;
      return line.tasks.removeFirst();
    }

    private void leave(long now, Task task, Fate fate) {
      left.add("%d: %d %s".formatted(now, task.id(), fate));
    }

    private void arrive(long now, Task task) {
      run.manager.taskArrived(now, task);
      if (batch.isEmpty() && rules.trigger().period() > 0 && now > lastEvent) {
        long period = rules.trigger().period();
        lastEvent += (now - 1 - lastEvent) / period * period;
      }
      arrivals++;
      batch.add(task);
    }

    private void cancel(long now, int id) {
      boolean wasThere = false;
      int waiting = indexOf(batch, id);
      if (waiting >= 0) {
        leave(now, batch.remove(waiting), Fate.CANCELLED);
        wasThere = true;
      }
      int back = indexOf(held, id);
      if (back >= 0) {
        leave(now, held.remove(back), Fate.CANCELLED);
        until.remove(back);
        wasThere = true;
      }
      for (Line line : lines) {
        for (int i = 0; i < line.tasks.size(); i++) {
          if (line.tasks.get(i).id() == id) {
            wasThere = true;
            isCompleted |= i == 0 && line.isBusy;
            isStirred |= i > 0 || !line.isBusy;
            line.isBusy &= i > 0;
            leave(now, line.tasks.remove(i), Fate.CANCELLED);
          }
        }
      }
      assertThat(run.manager.taskCancelled(now, id)).isEqualTo(wasThere);
    }

    private static int indexOf(List<Task> tasks, int id) {
      return tasks.stream().map(Task::id).toList().indexOf(id);
    }

    private void settle(long now) {
      run.manager.settle(now);
      for (Line line : lines) {
        if (line.isBusy && rules.evicts() && now >= line.tasks.getFirst().deadline()) {
          leave(now, end(line), Fate.EVICTED);
          isCompleted = true;
        }
      }
      for (int i = held.size() - 1; i >= 0; i--) {
        boolean isDue = until.get(i) <= now;
        if (isDue || (rules.isHard() && now >= held.get(i).deadline())) {
          Task task = held.remove(i);
          until.remove(i);
          isStirred |= isDue;
          if (isDue) {
            batch.add(task);
          } else {
            leave(now, task, Fate.EXPIRED_IN_BATCH);
          }
        }
      }
      batch.sort(Comparator.comparingLong(Task::arrival).thenComparingInt(Task::id));
      boolean areIdle = lines.stream().noneMatch(line -> line.isBusy);
      boolean isExpired = areIdle && expire(now);
      Trigger trigger = rules.trigger();
      boolean isPeriod =
          trigger.period() > 0 && !batch.isEmpty() && now - lastEvent >= trigger.period();
      if (isStirred
          || isExpired
          || isPeriod
          || (trigger.completions() && isCompleted)
          || (trigger.arrivals() > 0 && arrivals >= trigger.arrivals())) {
        event(now);
      }
      for (Line line : lines) {
        while (!line.isBusy && !line.tasks.isEmpty()) {
          if (rules.dropsPending() && now >= line.tasks.getFirst().deadline()) {
            leave(now, line.tasks.removeFirst(), Fate.EXPIRED_IN_QUEUE);
          } else {
            line.isBusy = true;
          }
        }
      }
    }

    private boolean expire(long now) {
      List<Task> overdue =
          batch.stream().filter(t -> rules.isHard() && now >= t.deadline()).toList();
      overdue.forEach(task -> leave(now, task, Fate.EXPIRED_IN_BATCH));
      batch.removeAll(overdue);
      return !overdue.isEmpty();
    }

    private void event(long now) {
      events.add(now);
      lastEvent = now;
      arrivals = 0;
      isCompleted = false;
      isStirred = false;
      expire(now);
      for (Line line : lines) {
        for (int i = line.tasks.size() - 1; i >= (line.isBusy ? 1 : 0); i--) {
          if (rules.dropsPending() && now >= line.tasks.get(i).deadline()) {
            leave(now, line.tasks.remove(i), Fate.EXPIRED_IN_QUEUE);
          }
        }
      }
      for (Decision decision : decided) {
        batch.remove(decision.task());
        lines.get(decision.machine()).tasks.add(decision.task());
      }
    }

    private void compare() {
      assertThat(run.eventTimes()).isEqualTo(events);
      assertThat(run.left()).containsExactlyInAnyOrderElementsOf(left);
      assertThat(run.manager.waiting(Integer.MAX_VALUE)).isEqualTo(batch);
      assertThat(run.manager.live().held())
          .extracting(h -> h.task(), h -> h.until())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, held.size())
                  .mapToObj(i -> tuple(held.get(i), until.get(i)))
                  .toList());
      assertThat(run.manager.unmapped()).isEqualTo(batch.size() + held.size());
      for (int m = 0; m < MACHINES; m++) {
        MachineQueue queue = run.manager.queue(m);
        assertThat(queue.tasks()).as("machine %s", m).isEqualTo(lines.get(m).tasks);
        assertThat(queue.isBusy()).isEqualTo(lines.get(m).isBusy);
        assertThat(queue.isAvailable()).isEqualTo(lines.get(m).isAvailable);
      }
      batch.forEach(task -> assertThat(run.manager.findWaiting(task.id())).hasValue(task));
    }
  }
}
