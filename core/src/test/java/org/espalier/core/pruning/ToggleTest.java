package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Theories.draw;
import static org.espalier.core.Theories.pick;
import static org.espalier.core.Theories.theory;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Oversubscription;
import org.espalier.core.allocation.rules.Approximation;
import org.espalier.core.registry.ForwardingPolicy;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** The oversubscription level and the toggle. */
class ToggleTest {
  private static Gen<List<Integer>> misses() {
    return random -> Stream.generate(() -> draw(random, 0, 5)).limit(30).toList();
  }

  private static Gen<Double> lambdas() {
    return random -> pick(random, 0.1, 0.3, 0.5, 0.9, 1.0);
  }

  @Test
  void theLevelByHand() {
    Toggle toggle = new Toggle(ToggleSettings.at(1.5, 0.5));

    assertThat(toggle.level()).isZero();
    assertThat(toggle.update(4)).isTrue();
    assertThat(toggle.level()).isEqualTo(2); // 4*0.5 + 0*0.5
    assertThat(toggle.update(0)).isFalse();
    assertThat(toggle.level()).isEqualTo(1); // 0*0.5 + 2*0.5
    assertThat(toggle.update(3)).isTrue();
    assertThat(toggle.level()).isEqualTo(2); // 3*0.5 + 1*0.5
  }

  @Test
  void theLevelIsTheSumOfAllMissesWeightedByAge() {
    theory()
        .forAll(misses(), lambdas())
        .checkAssert((misses, lambda) -> {
          Toggle toggle = new Toggle(ToggleSettings.at(1, lambda));
          misses.forEach(toggle::update);
          double expected = 0;
          for (int age = 0; age < misses.size(); age++) {
            int count = misses.get(misses.size() - 1 - age);
            expected += lambda * count * Math.pow(1 - lambda, age);
          }
          assertThat(toggle.level()).isCloseTo(expected, within(1e-9));
        });
  }

  @Test
  void aPolicyTellsWhereItsToggleStands() {
    Toggle byLevel = new Toggle(ToggleSettings.schmitt(2, 0.5));
    byLevel.update(5); // 2.5
    Toggle never = new Toggle(ToggleSettings.NEVER);
    never.update(3);

    assertThat(byLevel.view())
        .isEqualTo(new Oversubscription(2.5, true, OptionalDouble.of(2), OptionalDouble.of(1.6)));
    assertThat(never.view())
        .isEqualTo(new Oversubscription(3, false, OptionalDouble.empty(), OptionalDouble.empty()));
  }

  @Test
  void aPeakIsTheHigherLevelWithTheMarksOfTheLater() {
    Oversubscription earlier =
        new Oversubscription(3, true, OptionalDouble.empty(), OptionalDouble.empty());
    Oversubscription later =
        new Oversubscription(1, false, OptionalDouble.of(2), OptionalDouble.of(1));

    assertThat(later.peak(earlier))
        .isEqualTo(new Oversubscription(3, true, OptionalDouble.of(2), OptionalDouble.of(1)));
  }

  @Test
  void anApproximatePolicyTellsTheSame() {
    Pruner pruner = new Pruner(ToggleSettings.schmitt(2, 0.5), Dropping.NONE, Deferring.NONE);
    AllocationPolicy exact = new ComposedPolicy("P", pruner, session -> {});

    assertThat(ForwardingPolicy.showing(Approximation.ON, exact).oversubscription())
        .isPresent()
        .isEqualTo(exact.oversubscription());
  }

  @Test
  void theSchmittTriggerHoldsBetweenOffAndOn() {
    Toggle toggle = new Toggle(ToggleSettings.schmitt(2, 0.5)); // on at 2, off at 1.6

    assertThat(toggle.update(3)).isFalse(); // 1.5
    assertThat(toggle.update(3)).isTrue(); // 2.25
    assertThat(toggle.update(1)).isTrue(); // 1.625: below on, above off
    assertThat(toggle.update(1)).isFalse(); // 1.3125
    assertThat(toggle.update(2)).isFalse(); // 1.65625: above off, below on
  }

  @Test
  void withoutSchmittTriggerItIsEngagedExactlyFromOnUpwards() {
    theory()
        .forAll(misses(), lambdas())
        .checkAssert((misses, lambda) -> {
          Toggle toggle = new Toggle(ToggleSettings.at(1.5, lambda));
          for (int count : misses) {
            boolean engaged = toggle.update(count);
            assertThat(engaged).isEqualTo(toggle.level() >= 1.5);
          }
        });
  }

  @Test
  void withSchmittTriggerItChangesOnlyOutsideTheBand() {
    theory()
        .forAll(misses(), lambdas())
        .checkAssert((misses, lambda) -> {
          Toggle toggle = new Toggle(ToggleSettings.schmitt(1.5, lambda));
          boolean before = false;
          for (int count : misses) {
            boolean engaged = toggle.update(count);
            assertThat(engaged)
                .isEqualTo(before ? toggle.level() > 0.8 * 1.5 : toggle.level() >= 1.5);
            before = engaged;
          }
        });
  }

  @Test
  void alwaysAndNeverDoNotLookAtTheLevel() {
    theory()
        .forAll(misses())
        .checkAssert(misses -> {
          Toggle always = new Toggle(ToggleSettings.ALWAYS);
          Toggle never = new Toggle(ToggleSettings.NEVER);
          for (int count : misses) {
            assertThat(always.update(count)).isTrue();
            assertThat(never.update(count)).isFalse();
          }
        });
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> ToggleSettings.at(-1, 1)).hasMessageContaining("on at -1.0");
    assertThatThrownBy(() -> ToggleSettings.at(Double.NaN, 1)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> ToggleSettings.at(1, 0)).hasMessageContaining("lambda is 0.0");
    assertThatThrownBy(() -> ToggleSettings.at(1, 1.1)).hasMessageContaining("expected (0, 1]");
    assertThatThrownBy(() -> ToggleSettings.at(1, Double.NaN))
        .hasMessageContaining("lambda is NaN");
    assertThatThrownBy(() -> new ToggleSettings(ToggleSettings.Mode.BY_LEVEL, 1, 2, 1))
        .hasMessageContaining("0 <= off <= on");
  }

  @Test
  void thresholdsThatAreNoProbabilitiesAreRefused() {
    assertThatThrownBy(() -> Deferring.fixed(1.01)).hasMessageContaining("expected [0, 1]");
    assertThatThrownBy(() -> Deferring.fixed(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new ThresholdDropping(-0.1, 0, true))
        .hasMessageContaining("dropping threshold is -0.1");
    assertThatThrownBy(() -> new ThresholdDropping(0.5, Double.NaN, true))
        .hasMessageContaining("skewness scale is NaN");
  }
}
