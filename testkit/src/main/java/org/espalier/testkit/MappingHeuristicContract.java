package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.junit.jupiter.api.Test;

/** What every mapping heuristic must keep to, alone and inside any pruner. */
public abstract class MappingHeuristicContract extends AllocationPolicyContract {
  /** For those who extend it. */
  protected MappingHeuristicContract() {}

  /** A new heuristic. */
  protected abstract MappingHeuristic newHeuristic(PolicySettings settings);

  @Override
  protected AllocationPolicy newPolicy(PolicySettings settings) {
    return within(Pruner.none(), settings);
  }

  private AllocationPolicy within(Pruner pruner, PolicySettings settings) {
    return new ComposedPolicy("under test", pruner, newHeuristic(settings));
  }

  @Test
  public void keepsTheRulesInsideAnyPruner() {
    for (PolicySettings settings : settings()) {
      for (PruningParts parts : PruningParts.values()) {
        for (int seed = 0; seed < trials(); seed++) {
          TinyTrial trial = RandomTrials.ORDINARY.trial(seed);
          AllocationPolicy policy = within(settings.pruning().newPruner(parts), settings);
          ManualDriver.of(trial.system(), settings.rules(), policy).play(trial);
        }
      }
    }
  }

  @Test
  public void mapsNothingThatThePrunerDefers() {
    for (PolicySettings settings : settings()) {
      TinyTrial trial = RandomTrials.ORDINARY.trial(1);
      Pruner deferAll = new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.fixed(1));
      ManualDriver driver =
          ManualDriver.explaining(trial.system(), settings.rules(), within(deferAll, settings))
              .play(trial);

      List<Decision> decisions =
          driver.decisions().stream().map(Journal.Decided::decision).toList();
      assertThat(decisions).allMatch(Decision.Defer.class::isInstance);
    }
  }
}
