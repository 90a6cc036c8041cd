package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;

/** Settings written as the texts of their options come back as they were. */
class PolicyOptionsTest {
  private static final Duration TICK = Duration.ofMillis(1);

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

  @Test
  void textsOfAllOptionsAreTheSettings() {
    for (Preset preset : Preset.values()) {
      PolicySettings settings = preset.settings();
      assertThat(PolicyOptions.applied(PolicySettings.JOURNAL, texts(settings), TICK))
          .isEqualTo(settings);
      assertThat(PolicyOptions.applied(PolicySettings.JOURNAL, texts(changed(settings)), TICK))
          .isEqualTo(changed(settings));
    }
  }

  @Test
  void allThatIsWrongIsTold() {
    Map<String, String> options = Map.of("toggel", "1", "toggle_lambda", "7");

    assertThatThrownBy(() -> PolicyOptions.applied(PolicySettings.JOURNAL, options, TICK))
        .hasMessageContaining("policies have no option toggel; did you mean toggle?")
        .hasMessageContaining("toggle_lambda is 7; expected a number above 0 and up to 1");
  }
}
