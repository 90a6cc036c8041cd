package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.AllocationRules;
import org.espalier.core.allocation.Approximation;
import org.espalier.core.allocation.Journal;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bounds save work and decide nothing: a two-phase heuristic takes the decisions of one whose
 * measures are only ever asked for exact numbers. Assertions are off, since what they compute would
 * make the bounds exact.
 */
class BoundsDecideNothingTest {
  private static final int SEEDS = 40;
  private static final long SPARE = 30;

  private static final PairMeasure QUEUE_LENGTH =
      new PairMeasure(
          "queue length",
          (session, candidate, placement) -> session.queue(session.machineOf(placement)).size());

  /** Orders of the literature and a user's own, each made of measures that are passed through. */
  private enum Order {
    COMPLETION(as -> lowest(as.apply(PairMeasure.EXPECTED_COMPLETION))),
    CHANCE(as ->
        highest(as.apply(PairMeasure.CHANCE_OF_SUCCESS))
            .thenLowest(as.apply(PairMeasure.EXPECTED_COMPLETION))),
    CHANCE_THEN_LONGEST_QUEUE(
        as -> highest(as.apply(PairMeasure.CHANCE_OF_SUCCESS)).thenHighest(as.apply(QUEUE_LENGTH))),
    CHANCE_THEN_LATEST(as ->
        highest(as.apply(PairMeasure.CHANCE_OF_SUCCESS))
            .thenHighest(as.apply(PairMeasure.EXPECTED_COMPLETION))),
    LATEST(as -> highest(as.apply(PairMeasure.EXPECTED_COMPLETION))),
    LEAST_CHANCE(as -> lowest(as.apply(PairMeasure.CHANCE_OF_SUCCESS)));

    private final Function<UnaryOperator<PairMeasure>, PairOrder> make;

    Order(Function<UnaryOperator<PairMeasure>, PairOrder> make) {
      this.make = make;
    }
  }

  /** Orders of the second phase: some in which the soonest deadline of a type comes first. */
  private static final List<Function<UnaryOperator<PairMeasure>, PairOrder>> SECONDS =
      List.of(
          as -> lowest(as.apply(PairMeasure.EXPECTED_COMPLETION)),
          as ->
              lowest(as.apply(PairMeasure.EXPECTED_COMPLETION))
                  .thenLowest(as.apply(PairMeasure.MEAN_EXECUTION_TIME)),
          as ->
              lowest(as.apply(PairMeasure.DEADLINE))
                  .thenLowest(as.apply(PairMeasure.EXPECTED_COMPLETION)),
          as -> highest(as.apply(PairMeasure.URGENCY)),
          as ->
              lowest(as.apply(PairMeasure.MEAN_EXECUTION_TIME))
                  .thenHighest(as.apply(PairMeasure.CHANCE_OF_SUCCESS)));

  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedWithAndWithoutThem(RandomTrials kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TinyTrial trial = kind.trial(1000 + seed);
      for (DroppingScope scope : DroppingScope.values()) {
        for (int capacity : new int[] {1, 3, 6}) {
          compare(trial, AllocationRules.bounded(capacity, scope), Incidents.NONE, seed);
        }
      }
    }
  }

  /** Every other task has time to spare, so that many stand equal but for their deadline. */
  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedWhereMachinesComeAndGoAndTimesAreLearned(RandomTrials kind) {
    for (int seed = 0; seed < SEEDS; seed++) {
      TinyTrial trial = withTimeToSpare(kind.trial(2000 + seed));
      for (DroppingScope scope : DroppingScope.values()) {
        compare(trial, AllocationRules.bounded(3, scope), changes(trial), seed);
      }
    }
  }

  private static TinyTrial withTimeToSpare(TinyTrial trial) {
    List<Task> tasks =
        trial.workload().tasks().stream()
            .map(task ->
                task.id() % 2 == 0
                    ? task
                    : new Task(task.id(), task.type(), task.arrival(), task.deadline() + 5 * SPARE))
            .toList();
    return new TinyTrial(
        trial.system(), new Workload(trial.workload().name(), tasks), trial.actualTimes());
  }

  /** A machine is drained for some time, and an execution time turns out to be longer. */
  private static Incidents changes(TinyTrial trial) {
    PetMatrix pet = trial.system().pet();
    List<Journal.Entry> entries = new ArrayList<>();
    entries.add(new Journal.MachineChanged(SPARE / 4, 0, false));
    pet.find(0, 0, 0)
        .ifPresent(
            time -> entries.add(new Journal.Learned(SPARE / 2, 0, 0, 0, time.shifted(pet.step()))));
    entries.add(new Journal.MachineChanged(SPARE, 0, true));
    return new Incidents(entries, Set.of());
  }

  private static void compare(
      TinyTrial trial, AllocationRules rules, Incidents incidents, int seed) {
    var second = SECONDS.get(seed % SECONDS.size());
    for (FirstPhase machines : FirstPhase.values()) {
      for (Order order : Order.values()) {
        for (boolean pruned : new boolean[] {false, true}) {
          AllocationPolicy bounded =
              policy(machines, order, second, UnaryOperator.identity(), pruned);
          AllocationPolicy exact = policy(machines, order, second, m -> exact(m), pruned);
          String what = "%s, pruned %s".formatted(order, pruned);
          compare(trial, rules, incidents, bounded, exact, what);
        }
      }
    }
  }

  /** With PMFs as they are, and with compacted ones. */
  private static void compare(
      TinyTrial trial,
      AllocationRules rules,
      Incidents incidents,
      AllocationPolicy bounded,
      AllocationPolicy exact,
      String what) {
    for (Approximation pmfs : List.of(Approximation.OFF, new Approximation(true, 3, 0.1, 0))) {
      assertThat(run(trial, rules, incidents, pmfs.around(bounded.copy().orElseThrow())))
          .as("%s, %s, %s", rules, what, pmfs)
          .isEqualTo(run(trial, rules, incidents, pmfs.around(exact.copy().orElseThrow())));
    }
  }

  private static PairMeasure exact(PairMeasure measure) {
    return new PairMeasure(measure.name(), measure.function());
  }

  private static AllocationPolicy policy(
      FirstPhase machines,
      Order order,
      Function<UnaryOperator<PairMeasure>, PairOrder> second,
      UnaryOperator<PairMeasure> as,
      boolean pruned) {
    Pruner pruner =
        pruned
            ? new Pruner(
                ToggleSettings.at(1, 1), new ThresholdDropping(0.4, 0, true), Deferring.fixed(0.6))
            : new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.NONE);
    return new ComposedPolicy(
        "under test",
        pruner,
        new TwoPhaseHeuristic(machines, order.make.apply(as), second.apply(as)));
  }

  /** What became of the tasks; the numbers told may differ by a rounding. */
  private static List<?> run(
      TinyTrial tiny, AllocationRules rules, Incidents incidents, AllocationPolicy policy) {
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
    return EventEngine.run(trial, policy, incidents, Journal.NONE).departures();
  }
}
