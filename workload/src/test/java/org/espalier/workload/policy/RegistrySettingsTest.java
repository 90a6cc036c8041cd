package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;

/** Settings written as the texts of their options come back as they were. */
class RegistrySettingsTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final PolicyVocabulary VOCABULARY = new PolicyVocabulary(REGISTRY);

  private static Map<String, String> texts(PolicySettings settings) {
    Map<String, String> texts = new HashMap<>();
    for (PolicyOption option : PolicyOption.values()) {
      texts.put(option.key(), option.text(settings, TICK));
    }
    return texts;
  }

  private static PolicySettings changed(PolicySettings settings) {
    Map<PolicyOption, String> values = new EnumMap<>(PolicyOption.class);
    values.put(PolicyOption.TOGGLE, "3");
    values.put(PolicyOption.TOGGLE_OFF, "0.7");
    values.put(PolicyOption.DROPPING_THRESHOLD, "0.35");
    values.put(PolicyOption.FAIRNESS_FACTOR, "0.05");
    values.put(PolicyOption.TRIGGER, "5 arrivals or 100 ms");
    values.put(PolicyOption.QUEUE_CAPACITY, "unbounded");
    return PolicyOption.apply(settings, values, TICK);
  }

  private static RegistrySettings applied(Map<String, String> texts) {
    return RegistrySettings.of(PolicySettings.JOURNAL).with(VOCABULARY.values(texts), TICK);
  }

  private static ParameterValues parametersOf(RegistrySettings settings, String policy) {
    PolicyProvider provider = REGISTRY.find(policy).orElseThrow().provider();
    return settings.forPolicy(provider).parameters();
  }

  @Test
  void textsOfAllOptionsAreTheSettings() {
    for (Preset preset : Preset.values()) {
      PolicySettings settings = preset.settings();
      assertThat(applied(texts(settings)).common()).isEqualTo(settings);
      assertThat(applied(texts(changed(settings))).common()).isEqualTo(changed(settings));
    }
  }

  @Test
  void allThatIsWrongIsTold() {
    Map<String, String> options =
        Map.of("toggel", "1", "toggle_lambda", "7", "MOC.alpha", "2", "MOC.alfa", "0.1");

    assertThatThrownBy(() -> VOCABULARY.values(options))
        .hasMessageContaining("policies have no option toggel; did you mean toggle?")
        .hasMessageContaining("toggle_lambda is 7; expected a number above 0 and up to 1")
        .hasMessageContaining("MOC.alpha is 2; expected a number from 0 to 1")
        .hasMessageContaining("policies have no option MOC.alfa; did you mean MOC.alpha?");
  }

  @Test
  void eachPolicyHasItsOwnParameters() {
    RegistrySettings settings =
        applied(Map.of("MOC.alpha", "0.2", "MOC.permuted", "5", "MOCA.alpha", "0.4"));

    ParameterValues ofMoc = parametersOf(settings, "MOC-P");
    assertThat(ofMoc.get(real("MOC"))).isEqualTo(0.2);
    assertThat(parametersOf(settings, "MOCA").get(real("MOCA"))).isEqualTo(0.4);
    assertThat(parametersOf(settings, "KPB")).isEqualTo(ParameterValues.DEFAULTS);
  }

  /** The first parameter of a policy, a number. */
  @SuppressWarnings("unchecked")
  private static PolicyParameter<Double> real(String policy) {
    PolicyProvider provider = REGISTRY.find(policy).orElseThrow().provider();
    return (PolicyParameter<Double>) provider.parameters().getFirst();
  }

  @Test
  void theLastValueOfAParameterHolds() {
    RegistrySettings first = applied(Map.of("MOC.alpha", "0.2"));
    RegistrySettings second = first.with(VOCABULARY.values(Map.of("MOC.alpha", "0.3")), TICK);

    assertThat(parametersOf(second, "MOC")).isEqualTo(ParameterValues.DEFAULTS);
  }

  @Test
  void parametersOfEveryKindAreRead() {
    var real = PolicyParameter.real("real", -1, 1, 0.0, "a number", "none");
    var whole = PolicyParameter.whole("whole", 0, 9, 4, "a whole number", "none");
    var flag = PolicyParameter.flag("flag", "yes or no", "none");
    ParameterValues values = ParameterValues.DEFAULTS;
    for (var given :
        List.of(Map.entry(real, "-0.5"), Map.entry(whole, "9"), Map.entry(flag, "true"))) {
      ParameterSetting setting = new ParameterSetting("Mine", given.getKey());
      assertThat(setting.accepts("perhaps")).isFalse();
      values = setting.apply(values, given.getValue());
      assertThat(setting.text(values)).isEqualTo(given.getValue());
    }

    assertThat(values.get(real)).isEqualTo(-0.5);
    assertThat(values.get(whole)).isEqualTo(9);
    assertThat(values.get(flag)).isTrue();
  }
}
