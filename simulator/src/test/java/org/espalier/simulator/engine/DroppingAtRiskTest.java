package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.DroppingAtRisk;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.pruning.UtilityDropping;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who looks only at queues at risk drops what one drops who looks at all. */
class DroppingAtRiskTest {
  private static final int SEEDS = 30;
  private static final int FEW = 4;

  @ParameterizedTest
  @EnumSource
  void theSameIsDropped(RandomTrials kind) {
    int dropped = 0;
    for (int seed : TestSample.of(FEW, SEEDS).toArray()) {
      TinyTrial trial = kind.trial(6000 + seed);
      for (DroppingScope scope : DroppingScope.values()) {
        for (ThresholdDropping dropping : droppings()) {
          AllocationRules rules = AllocationRules.bounded(6, scope);
          List<Journal.Decided> plain = decided(trial, rules, dropping, seed);
          assertThat(decided(trial, rules, new DroppingAtRisk(dropping), seed))
              .as("sample of %s: %s %s %s", TestSample.day(), kind, scope, dropping)
              .isEqualTo(plain);
          dropped += plain.size();
        }
      }
    }
    assertThat(dropped).isPositive();
  }

  private static List<ThresholdDropping> droppings() {
    return List.of(
        new ThresholdDropping(0.5, 0, true),
        new ThresholdDropping(0.3, 0.1, true),
        new ThresholdDropping(0, 0, true),
        new ThresholdDropping(0.8, 0, false));
  }

  private static List<Journal.Decided> decided(
      TinyTrial tiny, AllocationRules rules, Dropping dropping, int seed) {
    ToggleSettings toggle = seed % 2 == 0 ? ToggleSettings.ALWAYS : ToggleSettings.schmitt(1, 1);
    SharesByType shares =
        new SharesByType(Map.of(tiny.system().taskTypes().getFirst().name(), 1.0 / (1 + seed % 2)));
    Fairness fairness = new Fairness(seed % 3 * 0.05, shares);
    Pruner pruner =
        new Pruner(toggle, dropping, Deferring.fixed(0.1), fairness, UtilityDropping.NONE);
    TwoPhaseHeuristic heuristic =
        new TwoPhaseHeuristic(
            FirstPhase.WITH_ROOM,
            PairOrder.earliestCompletion(),
            PairOrder.lowest(PairMeasure.EXPECTED_COMPLETION));
    AllocationPolicy policy = new ComposedPolicy("under test", pruner, heuristic);
    Trial trial = new Trial(tiny.system(), rules, tiny.workload(), tiny.actualTimes()::of);
    List<Journal.Decided> all = new ArrayList<>();
    EventEngine.run(
        trial,
        policy,
        Incidents.NONE,
        entry -> {
          if (entry instanceof Journal.Decided decided) {
            all.add(decided);
          }
        });
    return all;
  }
}
