package org.espalier.workload.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergyPeriod;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyOptionTest {
  private static final Duration TICK = Duration.ofNanos(10_000);

  /** Written out and read in, a preset stays as it is, whatever it is read into. */
  @ParameterizedTest
  @EnumSource(Preset.class)
  void sayAllThereIsToAPreset(Preset preset) {
    Map<PolicyOption, String> all = new EnumMap<>(PolicyOption.class);
    for (PolicyOption option : PolicyOption.values()) {
      all.put(option, option.text(preset.settings(), TICK));
    }
    for (Preset other : Preset.values()) {
      assertThat(PolicyOption.apply(other.settings(), all, TICK)).isEqualTo(preset.settings());
    }
  }

  @Test
  void eachChangesItsSetting() {
    Map<PolicyOption, String> values =
        Map.of(
            PolicyOption.QUEUE_CAPACITY, "unbounded",
            PolicyOption.DROPPING_SCOPE, "none",
            PolicyOption.DEADLINES, "soft",
            PolicyOption.TRIGGER, "5 arrivals or 100 ms",
            PolicyOption.FIRST_PHASE, "with-room",
            PolicyOption.DROPPING_THRESHOLD, "0.25",
            PolicyOption.TOGGLE, "2",
            PolicyOption.TOGGLE_OFF, "0.5",
            PolicyOption.TOGGLE_LAMBDA, "0.9",
            PolicyOption.DROP_RUNNING, "false");
    Map<PolicyOption, String> approximate =
        Map.of(
            PolicyOption.APPROXIMATE, "true",
            PolicyOption.APPROXIMATE_BUCKET, "8",
            PolicyOption.APPROXIMATE_CROP, "0.01");
    assertThat(PolicyOption.apply(PolicySettings.THESIS, approximate, TICK).approximation())
        .isEqualTo(new Approximation(true, 8, 0.01));
    PolicySettings settings = PolicyOption.apply(PolicySettings.JOURNAL, values, TICK);

    assertThat(settings.rules())
        .isEqualTo(
            new AllocationRules(
                new UnboundedQueues(),
                DroppingScope.NONE,
                DeadlineKind.SOFT,
                new Trigger(5, false, 10_000)));
    assertThat(settings.firstPhase()).isEqualTo(FirstPhase.WITH_ROOM);
    assertThat(settings.pruning().byThreshold().threshold()).isEqualTo(0.25);
    assertThat(settings.pruning().byThreshold().includeRunning()).isFalse();
    assertThat(settings.pruning().toggle())
        .isEqualTo(new ToggleSettings(ToggleSettings.Mode.BY_LEVEL, 2, 1, 0.9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"6", "unbounded", "pending-slot", "polled"})
  void taskManagementIsReadAsItIsWritten(String text) {
    PolicySettings settings =
        PolicyOption.apply(PolicySettings.JOURNAL, Map.of(PolicyOption.QUEUE_CAPACITY, text), TICK);

    assertThat(PolicyOption.QUEUE_CAPACITY.text(settings, TICK)).isEqualTo(text);
    assertThat(settings.rules().withManagement(PolicySettings.JOURNAL.rules().management()))
        .isEqualTo(PolicySettings.JOURNAL.rules());
  }

  /** A period of 10 min that began 1 min before, then one, then those that follow. */
  @Test
  void budgetsOfPeriodsFollowOneAnother() {
    PolicySettings settings =
        PolicyOption.apply(
            PolicySettings.JOURNAL,
            Map.of(
                PolicyOption.ENERGY_BUDGET, "1.1 kJ then none then 900 J",
                PolicyOption.ENERGY_PERIOD, "10 min",
                PolicyOption.ENERGY_START, "-1 min"),
            TICK);
    long minute = Duration.ofMinutes(1).dividedBy(TICK);

    assertThat(settings.energy().periods())
        .containsExactly(
            new EnergyPeriod(-minute, 9 * minute, OptionalDouble.of(1100)),
            new EnergyPeriod(9 * minute, 19 * minute, OptionalDouble.empty()),
            new EnergyPeriod(19 * minute, 29 * minute, OptionalDouble.of(900)));
    assertThat(PolicyOption.ENERGY_BUDGET.text(settings, TICK))
        .isEqualTo("1100 J then none then 900 J");
    assertThat(PolicyOption.ENERGY_START.text(settings, TICK)).isEqualTo("-60 s");
  }

  @ParameterizedTest
  @CsvSource({
    "ENERGY_BUDGET, 1 GJ then",
    "ENERGY_BUDGET, 1 GJ then 0 GJ",
    "ENERGY_BUDGET, 1 GJ 2 GJ",
    "ENERGY_START, - ",
    "CHARGE, 0 s",
    "QUEUE_CAPACITY, 0",
    "QUEUE_CAPACITY, three",
    "DROPPING_SCOPE, all",
    "TRIGGER, now and then",
    "DROPPING_THRESHOLD, 1.5",
    "DEFERRING_THRESHOLD, NaN",
    "TOGGLE, sometimes",
    "TOGGLE_LAMBDA, 0",
    "DROP_RUNNING, perhaps",
    "SKEWNESS_SCALE, -1",
    "APPROXIMATE, nearly",
    "APPROXIMATE_BUCKET, 0",
    "APPROXIMATE_CROP, 0.5"
  })
  void refuseWhatDoesNotFit(PolicyOption option, String value) {
    assertThat(option.accepts(value)).isFalse();
  }

  @Test
  void refuseSettingsThatDoNotGoTogether() {
    assertThatThrownBy(() ->
            PolicyOption.apply(
                PolicySettings.JOURNAL, Map.of(PolicyOption.DEADLINES, "soft"), TICK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("soft deadlines");
  }
}
