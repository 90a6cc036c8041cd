package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The expected utility by which heuristics and dropping decide is the sum over all starts and all
 * execution times, on random systems under load, whether worth falls or rises.
 */
class ExpectedUtilityTest {
  private static final int SEEDS = 6;

  private int compared;
  private int between;

  @ParameterizedTest
  @EnumSource(DroppingScope.class)
  void isASumOverTheCompletionTimes(DroppingScope scope) {
    for (RandomTrials kind : RandomTrials.values()) {
      for (long seed = 0; seed < SEEDS; seed++) {
        run(kind.trial(seed), AllocationRules.bounded(3, scope), seed);
      }
    }
    assertThat(compared).isGreaterThan(5_000);
    assertThat(between).as("neither worth all nor nothing").isGreaterThan(1_000);
  }

  private void run(TinyTrial trial, AllocationRules rules, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Task> tasks =
        trial.workload().tasks().stream().map(task -> withUtility(task, random)).toList();
    PolicySettings settings = PolicySettings.THESIS.withRules(rules);
    EventEngine.run(
        new Trial(
            trial.system(),
            rules,
            new Workload("random", tasks),
            trial.actualTimes()::of,
            10_000_000),
        new Comparer(PolicyRegistry.builtIn().find("MM").orElseThrow().create(settings)),
        Journal.NONE);
  }

  private static Task withUtility(Task task, SplittableRandom random) {
    List<Point> points = new ArrayList<>();
    long ticks = 0;
    double utility = 8;
    boolean rises = random.nextBoolean();
    for (int i = 0; i < 4; i++) {
      points.add(new Point(ticks, utility));
      ticks += random.nextInt(20);
      utility = rises ? random.nextDouble(8) : utility * random.nextDouble();
    }
    return new Task(
        task.id(), task.type(), task.arrival(), task.deadline(), new UtilityPoints(points));
  }

  /** Compares at each mapping event, before the policy decides. */
  private final class Comparer extends ForwardingPolicy {
    Comparer(AllocationPolicy policy) {
      super(policy);
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      MappingSession session = new MappingSession(event);
      for (Candidate candidate : session.open()) {
        for (int p = 0; p < session.placements(); p++) {
          compare(session, candidate, p);
        }
      }
      return super.decide(event);
    }
  }

  private void compare(MappingSession session, Candidate candidate, int placement) {
    Task task = candidate.task();
    double expected = plain(session, task, placement);
    MachineQueue queue = session.queue(session.machineOf(placement));
    long earliest =
        queue.canRun(task.type())
            ? queue.tail().earliest()
                + queue.executionTime(task.type(), session.placement(placement).pState()).earliest()
            : session.now();
    assertThat(session.expectedUtility(candidate, placement))
        .isCloseTo(expected, within(1e-9))
        .isLessThanOrEqualTo(task.falling().utility().of(task, earliest) + 1e-12);
    compared++;
    between += expected > 0.01 && expected < 7.99 ? 1 : 0;
  }

  private static double plain(MappingSession session, Task task, int placement) {
    int machine = session.machineOf(placement);
    MachineType type = session.system().machines().get(machine).type();
    if (!session.system().pet().canRun(task.type(), type.id())) {
      return 0;
    }
    int pState = session.placement(placement).pState();
    Pmf ready = session.queue(machine).tail();
    Pmf execution = session.system().pet().get(task.type(), type.id(), pState);
    DroppingScope scope = session.event().rules().scope();
    double sum = 0;
    for (int i = 0; i < ready.masses().length; i++) {
      long start = ready.origin() + i * ready.step();
      for (int j = 0; j < execution.masses().length; j++) {
        long completion = start + execution.origin() + j * execution.step();
        boolean begins = scope == DroppingScope.NONE || start < task.deadline();
        boolean ends = scope != DroppingScope.EXECUTING || completion <= task.deadline();
        if (begins && ends) {
          sum += ready.masses()[i] * execution.masses()[j] * task.utility().of(task, completion);
        }
      }
    }
    return sum;
  }
}
