package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.budget.TaskBudget;
import org.espalier.core.pmf.DroppingScope;
import org.junit.jupiter.api.Test;

/** Which parameters of just-in-time policies make a difference, by what else is set. */
class JustInTimePoliciesTest {
  private static final PolicySettings HARD = PolicySettings.JOURNAL;

  private static PolicyProvider provider(String name) {
    return PolicyRegistry.builtIn().find(name).orElseThrow().provider();
  }

  private static List<String> heeded(String policy, PolicySettings settings) {
    PolicyProvider provider = provider(policy);
    return provider.parameters().stream()
        .filter(parameter -> provider.heeds(parameter, settings))
        .map(PolicyParameter::name)
        .toList();
  }

  private static PolicySettings weighted(String policy, PolicySettings settings) {
    @SuppressWarnings("unchecked")
    PolicyParameter<Double> weight =
        (PolicyParameter<Double>)
            provider(policy).parameters().stream()
                .filter(parameter -> parameter.name().equals("fairness.weight"))
                .findFirst()
                .orElseThrow();
    return settings.withParameters(settings.parameters().with(weight, 2.0));
  }

  @Test
  void aFactorNeedsAWeight() {
    assertThat(heeded("JIT", HARD))
        .containsExactly("fairness.weight", "evict", "by_utility", "lead", "forecast");
    assertThat(heeded("JIT", weighted("JIT", HARD)))
        .containsExactly(
            "fairness.weight", "fairness.factor", "evict", "by_utility", "lead", "forecast");
  }

  @Test
  void evictionIsForHardDeadlinesWithoutABudget() {
    PolicySettings soft =
        HARD.withRules(HARD.rules().withScope(DroppingScope.NONE).withDeadlines(DeadlineKind.SOFT));
    EnergyPeriod period = new EnergyPeriod(0, 1000, OptionalDouble.of(1e6));
    PolicySettings budget =
        HARD.withEnergy(new EnergySettings(List.of(period), new TaskBudget.Unlimited()));

    List<String> others =
        List.of("fairness.weight", "fairness.factor", "by_utility", "lead", "forecast");
    assertThat(heeded("JIT", weighted("JIT", soft))).containsExactlyElementsOf(others);
    assertThat(heeded("JIT", weighted("JIT", budget))).containsExactlyElementsOf(others);
  }
}
