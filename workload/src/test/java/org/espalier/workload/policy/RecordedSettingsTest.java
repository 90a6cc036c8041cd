package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a journal says of settings is read as it was written. */
class RecordedSettingsTest {
  private static final Duration TICK = Duration.ofMillis(1);

  /** For every option a value other than that of preset journal. */
  private static final Map<PolicyOption, String> OTHERS =
      Map.ofEntries(
          Map.entry(PolicyOption.QUEUE_CAPACITY, "17"),
          Map.entry(PolicyOption.DROPPING_SCOPE, "none"),
          Map.entry(PolicyOption.DEADLINES, "soft"),
          Map.entry(PolicyOption.TRIGGER, "completions or 5 arrivals or 100 ms"),
          Map.entry(PolicyOption.FIRST_PHASE, "with-room"),
          Map.entry(PolicyOption.DROPPING, "proactive"),
          Map.entry(PolicyOption.DROPPING_THRESHOLD, "0.35"),
          Map.entry(PolicyOption.EFFECTIVE_DEPTH, "5"),
          Map.entry(PolicyOption.IMPROVEMENT_FACTOR, "1.25"),
          Map.entry(PolicyOption.DEFERRING, "dynamic"),
          Map.entry(PolicyOption.DEFERRING_THRESHOLD, "0.15"),
          Map.entry(PolicyOption.DEFERRING_STEP, "0.01"),
          Map.entry(PolicyOption.FAIRNESS_FACTOR, "0.07"),
          Map.entry(PolicyOption.TOGGLE, "3"),
          Map.entry(PolicyOption.TOGGLE_OFF, "0.7"),
          Map.entry(PolicyOption.TOGGLE_LAMBDA, "0.6"),
          Map.entry(PolicyOption.DROP_RUNNING, "false"),
          Map.entry(PolicyOption.SKEWNESS_SCALE, "0.4"),
          Map.entry(PolicyOption.APPROXIMATE, "true"),
          Map.entry(PolicyOption.APPROXIMATE_BUCKET, "9"),
          Map.entry(PolicyOption.APPROXIMATE_CROP, "0.02"),
          Map.entry(PolicyOption.APPROXIMATE_SAMPLE, "11"));

  private static PolicySettings readAgain(PolicySettings settings) {
    Map<String, String> options = RecordedSettings.options(RecordedSettings.text(settings, TICK));
    return PolicyOptions.applied(PolicySettings.JOURNAL, options, TICK);
  }

  @ParameterizedTest
  @EnumSource(Preset.class)
  void aPresetIsReadAgain(Preset preset) {
    assertThat(readAgain(preset.settings())).isEqualTo(preset.settings());
  }

  @ParameterizedTest
  @EnumSource(PolicyOption.class)
  void everyOptionIsReadAgain(PolicyOption option) {
    Map<PolicyOption, String> values = new EnumMap<>(PolicyOption.class);
    values.put(option, OTHERS.get(option));
    if (option == PolicyOption.DEADLINES) {
      values.put(PolicyOption.DROPPING_SCOPE, "none"); // soft deadlines drop nothing
    }
    PolicySettings settings = PolicyOption.apply(PolicySettings.JOURNAL, values, TICK);

    assertThat(settings).isNotEqualTo(PolicySettings.JOURNAL);
    assertThat(readAgain(settings)).isEqualTo(settings);
  }

  @Test
  void theyAreReadAgainAllTogether() {
    PolicySettings settings = PolicyOption.apply(PolicySettings.JOURNAL, OTHERS, TICK);

    assertThat(readAgain(settings)).isEqualTo(settings);
  }

  @Test
  void aBlankTextGivesNoOptions() {
    assertThat(RecordedSettings.options(" ")).isEmpty();
    assertThat(RecordedSettings.options("{}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "toggle: 1", "{\"toggle\": {\"on\": 1}}", "7"})
  void whatIsNoObjectOfValuesIsRefused(String text) {
    assertThatThrownBy(() -> RecordedSettings.options(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no JSON object of options");
  }

  @Test
  void valuesAreTexts() {
    String text = "{\"toggle\": 0.5, \"drop_running\": true, \"deferring\": \"dynamic\"}";

    assertThat(RecordedSettings.options(text))
        .containsOnly(
            Map.entry("toggle", "0.5"),
            Map.entry("drop_running", "true"),
            Map.entry("deferring", "dynamic"));
  }
}
