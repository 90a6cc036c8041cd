package org.espalier.simulator.replay;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Arguments;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.report.statistics.MeanInterval;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;

/**
 * What would have happened in a recorded run under other policies. Its workload is simulated with
 * execution times as far as they are known; they are drawn where they are not.
 *
 * <p>Policies believe what the service believed: the PET of its start, changed by what it learned
 * when it learned it. Users take tasks back, and machines come and go, when they did. A task that
 * failed fails under every policy. The same seed gives the same draws to every policy.
 *
 * @param draws how many times execution times are drawn
 */
public record WhatIf(RecordedRun run, int draws, long seed) {
  /** Refuses to draw nothing. */
  public WhatIf {
    Arguments.refuse(draws < 1, "%s draws; expected at least 1", draws);
  }

  /**
   * What came of it under a policy.
   *
   * @param counted number of tasks that shares are of
   * @param onTime number of these on time, for each draw
   */
  public record Outcome(int counted, List<Integer> onTime) {
    /** Percentage of tasks on time, for each draw. */
    double[] robustness() {
      return onTime.stream().mapToDouble(count -> 100.0 * count / counted).toArray();
    }

    /** Mean percentage of tasks on time. */
    public MeanInterval mean() {
      return MeanInterval.of(robustness());
    }

    /** Mean difference from another outcome with the same draws, in percentage points. */
    public MeanInterval against(Outcome other) {
      return MeanInterval.ofDifferences(robustness(), other.robustness());
    }
  }

  /** The recorded outcome, which is the same for every draw. */
  public Outcome recorded() {
    return new Outcome(run.counted(), Collections.nCopies(draws, run.onTime()));
  }

  /**
   * The outcome under a policy with the settings that the journal ends with.
   *
   * @param changes options and parameters of policies to be changed, by key
   * @throws IllegalArgumentException if there is no such policy or option
   */
  public Outcome under(PolicyRegistry registry, String policy, Map<String, String> changes) {
    PolicyRegistry.Entry entry =
        registry
            .find(policy)
            .orElseThrow(() -> new IllegalArgumentException("there is no policy " + policy));
    PolicySettings settings =
        RegisteredPolicies.settings(registry, entry, run.began(), run.last().settings(), changes);
    List<Integer> onTime =
        IntStream.range(0, draws)
            .parallel()
            .mapToObj(draw -> onTime(draw, settings.rules(), () -> entry.create(settings)))
            .toList();
    return new Outcome(run.counted(), onTime);
  }

  private int onTime(int draw, AllocationRules rules, Supplier<AllocationPolicy> policy) {
    Trial trial =
        new Trial(run.began().system(), rules, run.workload(), new RecordedTimes(run, seed, draw));
    TrialOutcome outcome = EventEngine.run(trial, policy.get(), run.incidents(), Journal.NONE);
    return (int)
        outcome.departures().stream()
            .filter(left -> left.fate() == Fate.ON_TIME && run.isCounted(left.task().id()))
            .count();
  }
}
