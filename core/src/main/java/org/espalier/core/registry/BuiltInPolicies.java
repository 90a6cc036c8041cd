package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.CHANCE_OF_SUCCESS;
import static org.espalier.core.heuristic.PairMeasure.DEADLINE;
import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.MEAN_EXECUTION_TIME;
import static org.espalier.core.heuristic.PairMeasure.QUEUE_LENGTH;
import static org.espalier.core.heuristic.PairMeasure.READY_TIME;
import static org.espalier.core.heuristic.PairMeasure.URGENCY;
import static org.espalier.core.heuristic.PairOrder.highest;
import static org.espalier.core.heuristic.PairOrder.lowest;

import java.util.List;
import org.espalier.core.heuristic.ImmediateHeuristic;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.MaxOntimeCompletions;
import org.espalier.core.heuristic.MaxRobust;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.RandomMachine;
import org.espalier.core.heuristic.RoundRobin;
import org.espalier.core.heuristic.TwoPhaseHeuristic;

/** The policies that come with Espalier. */
final class BuiltInPolicies {
  private static final PairOrder MIN_COMPLETION = lowest(EXPECTED_COMPLETION);
  private static final PairOrder MIN_COMPLETION_THEN_SHORTEST =
      MIN_COMPLETION.thenLowest(MEAN_EXECUTION_TIME);

  private static final PairOrder SOONEST_DEADLINE =
      lowest(DEADLINE).thenLowest(EXPECTED_COMPLETION).thenLowest(MEAN_EXECUTION_TIME);

  /** The fairness factor of JOURNAL 9.5. */
  private static final double FAIRNESS_FACTOR = 0.1;

  /** The deferring threshold of PUM, "the same as MOC". */
  private static final double UNAWARE_THRESHOLD = 0.3;

  /** The share of machines KPB and MR look at: three of eight. */
  private static final double K_PERCENT = 0.375;

  private BuiltInPolicies() {}

  static List<PolicyProvider> all() {
    return List.of(
        minMin(),
        soonestDeadline(),
        maxUrgency(),
        maxOntime(),
        maxOntimeAware(),
        pruningAware(),
        fairPruningAware(),
        pruningUnaware(),
        firstCome(),
        earliestDeadlineFirst(),
        shortestJobFirst(),
        minExecutionTime(),
        minCompletionTime(),
        kPercentBest(),
        robustAmongFastest(),
        shortestQueue(),
        maxRobust(),
        maxRobustOfOthers(),
        roundRobin(),
        random());
  }

  private static PolicyProvider minMin() {
    return twoPhase(
        "MM",
        "min completion, min completion (Min-Min)",
        "THESIS 3.3.1.1, JOURNAL 8.3.1",
        MIN_COMPLETION,
        MIN_COMPLETION_THEN_SHORTEST);
  }

  private static PolicyProvider soonestDeadline() {
    return twoPhase(
        "MSD",
        "min completion, then soonest deadline",
        "THESIS 3.3.1.2, JOURNAL 8.3.2",
        MIN_COMPLETION,
        SOONEST_DEADLINE);
  }

  private static PolicyProvider maxUrgency() {
    return twoPhase(
        "MMU",
        "min completion, then max urgency 1/(deadline - expected completion)",
        "THESIS 3.3.1.3, JOURNAL 8.3.3",
        MIN_COMPLETION,
        highest(URGENCY));
  }

  private static PolicyProvider maxOntime() {
    return PolicyProvider.ofHeuristic(
        "MOC",
        "max on-time completions: cull below 0.3, permute the three most robust pairs",
        "THESIS 3.3.1.4, JOURNAL 8.3.4",
        BuiltInPolicies::cullAndPermute);
  }

  private static PolicyProvider maxOntimeAware() {
    return PolicyProvider.ofHeuristic(
        "MOCA",
        "MOC aware of the pruner: with the deferring threshold, and the whole pruner",
        "THESIS 4.4.3.1",
        PruningParts.WHOLE,
        BuiltInPolicies::cullAndPermute);
  }

  private static MappingHeuristic cullAndPermute(PolicySettings settings) {
    return new MaxOntimeCompletions(settings.firstPhase(), MaxOntimeCompletions.DEFAULT_ALPHA);
  }

  private static PolicyProvider pruningAware() {
    return PolicyProvider.ofHeuristic(
        "PAM",
        "pruning-aware mapper: max chance of success, then min completion, with the whole pruner",
        "THESIS algorithm 2, JOURNAL 6.3.1",
        PruningParts.WHOLE,
        BuiltInPolicies::robustThenShort);
  }

  private static PolicyProvider fairPruningAware() {
    return new HeuristicProvider(
        "PAMF",
        "PAM with fairness among task types, factor 0.1 unless set",
        "JOURNAL 6.3.2",
        PruningParts.WHOLE,
        pruning -> pruning.withDefaultFairnessFactor(FAIRNESS_FACTOR),
        BuiltInPolicies::robustThenShort);
  }

