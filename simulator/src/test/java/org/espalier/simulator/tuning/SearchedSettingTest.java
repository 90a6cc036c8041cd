package org.espalier.simulator.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;

final class SearchedSettingTest {
  private static final PolicyRegistry.Entry JIT =
      PolicyRegistry.builtIn().find("JIT").orElseThrow();

  private static PolicySettings weighing(double weight) {
    @SuppressWarnings("unchecked")
    var first = (PolicyParameter<Double>) JIT.provider().parameters().getFirst();
    return PolicySettings.JOURNAL.withParameters(ParameterValues.DEFAULTS.with(first, weight));
  }

  @Test
  void aShareThatMakesNoDifferenceIsNotSearchedByDefault() {
    assertThat(SearchedSetting.byDefault(JIT, weighing(0))).isEmpty();
    assertThat(SearchedSetting.byDefault(JIT, weighing(1)))
        .extracting(searched -> searched.setting().key())
        .containsExactly("JIT.fairness.factor");
  }
}
