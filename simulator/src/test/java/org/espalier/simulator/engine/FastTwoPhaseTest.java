package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.heuristic.FastTwoPhase;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.ForwardingPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Savings decide nothing: the fast form takes the decisions of the heuristic, which measures every
 * pair.
 */
class FastTwoPhaseTest {
  private static final int SEEDS = 40;

  /** So many of them where only a sample is wanted. */
  private static final int FEW = 1;

  private static final long SPARE = 30;

  /** Makes sums of more points than are kept. */
  private static final long LONGER = 733;

  private static final PairMeasure EMPTINESS =
      new PairMeasure(
          "emptiness",
          (session, candidate, placement) -> -session.queue(session.machineOf(placement)).size());
  private static final PairMeasure RISK =
      new PairMeasure(
          "risk",
          (session, candidate, placement) -> -session.chanceOfSuccess(candidate, placement));
  private static final PairMeasure HASTE =
      new PairMeasure(
          "haste",
          (session, candidate, placement) -> -session.expectedCompletion(candidate, placement));

  /** Tells machines apart whose tails do not. */
  private static final PairMeasure LAST =
      new PairMeasure("last", (session, candidate, placement) -> -session.machineOf(placement));

  /** Orders of the literature and a user's own. */
  private enum Order {
    COMPLETION(PairOrder.earliestCompletion()),
    COMPLETION_THEN_LAST(PairOrder.earliestCompletion().thenLowest(LAST)),
    CHANCE(highest(PairMeasure.CHANCE_OF_SUCCESS).thenLowest(PairMeasure.EXPECTED_COMPLETION)),
    CHANCE_THEN_LONGEST_QUEUE(highest(PairMeasure.CHANCE_OF_SUCCESS).thenLowest(EMPTINESS)),
    CHANCE_THEN_LATEST(highest(PairMeasure.CHANCE_OF_SUCCESS).thenLowest(HASTE)),
    LATEST(highest(PairMeasure.EXPECTED_COMPLETION)),
    LEAST_CHANCE(lowest(PairMeasure.CHANCE_OF_SUCCESS));

    private final PairOrder order;

    Order(PairOrder order) {
      this.order = order;
    }
  }

  /** Asks less of every third task, whatever its type. */
  private static final Deferring UNLIKE =
      (session, fairness) -> task -> task.id() % 3 == 0 ? 0.2 : 0.6;

  /** Orders of the second phase: some in which the soonest deadline of a type comes first. */
  private static final List<PairOrder> SECONDS =
      List.of(
          lowest(PairMeasure.EXPECTED_COMPLETION),
          lowest(PairMeasure.EXPECTED_COMPLETION).thenLowest(PairMeasure.MEAN_EXECUTION_TIME),
          lowest(PairMeasure.DEADLINE).thenLowest(PairMeasure.EXPECTED_COMPLETION),
          highest(PairMeasure.URGENCY),
          lowest(PairMeasure.MEAN_EXECUTION_TIME).thenLowest(RISK));

  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedWithAndWithoutThem(RandomTrials kind) {
    for (int seed : TestSample.of(FEW, SEEDS).toArray()) {
      TinyTrial trial = kind.trial(1000 + seed);
      for (DroppingScope scope : DroppingScope.values()) {
        for (int capacity : capacities(kind, scope)) {
          compare(trial, AllocationRules.bounded(capacity, scope), Incidents.NONE, seed);
        }
      }
    }
  }

  /** One of them where only a sample is wanted, another for each kind and scope. */
  private static int[] capacities(RandomTrials kind, DroppingScope scope) {
    int[] all = {1, 3, 6};
    int drawn = (int) ((TestSample.seed() + kind.ordinal() + scope.ordinal()) % all.length);
    return TestSample.isFull() ? all : new int[] {all[drawn]};
  }

  /** Of the two largest, which take longest, one a day where only a sample is wanted. */
  static IntStream numbersOfMachines() {
    return TestSample.isFull()
        ? IntStream.of(20, 60, 150, 300)
        : IntStream.of(20, 60, TestSample.seed() % 2 == 0 ? 150 : 300);
  }