  private static PolicyProvider pruningUnaware() {
    return new HeuristicProvider(
        "PUM",
        "PAM unaware of the pruner: defers at 0.3 whatever the deferring threshold",
        "THESIS 4.4.3.1",
        PruningParts.WHOLE,
        pruning -> pruning.withDeferring(DeferringSettings.fixed(UNAWARE_THRESHOLD)),
        BuiltInPolicies::robustThenShort);
  }

  private static MappingHeuristic robustThenShort(PolicySettings settings) {
    return new TwoPhaseHeuristic(
        settings.firstPhase(),
        highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION),
        MIN_COMPLETION_THEN_SHORTEST);
  }

  private static PolicyProvider firstCome() {
    return PolicyProvider.ofHeuristic(
        "FCFS",
        "first come, first served: the machine that is free first, task by task",
        "THESIS 3.3.2.1, 3.3.3.1",
        settings -> new ImmediateHeuristic(lowest(READY_TIME)));
  }

  private static PolicyProvider earliestDeadlineFirst() {
    return twoPhase(
        "EDF",
        "earliest deadline first: MSD on machines of a single type",
        "THESIS 3.3.3.2",
        MIN_COMPLETION,
        SOONEST_DEADLINE);
  }

  private static PolicyProvider shortestJobFirst() {
    return twoPhase(
        "SJF",
        "shortest job first: MM on machines of a single type",
        "THESIS 3.3.3.3",
        MIN_COMPLETION,
        MIN_COMPLETION_THEN_SHORTEST);
  }

  private static PolicyProvider minExecutionTime() {
    return PolicyProvider.ofHeuristic(
        "MET",
        "min execution time, task by task (MAXROBUST's MEET)",
        "THESIS 3.3.2.2, MAXROBUST IV-D",
        settings -> new ImmediateHeuristic(lowest(MEAN_EXECUTION_TIME)));
  }

  private static PolicyProvider minCompletionTime() {
    return PolicyProvider.ofHeuristic(
        "MCT",
        "min completion time, task by task (MAXROBUST's MECT)",
        "THESIS 3.3.2.3, MAXROBUST IV-C",
        settings -> new ImmediateHeuristic(MIN_COMPLETION));
  }

  private static PolicyProvider kPercentBest() {
    return PolicyProvider.ofHeuristic(
        "KPB",
        "min completion time among the 37.5 % of machines that execute fastest, task by task",
        "THESIS 3.3.2.4, MAXROBUST IV-E",
        settings -> new ImmediateHeuristic(MIN_COMPLETION, K_PERCENT));
  }

  private static PolicyProvider robustAmongFastest() {
    return PolicyProvider.ofHeuristic(
        "MR",
        "max chance of success among the 37.5 % of machines that execute fastest, task by task",
        "THESIS 3.3.2.5",
        settings ->
            new ImmediateHeuristic(
                highest(CHANCE_OF_SUCCESS).thenLowest(EXPECTED_COMPLETION), K_PERCENT));
  }

  private static PolicyProvider shortestQueue() {
    return PolicyProvider.ofHeuristic(
        "SQ",
        "shortest queue, task by task",
        "MAXROBUST IV-F",
        settings -> new ImmediateHeuristic(lowest(QUEUE_LENGTH)));
  }

  private static PolicyProvider maxRobust() {
    return PolicyProvider.ofHeuristic(
        "MaxRobust",
        "max joint chance that all queued tasks of all machines are on time, ties by KPB",
        "MAXROBUST IV-B, eq. 1",
        settings -> new MaxRobust(MaxRobust.LostTasks.COUNTED, K_PERCENT));
  }

  private static PolicyProvider maxRobustOfOthers() {
    return PolicyProvider.ofHeuristic(
        "MaxRobustV",
        "MaxRobust over the tasks that can still be on time",
        "MAXROBUST IV-B, eq. 1",
        settings -> new MaxRobust(MaxRobust.LostTasks.LEFT_OUT, K_PERCENT));
  }

  private static PolicyProvider roundRobin() {
    return PolicyProvider.ofHeuristic(
        "Round-Robin",
        "one machine after the other, task by task",
        "a baseline",
        settings -> new RoundRobin());
  }

  private static PolicyProvider random() {
    return PolicyProvider.ofHeuristic(
        "Random",
        "a random machine, task by task",
        "a baseline; DISSERTATION 4.3.4",
        settings -> new RandomMachine(settings.seed()));
  }

  private static PolicyProvider twoPhase(
      String name, String summary, String source, PairOrder first, PairOrder second) {
    return PolicyProvider.ofHeuristic(
        name,
        summary,
        source,
        settings -> new TwoPhaseHeuristic(settings.firstPhase(), first, second));
  }
}
