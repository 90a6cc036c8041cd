package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Machines that are alike have equal tails for as long as their queues stay as they are. */
class LikenessTest {
  private static final int QUEUES = 400;
  private static final int STEPS = 5;

  private final SplittableRandom random = new SplittableRandom(1);

  @ParameterizedTest
  @EnumSource
  void tailsOfThoseThatAreAlikeStayEqual(DroppingScope scope) {
    int alike = 0;
    int unlikeDeadlines = 0;
    for (int seed = 0; seed < 20; seed++) {
      HcSystem system = Queues.oneMachine(pmf(1), pmf(random.nextInt(1, 3)));
      Map<Object, MachineQueue> first = new HashMap<>();
      for (int i = 0; i < QUEUES; i++) {
        MachineQueue queue = queue(system, scope);
        boolean isAlone = queue.likeness().equals(queue.index());
        MachineQueue other = isAlone ? null : first.putIfAbsent(queue.likeness(), queue);
        if (other != null) {
          alike++;
          unlikeDeadlines += deadlines(queue).equals(deadlines(other)) ? 0 : 1;
          checkWhileTheyStay(queue, other);
        }
      }
    }
    assertThat(alike).isGreaterThan(1000);
    assertThat(unlikeDeadlines).isGreaterThan(100);
  }

  private static void checkWhileTheyStay(MachineQueue queue, MachineQueue other) {
    long composition = queue.composition();
    MachineQueue one = queue;
    MachineQueue two = other;
    for (int time = STEPS; one.composition() == composition && time < 12 * STEPS; time++) {
      assertThat(two.tail()).isEqualTo(one.tail());
      assertThat(two.hasRoom()).isEqualTo(one.hasRoom());
      if (!one.isBusy() && one.size() > 0) {
        return;
      }
      one = one.at(time);
      two = two.at(time);
    }
  }

  private MachineQueue queue(HcSystem system, DroppingScope scope) {
    long start = random.nextInt(2);
    MachineProfile profile =
        new MachineProfile(
            system.machines().getFirst(),
            system.placements(),
            AllocationRules.bounded(3, scope),
            Queues.times(system)[0]);
    boolean runs = random.nextBoolean();
    MachineQueue queue = MachineQueue.empty(profile, runs ? start : STEPS);
    for (int size = random.nextInt(4); size > 0; size--) {
      queue = queue.with(new Task(size, random.nextInt(2), 0, 6 + random.nextInt(60)), 0);
    }
    return runs && queue.size() > 0 ? queue.started(start).at(STEPS) : queue.at(STEPS);
  }

  private static List<Long> deadlines(MachineQueue queue) {
    List<Long> deadlines = new ArrayList<>();
    queue.tasks().forEach(task -> deadlines.add(task.deadline()));
    return deadlines;
  }

  private Pmf pmf(long step) {
    double[] weights = new double[random.nextInt(1, 6)];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = random.nextDouble() + 0.01;
    }
    return Pmf.normalised(random.nextInt(1, 4) * step, step, weights);
  }
}
