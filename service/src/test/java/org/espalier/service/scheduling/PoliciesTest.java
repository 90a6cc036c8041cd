package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.service.live.ParameterView;
import org.espalier.service.live.ParameterView.Range;
import org.espalier.testkit.TinySystems;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.RegistrySettings;
import org.junit.jupiter.api.Test;

class PoliciesTest {
  private static final List<String> VALUES =
      List.of(
          "0",
          "0.5",
          "1",
          "2",
          "true",
          "false",
          "none",
          "hard",
          "soft",
          "pending",
          "executing",
          "early",
          "just-in-time",
          "unbounded",
          "polled",
          "completions",
          "5 arrivals",
          "100 ms",
          "0.1 us",
          "always",
          "own",
          "static",
          "dynamic",
          "optimal",
          "1 J",
          "1 h",
          "adaptive",
          "fixed 0.75",
          "with-room",
          "all-machines",
          "a: 50%");

  private final HcSystem system = TinySystems.twoByTwo();
  private final RegistrySettings file = RegistrySettings.of(PolicySettings.JOURNAL);
  private final Policies policies =
      Policies.of(PolicyRegistry.builtIn(), file, system, Optional.empty());

  /** Whatever a form offers is taken, and what the file says is no change. */
  @Test
  void whatAFieldOffersIsTaken() {
    for (String name : policies.names()) {
      for (ParameterView field : policies.fields(name)) {
        Stream.of(
                field.fallback().stream(),
                field.choices().stream(),
                field.range().stream()
                    .flatMap(r -> Stream.of(text(r.least(), r), text(r.most(), r))))
            .flatMap(values -> values)
            .forEach(value ->
                assertThat(policies.with(Map.of(field.name(), value)).names())
                    .as("%s %s=%s", name, field.name(), value)
                    .contains(name));
      }
    }
  }

  private static String text(Number number, Range range) {
    return range.whole() ? Long.toString(number.longValue()) : number.toString();
  }

  @Test
  void fieldsAreOfTheirKind() {
    List<ParameterView> fields = policies.fields("PAM");
    assertThat(find("dropping_threshold", fields).range()).contains(new Range(0.0, 1.0, false));
    assertThat(find("dropping", fields).choices())
        .containsExactly("threshold", "proactive", "optimal");
    assertThat(find("toggle", fields).choices()).isEmpty();
    assertThat(find("toggle", fields).range()).isEmpty();
    assertThat(find("toggle", fields).fallback()).contains("1");
    assertThat(policies.fields("MM")).extracting(ParameterView::name).doesNotContain("toggle");
    assertThat(find("JIT.evict", policies.fields("JIT")).choices())
        .containsExactly("true", "false");
    assertThat(policies.fields("JIT"))
        .extracting(ParameterView::name)
        .doesNotContain("JIT.forecast", "queue_capacity");
  }

  private static ParameterView find(String name, List<ParameterView> fields) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst().orElseThrow();
  }

  /** Rules, budgets and least shares are what a service is started with. */
  @Test
  void whatMayNotChangeIsRefused() {
    Duration tick = system.tick();
    PolicySettings before = file.common();
    int changing = 0;
    for (PolicyOption option : PolicyOption.values()) {
      for (String value : VALUES.stream().filter(option::accepts).toList()) {
        PolicySettings after;
        try {
          after = file.with(Map.of(option, value), tick).common();
        } catch (IllegalArgumentException e) {
          continue;
        }
        Map<String, String> change = Map.of(option.key(), value);
        if (!after.rules().equals(before.rules())
            || !after.energy().equals(before.energy())
            || !after.atLeast().equals(before.atLeast())) {
          changing++;
          assertThatThrownBy(() -> policies.with(change))
              .hasMessageContaining("%s cannot change while".formatted(option.key()));
        }
      }
    }
    assertThat(changing).isGreaterThan(10);
  }
}
