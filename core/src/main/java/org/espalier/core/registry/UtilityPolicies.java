package org.espalier.core.registry;

import static org.espalier.core.heuristic.PairMeasure.EXPECTED_COMPLETION;
import static org.espalier.core.heuristic.PairMeasure.UTILITY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY_PER_ENERGY;
import static org.espalier.core.heuristic.PairMeasure.UTILITY_PER_TIME;
import static org.espalier.core.heuristic.PairOrder.highest;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.heuristic.MachineTypeLimit;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.OneByOne;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.PermutingHeuristic;
import org.espalier.core.heuristic.PlacementChoice;
import org.espalier.core.heuristic.SufferageHeuristic;
import org.espalier.core.heuristic.TaskOrder;
import org.espalier.core.heuristic.TwoStageHeuristic;
import org.espalier.core.heuristic.UtilityEnergy;

/**
 * The heuristics of DISSERTATION 2.4, which earn utility: immediate ones, which map task by task,
 * and batch ones of two stages. Equal choices: that with the earlier completion, then the lower
 * machine id.
 */
final class UtilityPolicies {
  private static final String IMMEDIATE = "DISSERTATION 2.4.2";
  private static final PairOrder EARLIEST = BatchPolicies.MIN_COMPLETION;
  private static final PairOrder MOST_UTILITY = highest(UTILITY);
  private static final PairOrder MOST_PER_TIME =
      highest(UTILITY_PER_TIME).thenLowest(EXPECTED_COMPLETION);

  private static final PolicyParameter<Integer> TYPES =
      PolicyParameter.whole(
          "types", 1, 1000, 2, "machine types looked at, those that execute fastest", IMMEDIATE);

  private static final String ENERGY = "DISSERTATION 3.3.2";

  private static final PolicyParameter<Double> WEIGHT =
      PolicyParameter.share(
          "weight", 0.5, "U-E weighting factor: 0 minds utility only, 1 energy only", ENERGY);

  static final PolicyParameter<Double> MAX_UTILITY =
      PolicyParameter.real(
          "max_utility",
          Double.MIN_VALUE,
          1e12,
          8,
          "what any task is worth at most; in studies what one of the workload is, if that is more",
          ENERGY);

  private UtilityPolicies() {}

  static List<PolicyProvider> all() {
    return Stream.concat(optimising().stream(), inTurn()).toList();
  }

  private static List<PolicyProvider> optimising() {
    return List.of(
        new HeuristicProvider("Max-Util", _ -> bestOpen(MachineTypeLimit.NONE, EARLIEST)),
        new HeuristicProvider("Max-UPT", UtilityPolicies::maxUpt)
            .minding(settings -> !isImmediate(settings)),
        new HeuristicProvider(
            "MET-Random",
            settings ->
                new OneByOne(
                    PlacementChoice.randomMachine(MachineTypeLimit.fastest(1), settings.seed()))),
        new HeuristicProvider("MET-Max-Util", _ -> bestOpen(MachineTypeLimit.fastest(1), EARLIEST)),
        new HeuristicProvider(
                "K-Best-Types",
                settings ->
                    bestOpen(MachineTypeLimit.fastest(settings.parameters().get(TYPES)), EARLIEST))
            .declaring(TYPES),
        batch("Min-Min-Comp", settings -> twoStage(settings, EARLIEST, EARLIEST))
            .minding(UtilityPolicies::permutes),
        batch("Sufferage", settings -> new SufferageHeuristic(!permutes(settings))),
        batch("Max-Max-Util", settings -> twoStage(settings, EARLIEST, MOST_UTILITY)),
        batch("Max-Max-UPT", settings -> twoStage(settings, UTILITY_PER_TIME)),
        batch(
            "MET-Max-Util-Max-UPT",
            settings ->
                new TwoStageHeuristic(
                    MachineTypeLimit.fastest(1),
                    EARLIEST,
                    highest(UTILITY_PER_TIME),
                    !permutes(settings))),
        batch("Max-Max-UPE", settings -> twoStage(settings, UTILITY_PER_ENERGY)).needingPower(),
        batch("Max-Utility", settings -> twoStage(settings, EARLIEST, MOST_UTILITY)),
        batch("Max-UPE", settings -> twoStage(settings, UTILITY_PER_ENERGY)).needingPower(),
        weighted("Weighted-Util", UtilityEnergy::weightedUtility),
        weighted("Weighted-UPT", UtilityEnergy::weightedUtilityPerTime),
        weighted("Weighted-UPE", UtilityEnergy::weightedUtilityPerEnergy));
  }

