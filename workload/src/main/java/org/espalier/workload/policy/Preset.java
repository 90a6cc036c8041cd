package org.espalier.workload.policy;

import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.DeferringSettings;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningSettings;
import org.espalier.core.registry.PruningSettings.DroppingMethod;

/** A named set of policy settings that studies begin with (design section 13). */
public enum Preset {
  /** THESIS. */
  THESIS(PolicySettings.THESIS),
  /** JOURNAL. */
  JOURNAL(PolicySettings.JOURNAL),
  /** JOURNAL with both thresholds dynamic (5.2, 5.3); 0.1 for rho, which it does not say. */
  JOURNAL_FULL(dynamic(PolicySettings.JOURNAL)),
  /** DROPPING: at every mapping event what harms the tasks behind it is dropped. */
  DROPPING(
      PolicySettings.THESIS.withPruning(
          PolicySettings.THESIS
              .pruning()
              .withDropping(DroppingMethod.PROACTIVE)
              .withToggle(new ToggleSettings(ToggleSettings.Mode.ALWAYS, 1, 1, 1)))),
  /** MAXROBUST: a task is mapped on arrival, and finished though it is late. */
  MAXROBUST(
      PolicySettings.THESIS
          .withRules(AllocationRules.unbounded(DroppingScope.NONE).withDeadlines(DeadlineKind.SOFT))
          .withPruning(
              PolicySettings.THESIS
                  .pruning()
                  .withToggle(new ToggleSettings(ToggleSettings.Mode.NEVER, 1, 1, 1))));

  private final PolicySettings settings;

  Preset(PolicySettings settings) {
    this.settings = settings;
  }

  private static PolicySettings dynamic(PolicySettings settings) {
    PruningSettings pruning = settings.pruning();
    return settings.withPruning(
        pruning
            .withByThreshold(new ThresholdDropping(pruning.byThreshold().threshold(), 0.1, true))
            .withDeferring(
                new DeferringSettings(
                    DeferringSettings.Method.DYNAMIC,
                    pruning.deferring().threshold(),
                    pruning.deferring().step())));
  }

  /** The settings. */
  public PolicySettings settings() {
    return settings;
  }
}