  /** With one of the orders and of the scopes a day where only a sample is wanted. */
  @ParameterizedTest
  @MethodSource("numbersOfMachines")
  void theSameIsDecidedOnManyMachines(int machines) {
    List<Order> both = List.of(Order.COMPLETION, Order.CHANCE);
    Order drawn = both.get((int) (TestSample.seed() / 2 % 2));
    for (int seed : TestSample.of(1, Math.max(2, 600 / machines)).toArray()) {
      TinyTrial trial = RandomTrials.ofManyMachines(3000 + seed, machines);
      for (DroppingScope scope : scopes(machines)) {
        AllocationRules rules = AllocationRules.bounded(3, scope);
        for (Order order : TestSample.isFull() ? both : List.of(drawn)) {
          FirstPhase looked = FirstPhase.values()[(seed + order.ordinal()) % 2];
          Incidents incidents = seed % 2 == 0 ? Incidents.NONE : changes(trial);
          compare(trial, rules, incidents, looked, order, SECONDS.get(seed % SECONDS.size()), true);
        }
      }
    }
  }

  private static DroppingScope[] scopes(int machines) {
    DroppingScope[] all = DroppingScope.values();
    int drawn = (int) ((TestSample.seed() + machines) % all.length);
    return TestSample.isFull() ? all : new DroppingScope[] {all[drawn]};
  }

  /** Most tasks arrive at once on empty machines, many of which are alike from then on. */
  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedAfterABurst(DroppingScope scope) {
    for (int seed : TestSample.of(2, SEEDS).toArray()) {
      TinyTrial trial = gathered(RandomTrials.ofManyMachines(5000 + seed, 20 + seed % 3 * 20));
      for (Order order : List.of(Order.COMPLETION, Order.COMPLETION_THEN_LAST, Order.CHANCE)) {
        FirstPhase looked = FirstPhase.values()[(seed + order.ordinal()) % 2];
        AllocationRules rules = AllocationRules.bounded(3, scope);
        PairOrder second = SECONDS.get(seed % SECONDS.size());
        compare(trial, rules, Incidents.NONE, looked, order, second, seed % 2 == 0);
      }
    }
  }

  private static TinyTrial gathered(TinyTrial trial) {
    List<Task> all = trial.workload().tasks();
    long begin = all.get(all.size() * 2 / 3).arrival();
    List<Task> tasks =
        all.stream()
            .map(task -> task.arriving(task.id(), Math.max(0, task.arrival() - begin)))
            .map(task ->
                new Task(
                    task.id(),
                    task.type(),
                    task.arrival(),
                    task.deadline() + task.id() % 3 * SPARE))
            .toList();
    return new TinyTrial(
        trial.system(), new Workload(trial.workload().name(), tasks), trial.actualTimes());
  }

  /** Every other task has time to spare, so that many stand equal but for their deadline. */
  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedWhereMachinesComeAndGoAndTimesAreLearned(RandomTrials kind) {
    for (int seed : TestSample.of(FEW, SEEDS).toArray()) {
      TinyTrial trial = withTimeToSpare(kind.trial(2000 + seed));
      for (DroppingScope scope : DroppingScope.values()) {
        compare(trial, AllocationRules.bounded(3, scope), changes(trial), seed);
      }
    }
  }

  /** Every other execution time is so long that sums with it have too many points. */
  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedWhereSumsAreMadeCoarser(DroppingScope scope) {
    for (int seed : TestSample.of(FEW, SEEDS).toArray()) {
      TinyTrial trial = withLongTimes(RandomTrials.WITH_UNLIKE_STEPS.trial(4000 + seed), seed);
      for (Order order : new Order[] {Order.COMPLETION, Order.CHANCE}) {
        FirstPhase looked = FirstPhase.values()[(seed + order.ordinal()) % 2];
        compare(
            trial,
            AllocationRules.bounded(3, scope),
            Incidents.NONE,
            looked,
            order,
            SECONDS.get(0),
            seed % 3 == 0);
      }
    }
  }