  private static Stream<PolicyProvider> inTurn() {
    return Stream.of(
            freeFirst("FCFS", "first come, first served", TaskOrder.FCFS),
            freeFirst("LCFS", "last come, first served", TaskOrder.LCFS),
            freeFirst(
                "Prioritized-FCFS",
                "highest utility at arrival first, then first come",
                TaskOrder.PRIORITIZED_FCFS),
            freeFirst(
                "Prioritized-LCFS",
                "highest utility at arrival first, then last come",
                TaskOrder.PRIORITIZED_LCFS))
        .flatMap(policies -> policies);
  }

  private static Stream<PolicyProvider> freeFirst(String name, String summary, TaskOrder order) {
    boolean byUtility =
        List.of(TaskOrder.PRIORITIZED_FCFS, TaskOrder.PRIORITIZED_LCFS).contains(order);
    String first = summary + "; the machine that is free first, in ";
    return Stream.of(false, true)
        .map(all ->
            new HeuristicProvider(
                    name + (all ? "-All-P-states" : "-P-state-0"),
                    first + (all ? "the fastest P-state it may" : "its fastest P-state"),
                    "DISSERTATION 4.3.4",
                    _ -> new OneByOne(order, PlacementChoice.freeFirst(all)))
                .minding(_ -> byUtility));
  }

  private static PolicyProvider weighted(
      String name, Function<UtilityEnergy, PairMeasure> measure) {
    return new HeuristicProvider(
            name,
            settings -> {
              ParameterValues values = settings.parameters();
              UtilityEnergy weighing =
                  new UtilityEnergy(values.get(WEIGHT), values.get(MAX_UTILITY));
              return permuting(settings, twoStage(settings, measure.apply(weighing)));
            })
        .permuting()
        .declaring(WEIGHT, MAX_UTILITY)
        .needingPower();
  }

  /** Two stages of one measure, of which the highest comes first. */
  private static MappingHeuristic twoStage(PolicySettings settings, PairMeasure measure) {
    PairOrder most = highest(measure);
    return twoStage(settings, most.thenLowest(EXPECTED_COMPLETION), most);
  }

  private static MappingHeuristic bestOpen(MachineTypeLimit limit, PairOrder order) {
    return new OneByOne(PlacementChoice.bestOpen(limit, order));
  }

  private static MappingHeuristic maxUpt(PolicySettings settings) {
    return isImmediate(settings)
        ? bestOpen(MachineTypeLimit.NONE, MOST_PER_TIME)
        : twoStage(settings, UTILITY_PER_TIME);
  }

  private static boolean isImmediate(PolicySettings settings) {
    return settings.rules().management() instanceof TaskManagement.UnboundedQueues;
  }

  private static MappingHeuristic twoStage(
      PolicySettings settings, PairOrder first, PairOrder second) {
    return new TwoStageHeuristic(MachineTypeLimit.NONE, first, second, !permutes(settings));
  }

  private static boolean permutes(PolicySettings settings) {
    return settings.permuted() > 1;
  }

  private static HeuristicProvider batch(
      String name, Function<PolicySettings, MappingHeuristic> heuristic) {
    return new HeuristicProvider(name, settings -> permuting(settings, heuristic.apply(settings)))
        .permuting();
  }

  private static MappingHeuristic permuting(PolicySettings settings, MappingHeuristic heuristic) {
    return permutes(settings) ? new PermutingHeuristic(heuristic, settings.permuted()) : heuristic;
  }
}
