package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.CompletionTimes;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tree against a map of the queues that were put in, measured one by one. */
class TailTreeTest {
  private static final int MACHINES = 30;
  private static final long STEP = 3;

  @ParameterizedTest
  @EnumSource
  void whatItKnowsOfAGroupBoundsEachMember(DroppingScope scope) {
    for (int seed = 0; seed < 30; seed++) {
      new Run(scope, seed).run();
    }
  }

  private static final class Run {
    private final SplittableRandom random;
    private final DroppingScope scope;
    private final Pmf[] executions;
    private final TailTree tree;
    private int ids;
    private final Map<Integer, MachineQueue> plain = new TreeMap<>();
    private final Map<Integer, Integer> seen = new HashMap<>();

    /** By machine; a version is one of a machine's queue only. */
    private final MachineQueue[] empty = new MachineQueue[MACHINES];

    Run(DroppingScope scope, int seed) {
      this.random = new SplittableRandom(seed);
      this.scope = scope;
      this.executions = new Pmf[] {pmf(), pmf()};
      this.tree = new TailTree(MACHINES, scope);
      Arrays.setAll(empty, machine -> Queues.empty(scope, 10, executions));
    }

    private Pmf pmf() {
      double[] weights = new double[random.nextInt(1, 9)];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = random.nextDouble() + 0.01;
      }
      return Pmf.normalised(random.nextInt(0, 8) * STEP, STEP, weights);
    }

    void run() {
      for (int i = 0; i < 120; i++) {
        int machine = random.nextInt(MACHINES);
        if (random.nextInt(3) == 0) {
          tree.remove(machine);
          plain.remove(machine);
        } else {
          MachineQueue queue = queue(machine);
          tree.put(machine, queue);
          plain.put(machine, queue);
        }
        check();
      }
    }

    private MachineQueue queue(int machine) {
      MachineQueue queue = empty[machine];
      for (int size = random.nextInt(4); size > 0; size--) {
        queue = queue.with(new Task(ids++, random.nextInt(2), 0, 11 + random.nextInt(80)), 0);
      }
      return queue.size() == 0 ? queue : queue.started(10);
    }

    private void check() {
      assertThat(tree.isEmpty()).isEqualTo(plain.isEmpty());
      for (int machine = 0; machine < MACHINES; machine++) {
        assertThat(tree.has(machine)).isEqualTo(plain.containsKey(machine));
      }
      seen.clear();
      if (!plain.isEmpty()) {
        checkGroup(tree.top(), 0);
      }
      assertThat(seen.keySet()).isEqualTo(plain.keySet());
      assertThat(seen.values()).allMatch(times -> times == 1);
    }

    /** Checks a group and its parts. */
    private void checkGroup(int level, int group) {
      Map<Integer, Integer> before = Map.copyOf(seen);
      if (level == 0) {
        assertThat(tree.place(tree.machine(group))).isEqualTo(group);
        seen.merge(tree.machine(group), 1, Integer::sum);
      } else {
        for (int g = TailTree.firstBelow(group); g <= tree.lastBelow(level, group); g++) {
          checkGroup(level - 1, g);
        }
      }
      int deadline = 11 + random.nextInt(150);
      LatticeTable table = new LatticeTable(executions[0], executions[0].step());
      double inSteps = deadline / (double) STEP;
      double chance = tree.chanceAtMost(level, group, table, inSteps);
      double completion = tree.completionAtLeast(level, group, table, inSteps);
      for (int machine : seen.keySet()) {
        if (!before.containsKey(machine)) {
          Pmf tail = plain.get(machine).tail();
          assertThat(Math.min(1, CompletionTimes.chanceOfSuccess(tail, executions[0], deadline)))
              .isLessThanOrEqualTo(chance);
          assertThat(CompletionTimes.expectedCompletion(scope, tail, executions[0], deadline))
              .isGreaterThanOrEqualTo(completion);
          if (level == 0) {
            assertThat(completion).isGreaterThan(tail.mean() - spread(tail));
          }
        }
      }
    }

    /** What cutting a tail into slices can lose: no more than it is wide. */
    private static double spread(Pmf tail) {
      return tail.latest() - tail.earliest() + STEP;
    }
  }
}