  private static TinyTrial withLongTimes(TinyTrial trial, int seed) {
    PetMatrix pet = trial.system().pet();
    Pmf[][] cells = new Pmf[pet.taskTypes()][pet.machineTypes()];
    for (int i = 0; i < cells.length; i++) {
      for (int j = 0; j < cells[i].length; j++) {
        Pmf time = pet.get(i, j, 0);
        long factor = (i + j) % 2 == 0 ? 1 : LONGER;
        cells[i][j] = Pmf.of(time.origin() * factor, time.step() * factor, time.masses());
      }
    }
    List<Task> tasks =
        trial.workload().tasks().stream()
            .map(task ->
                new Task(
                    task.id(),
                    task.type(),
                    LONGER * task.arrival() / 3,
                    LONGER * task.arrival() / 3 + LONGER * (task.deadline() - task.arrival()) / 2))
            .toList();
    return TinyTrial.drawn(
        trial.system().withPet(PetMatrix.of(cells)),
        new Workload(trial.workload().name(), tasks),
        seed);
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
        .ifPresent(time ->
            entries.add(new Journal.Learned(SPARE / 2, 0, 0, 0, time.shifted(time.step()))));
    entries.add(new Journal.MachineChanged(SPARE, 0, true));
    return new Incidents(entries, Set.of());
  }

  private static void compare(
      TinyTrial trial, AllocationRules rules, Incidents incidents, int seed) {
    PairOrder second = SECONDS.get(seed % SECONDS.size());
    for (FirstPhase machines : FirstPhase.values()) {
      for (Order order : Order.values()) {
        for (boolean pruned : new boolean[] {false, true}) {
          compare(trial, rules, incidents, machines, order, second, pruned);
        }
      }
    }
  }

  /** With PMFs as they are, and with compacted ones. */
  private static void compare(
      TinyTrial trial,
      AllocationRules rules,
      Incidents incidents,
      FirstPhase machines,
      Order order,
      PairOrder second,
      boolean pruned) {
    for (Approximation pmfs : List.of(Approximation.OFF, new Approximation(true, 3, 0.1))) {
      TwoPhaseHeuristic heuristic = new TwoPhaseHeuristic(machines, order.order, second);
      Deferring deferring = rules.scope() == DroppingScope.NONE ? UNLIKE : Deferring.fixed(0.6);
      AllocationPolicy plain = policy(pruned, deferring, heuristic);
      List<Object> decided = run(trial, rules, incidents, ForwardingPolicy.showing(pmfs, plain));
      List<FastTwoPhase> all = List.of(new FastTwoPhase(heuristic), new FastTwoPhase(heuristic, 0));
      for (FastTwoPhase form : all) {
        AllocationPolicy fast = policy(pruned, deferring, form);
        assertThat(run(trial, rules, incidents, ForwardingPolicy.showing(pmfs, fast)))
            .as(
                "sample of %s: %s, %s, %s, pruned %s, %s, %s",
                TestSample.day(), rules, machines, order, pruned, pmfs, form.patience())
            .isEqualTo(decided);
      }
    }
  }

  private static AllocationPolicy policy(
      boolean pruned, Deferring deferring, MappingHeuristic heuristic) {
    Pruner pruner =
        pruned
            ? new Pruner(ToggleSettings.at(1, 1), new ThresholdDropping(0.4, 0, true), deferring)
            : new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.NONE);
    return new ComposedPolicy("under test", pruner, heuristic);
  }

  /** What was decided and what became of the tasks; the numbers told may differ by a rounding. */
  private static List<Object> run(
      TinyTrial tiny, AllocationRules rules, Incidents incidents, AllocationPolicy policy) {
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
    List<Object> decided = new ArrayList<>();
    Journal journal =
        entry -> {
          if (entry instanceof Journal.Decided made
              && made.decision() instanceof Decision.Assign assign) {
            decided.add(List.of(made.time(), assign.task().id(), assign.placement()));
          }
        };
    decided.addAll(EventEngine.run(trial, policy, incidents, journal).departures());
    return decided;
  }
}
