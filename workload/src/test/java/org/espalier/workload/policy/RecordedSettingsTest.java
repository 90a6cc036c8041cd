package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.espalier.core.budget.CalendarUnit;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Quantities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a journal says of settings is read as it was written. */
class RecordedSettingsTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final PolicyRegistry REGISTRY = PolicyRegistry.builtIn();
  private static final RegistrySettings BASE = RegistrySettings.of(PolicySettings.JOURNAL);

  /** For every option a value other than that of preset journal. */
  private static final Map<PolicySetting, String> OTHERS =
      Map.ofEntries(
          Map.entry(PolicyOption.QUEUE_CAPACITY, "17"),
          Map.entry(PolicyOption.DROPPING_SCOPE, "none"),
          Map.entry(PolicyOption.DEADLINES, "soft"),
          Map.entry(PolicyOption.TRIGGER, "completions or 5 arrivals or 100 ms"),
          Map.entry(PolicyOption.CHARGE, "0.1 us"),
          Map.entry(PolicyOption.FILL, "just-in-time"),
          Map.entry(PolicyOption.WEIGH_WORTH, "false"),
          Map.entry(PolicyOption.FIRST_PHASE, "with-room"),
          Map.entry(PolicyOption.PERMUTE, "3"),
          Map.entry(PolicyOption.DROPPING, "proactive"),
          Map.entry(PolicyOption.DROPPING_THRESHOLD, "0.35"),
          Map.entry(PolicyOption.EFFECTIVE_DEPTH, "5"),
          Map.entry(PolicyOption.IMPROVEMENT_FACTOR, "1.25"),
          Map.entry(PolicyOption.TYPE_THRESHOLDS, "spec-01: 0.2, spec-04: 1"),
          Map.entry(PolicyOption.AT_LEAST, "spec-00: 0.5, spec-03: 0.25"),
          Map.entry(PolicyOption.DEFERRING, "dynamic"),
          Map.entry(PolicyOption.DEFERRING_THRESHOLD, "0.15"),
          Map.entry(PolicyOption.DEFERRING_STEP, "0.01"),
          Map.entry(PolicyOption.FAIRNESS_FACTOR, "0.07"),
          Map.entry(PolicyOption.TOGGLE, "3"),
          Map.entry(PolicyOption.TOGGLE_OFF, "0.7"),
          Map.entry(PolicyOption.TOGGLE_LAMBDA, "0.6"),
          Map.entry(PolicyOption.DROP_RUNNING, "false"),
          Map.entry(PolicyOption.SKEWNESS_SCALE, "0.4"),
          Map.entry(PolicyOption.UTILITY_THRESHOLD, "1.5 special 0.5"),
          Map.entry(PolicyOption.ENERGY_BUDGET, "1.11 GJ then none then 0.9 GJ at 0.95"),
          Map.entry(PolicyOption.ENERGY_PERIOD, "90 min"),
          Map.entry(PolicyOption.ENERGY_ZONE, "Europe/Berlin from 2026-03-01"),
          Map.entry(PolicyOption.ENERGY_PRICE, "0.05 0.12"),
          Map.entry(PolicyOption.ENERGY_CARBON, "420 90 300"),
          Map.entry(PolicyOption.ENERGY_PER_WORTH, "5 kJ"),
          Map.entry(PolicyOption.ENERGY_START, "-2 h"),
          Map.entry(PolicyOption.ENERGY_FILTER, "fixed 0.75"),
          Map.entry(PolicyOption.APPROXIMATE, "true"),
          Map.entry(PolicyOption.APPROXIMATE_BUCKET, "9"),
          Map.entry(PolicyOption.APPROXIMATE_CROP, "0.02"));

  private static RegistrySettings readAgain(RegistrySettings settings) {
    String text = RecordedSettings.text(settings, REGISTRY, TICK);
    return BASE.with(RecordedSettings.values(text, REGISTRY), TICK);
  }

  @ParameterizedTest
  @EnumSource(Preset.class)
  void aPresetIsReadAgain(Preset preset) {
    RegistrySettings settings = RegistrySettings.of(preset.settings());

    assertThat(readAgain(settings).common()).isEqualTo(settings.common());
  }

  @ParameterizedTest
  @ValueSource(strings = {"12.5 money", "0.3 kg CO2 then none then 1.7 t CO2", "40 MJ"})
  void budgetsOfTheCalendarAreReadAgain(String budget) {
    RegistrySettings settings =
        BASE.with(
            Map.of(
                PolicyOption.ENERGY_BUDGET, budget,
                PolicyOption.ENERGY_PERIOD, "month",
                PolicyOption.ENERGY_PRICE, "0.05 0.12",
                PolicyOption.ENERGY_CARBON, "420 90 300",
                PolicyOption.ENERGY_ZONE, "Europe/Berlin"),
            TICK);

    assertThat(settings.common().energy().calendar()).contains(CalendarUnit.MONTH);
    assertThat(readAgain(settings).common()).isEqualTo(settings.common());
  }

  @ParameterizedTest
  @EnumSource(PolicyOption.class)
  void everyOptionIsReadAgain(PolicyOption option) {
    Map<PolicySetting, String> values = new HashMap<>();
    values.put(option, OTHERS.get(option));
    if (option == PolicyOption.DEADLINES) {
      values.put(PolicyOption.DROPPING_SCOPE, "none"); // soft deadlines drop nothing
    }
    RegistrySettings settings = BASE.with(values, TICK);

    assertThat(settings.common()).isNotEqualTo(PolicySettings.JOURNAL);
    assertThat(readAgain(settings).common()).isEqualTo(settings.common());
  }

  @Test
  void theyAreReadAgainAllTogether() {
    RegistrySettings settings = BASE.with(OTHERS, TICK);

    assertThat(readAgain(settings).common()).isEqualTo(settings.common());
  }

  static List<ParameterSetting> parameters() {
    return REGISTRY.providers().stream()
        .map(PolicyVocabulary::parameters)
        .flatMap(List::stream)
        .toList();
  }

  private static String text(Object value) {
    return value instanceof Duration time ? Quantities.text(time) : value.toString();
  }

  /** Its values at the ends of its range, and its default, in all settings and for its policy. */
  @ParameterizedTest
  @MethodSource("parameters")
  void everyParameterIsReadAgain(ParameterSetting parameter) {
    for (Object extreme : parameter.parameter().extremes()) {
      RegistrySettings settings = BASE.with(Map.of(parameter, text(extreme)), TICK);
      PolicyProvider policy = REGISTRY.find(parameter.policy()).orElseThrow().provider();

      if (!extreme.equals(parameter.parameter().byDefault())) {
        assertThat(settings.forPolicy(policy)).isNotEqualTo(BASE.forPolicy(policy));
      }
      assertThat(readAgain(settings).forPolicy(policy)).isEqualTo(settings.forPolicy(policy));
    }
  }

  @Test
  void parametersOfAPolicyThatIsNotThereAreLeftOut() {
    String text = "{\"Mine.factor\": \"2\", \"toggle\": \"3\"}";

    assertThat(RecordedSettings.values(text, REGISTRY))
        .containsOnly(Map.entry(PolicyOption.TOGGLE, "3"));
    assertThatThrownBy(() -> RecordedSettings.values("{\"MOC.factor\": \"2\"}", REGISTRY))
        .hasMessageContaining("no option MOC.factor");
  }

  @Test
  void aBlankTextGivesNoOptions() {
    assertThat(RecordedSettings.values(" ", REGISTRY)).isEmpty();
    assertThat(RecordedSettings.values("{}", REGISTRY)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "toggle: 1", "{\"toggle\": {\"on\": 1}}", "7"})
  void whatIsNoObjectOfValuesIsRefused(String text) {
    assertThatThrownBy(() -> RecordedSettings.values(text, REGISTRY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no JSON object of options");
  }

  @Test
  void valuesAreTexts() {
    String text = "{\"toggle\": 0.5, \"drop_running\": true, \"deferring\": \"dynamic\"}";

    assertThat(RecordedSettings.values(text, REGISTRY))
        .containsOnly(
            Map.entry(PolicyOption.TOGGLE, "0.5"),
            Map.entry(PolicyOption.DROP_RUNNING, "true"),
            Map.entry(PolicyOption.DEFERRING, "dynamic"));
  }
}
