package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.MaxRobust;
import org.espalier.core.heuristic.MaxRobust.LostTasks;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pmf.ScoreRounding;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MaxRobust through whole trials against one that computes eq. 1 anew for each machine. */
class MaxRobustTest {
  private static final int SEEDS = 25;

  /** So many of them where only a sample is wanted. */
  private static final int FEW = 8;

  private static final double K = 0.375;

  private static final AllocationRules SOFT =
      new AllocationRules(
          new UnboundedQueues(), DroppingScope.NONE, DeadlineKind.SOFT, Trigger.EVERY_EVENT);

  @ParameterizedTest
  @EnumSource
  void decidesAsOneThatComputesTheWholeProduct(RandomTrials kind) {
    for (int seed : TestSample.of(FEW, SEEDS).toArray()) {
      TinyTrial trial = kind.trial(3000 + seed);
      for (LostTasks lost : LostTasks.values()) {
        compare(trial, SOFT, PruningParts.NONE, lost);
        compare(trial, AllocationRules.unbounded(DroppingScope.PENDING), PruningParts.WHOLE, lost);
        compare(
            trial, AllocationRules.bounded(4, DroppingScope.EXECUTING), PruningParts.NONE, lost);
        compare(
            trial, AllocationRules.bounded(3, DroppingScope.NONE), PruningParts.DEFERRING, lost);
      }
    }
  }

  private static void compare(
      TinyTrial trial, AllocationRules rules, PruningParts parts, LostTasks lost) {
    List<Decision.Assign> fast = run(trial, rules, parts, new MaxRobust(lost, K));
    List<Decision.Assign> slow = run(trial, rules, parts, new WholeProduct(lost));
    assertThat(fast)
        .as("sample of %s: %s, %s, %s", TestSample.day(), rules, parts, lost)
        .hasSameSizeAs(slow);
    for (int i = 0; i < fast.size(); i++) {
      assertThat(fast.get(i).task()).isEqualTo(slow.get(i).task());
      assertThat(fast.get(i).machine()).as("%s", slow.get(i)).isEqualTo(slow.get(i).machine());
      assertThat(fast.get(i).basis().value()).isCloseTo(slow.get(i).basis().value(), within(1e-8));
    }
  }

  private static List<Decision.Assign> run(
      TinyTrial tiny, AllocationRules rules, PruningParts parts, MappingHeuristic heuristic) {
    List<Decision.Assign> assigned = new ArrayList<>();
    Journal journal =
        entry -> {
          if (entry instanceof Journal.Decided decided
              && decided.decision() instanceof Decision.Assign assign) {
            assigned.add(assign);
          }
        };
    Pruner pruner = PolicySettings.THESIS.pruning().newPruner(parts);
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
    ComposedPolicy policy = new ComposedPolicy("under test", pruner, heuristic);
    EventEngine.run(trial, new CheckedPolicy(policy), journal);
    return assigned;
  }

  /**
   * MAXROBUST IV-B word for word: puts the task on each machine and multiplies over all of them.
   */
  private record WholeProduct(LostTasks lost) implements MappingHeuristic {
    @Override
    public void map(MappingSession session) {
      for (Candidate candidate : session.open()) {
        double[] robustness = new double[session.placements()];
        for (int p = 0; p < robustness.length; p++) {
          boolean possible = session.hasRoom(p) && session.canRun(candidate, p);
          robustness[p] = possible ? robustnessWith(session, candidate.task(), p) : Double.NaN;
        }
        List<Integer> best = best(robustness);
        if (!best.isEmpty()) {
          int placement = kPercentBest(session, candidate, best);
          session.assign(candidate, placement, Basis.of("joint chance", robustness[placement]));
        }
      }
    }

    private double robustnessWith(MappingSession session, Task task, int id) {
      Placement placement = session.placement(id);
      double product = 1;
      for (int m = 0; m < session.machines(); m++) {
        MachineQueue queue = session.queue(m);
        List<Task> tasks = new ArrayList<>(queue.tasks());
        List<Pmf> executions = new ArrayList<>();
        for (int i = 0; i < queue.size(); i++) {
          executions.add(queue.executionTimeAt(i));
        }
        if (m == placement.machine()) {
          tasks.add(task);
          executions.add(queue.executionTime(task.type(), placement.pState()));
        }
        product *= joint(queue, tasks, executions, session.now(), m == placement.machine());
      }
      return product;
    }

    private double joint(
        MachineQueue queue, List<Task> tasks, List<Pmf> executions, long now, boolean lastCounts) {
      double joint = 1;
      Pmf ready = queue.readyTime(0);
      for (int i = 0; i < tasks.size(); i++) {
        Task task = tasks.get(i);
        Pmf execution = executions.get(i);
        boolean running = i == 0 && queue.isBusy();
        Pmf left = running ? execution.shifted(queue.start()).later(now) : ready;
        double chance =
            running
                ? left.cumulative(task.deadline())
                : CompletionTimes.chanceOfSuccess(ready, execution, task.deadline());
        boolean none = ScoreRounding.chance(chance) == 0;
        if (!none) {
          ready =
              onTime(left, running ? Pmf.at(0, left.step()) : execution, task.deadline(), running);
        } else if (running) {
          ready =
              queue.scope() == DroppingScope.EXECUTING
                  ? execution.shifted(queue.start()).later(now).cutAt(task.deadline())
                  : execution.shifted(queue.start()).later(now);
        } else {
          ready = CompletionTimes.completion(queue.scope(), ready, execution, task.deadline());
        }
        boolean leftOut =
            none && lost == LostTasks.LEFT_OUT && !(lastCounts && i == tasks.size() - 1);
        joint *= leftOut ? 1 : none ? 0 : chance;
      }
      return joint;
    }

    private static Pmf onTime(Pmf ready, Pmf execution, long deadline, boolean running) {
      Map<Long, Double> ends = new TreeMap<>();
      for (int i = 0; i < ready.size(); i++) {
        for (int k = 0; k < execution.size(); k++) {
          long end = ready.time(i) + execution.time(k);
          if ((running || ready.time(i) < deadline) && end <= deadline) {
            ends.merge(end, ready.mass(i) * execution.mass(k), Double::sum);
          }
        }
      }
      long first = ready.time(0) + execution.time(0);
      long step = Pmf.divisor(ready.step(), execution.step());
      int points = (int) ((ready.latest() + execution.latest() - first) / step) + 1;
      double[] masses = new double[points];
      ends.forEach((time, mass) -> masses[(int) ((time - first) / step)] += mass);
      return Pmf.normalised(first, step, masses);
    }

    /** The best machines, robustness being compared as a share of the highest. */
    private static List<Integer> best(double[] robustness) {
      double highest = Arrays.stream(robustness).filter(r -> r >= 0).max().orElse(-1);
      return IntStream.range(0, robustness.length)
          .filter(m -> robustness[m] >= highest * (1 - 1e-9))
          .boxed()
          .toList();
    }

    private static int kPercentBest(
        MappingSession session, Candidate candidate, List<Integer> machines) {
      List<Integer> byTime = new ArrayList<>(machines);
      byTime.sort(Comparator.comparingDouble(m -> session.meanExecutionTime(candidate, m)));
      List<Integer> fastest =
          new ArrayList<>(byTime.subList(0, Math.max(1, (int) Math.round(K * byTime.size()))));
      fastest.sort(Comparator.naturalOrder());
      int best = fastest.getFirst();
      for (int m : fastest) {
        boolean earlier =
            session.expectedCompletion(candidate, m) < session.expectedCompletion(candidate, best);
        best = earlier ? m : best;
      }
      return best;
    }
  }
}
