package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The registry. */
class PolicyRegistryTest {
  private static PolicyProvider named(String name) {
    return PolicyProvider.ofHeuristic(name, "does nothing", "nowhere", s -> session -> {});
  }

  private static String made(String name) {
    return PolicyRegistry.builtIn().find(name).orElseThrow().create(PolicySettings.JOURNAL).name();
  }

  @Test
  void everyNameItListsIsFoundAndMakesAPolicyOfADistinctKind() {
    PolicyRegistry registry = PolicyRegistry.builtIn();

    assertThat(registry.names())
        .doesNotHaveDuplicates()
        .contains("MM", "MSD", "MMU", "MOC", "PAM", "MM-P", "MSD-D", "MOC-Drop")
        .allSatisfy(name -> assertThat(registry.find(name)).as(name).isPresent());
  }

  /** Who means the policy that had this name is not to get JIT that defers. */
  @Test
  void jitThatOnlyDefersHasNoName() {
    PolicyRegistry registry = PolicyRegistry.builtIn();

    assertThat(registry.find("JIT-D")).isEmpty();
    assertThat(registry.names()).contains("JIT", "JIT-P", "JIT-Drop").doesNotContain("JIT-D");
  }

  @Test
  void aSuffixReplacesThePartsOfThePruner() {
    PolicyRegistry registry = PolicyRegistry.builtIn();

    assertThat(registry.find("MM").orElseThrow().parts()).isEqualTo(PruningParts.NONE);
    assertThat(registry.find("MM-P").orElseThrow().parts()).isEqualTo(PruningParts.WHOLE);
    assertThat(registry.find("PAM").orElseThrow().parts()).isEqualTo(PruningParts.WHOLE);
    assertThat(registry.find("PAM-D").orElseThrow().parts()).isEqualTo(PruningParts.DEFERRING);
    assertThat(made("MM-Drop")).isEqualTo("MM-Drop");
    assertThat(made("PAM")).isEqualTo("PAM");
  }

  /** Expressions 3 to 5 divide by what any task is worth at most. */
  @Test
  void whatATaskIsWorthAtMostFollowsTheWorkload() {
    PolicyProvider weighted =
        PolicyRegistry.builtIn().find("Weighted-Util").orElseThrow().provider();
    PolicySettings settings = PolicySettings.JOURNAL;
    PolicySettings thousand = PolicyRegistry.forUtility(weighted, settings, 1000);

    assertThat(thousand.parameters().get(UtilityPolicies.MAX_UTILITY)).isEqualTo(1000);
    assertThat(PolicyRegistry.forUtility(weighted, settings, 5)).isEqualTo(settings);
    assertThat(PolicyRegistry.forUtility(weighted, thousand, 8)).isEqualTo(thousand);
    assertThat(PolicyRegistry.forUtility(named("Mine"), settings, 1000)).isEqualTo(settings);
  }

  @Test
  void anUnknownNameIsNotFound() {
    assertThat(PolicyRegistry.builtIn().find("Min-Min")).isEmpty();
    assertThat(PolicyRegistry.builtIn().find("MM-X")).isEmpty();
    assertThat(PolicyRegistry.builtIn().find("-P")).isEmpty();
    assertThat(PolicyRegistry.builtIn().find("")).isEmpty();
  }

  @Test
  void aNameThatIsTakenOrNotOneWordIsRefused() {
    assertThatThrownBy(() -> PolicyRegistry.of(List.of(named("Mine"), named("Mine"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two policies are named Mine");
    assertThatThrownBy(() -> PolicyRegistry.of(List.of(named("my own"))))
        .hasMessageContaining("policy name \"my own\"");
    assertThatThrownBy(() -> PolicyRegistry.of(List.of(named(""))))
        .hasMessageContaining("expected a name without blanks");
  }

  @Test
  void oneToSevenTasksArePermuted() {
    assertThat(PolicySettings.THESIS.withPermuted(7).permuted()).isEqualTo(7);
    for (int wrong : new int[] {0, 8}) {
      assertThatThrownBy(() -> PolicySettings.THESIS.withPermuted(wrong))
          .hasMessage("the first %d tasks are to be permuted; expected 1 to 7", wrong);
    }
  }

  @Test
  void aNameOfItsOwnWinsOverASuffix() {
    PolicyRegistry registry = PolicyRegistry.of(List.of(named("X"), named("X-P")));

    assertThat(registry.find("X-P").orElseThrow().provider().name()).isEqualTo("X-P");
    assertThat(registry.find("X-D").orElseThrow().provider().name()).isEqualTo("X");
  }

  private static PolicyParameter<Double> share(String name) {
    return PolicyParameter.share(name, 0.5, "a share", "none");
  }

  @Test
  void parametersThatAPolicyDoesNotDeclareAreToldTogether() {
    ParameterValues values =
        ParameterValues.DEFAULTS.with(share("alfa"), 0.1).with(share("permuted"), 0.2);
    PolicySettings settings = PolicySettings.JOURNAL.withParameters(values);
    PolicyRegistry.Entry moc = PolicyRegistry.builtIn().find("MOC").orElseThrow();

    assertThatThrownBy(() -> moc.create(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("policy MOC has no parameter alfa with value 0.1")
        .hasMessageContaining("policy MOC has no parameter permuted with value 0.2");
  }

  @Test
  void twoParametersOfOneNameAreRefused() {
    PolicyProvider twice =
        new HeuristicProvider("Twice", "does nothing", "nowhere", s -> session -> {})
            .declaring(share("a"), share("a"));

    assertThatThrownBy(() -> PolicyRegistry.of(List.of(twice)))
        .hasMessageContaining("policy Twice declares parameters [a, a]; names must be unique");
  }

  @Test
  void aParameterChecksItselfAndItsValues() {
    assertThatThrownBy(() -> share("my share")).hasMessageContaining("parameter name");
    for (String key : List.of("policy", "name")) {
      assertThatThrownBy(() -> share(key))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("parameter name \"%s\" is a key of every policy", key);
    }
    assertThatThrownBy(() -> PolicyParameter.whole("n", 1, 3, 4, "a number", "none"))
        .hasMessageContaining("the default 4 of parameter n is not in its range");
    assertThatThrownBy(() -> ParameterValues.DEFAULTS.with(share("a"), 1.5))
        .hasMessageContaining("a is 1.5; expected a number from 0 to 1");
    assertThatThrownBy(() -> ParameterValues.DEFAULTS.with(share("a"), Double.NaN))
        .hasMessageContaining("a is NaN");
  }

  @Test
  void aValueThatIsTheDefaultIsNone() {
    ParameterValues values = ParameterValues.DEFAULTS.with(share("a"), 0.25);

    assertThat(values.get(share("a"))).isEqualTo(0.25);
    assertThat(values.with(share("a"), 0.5)).isEqualTo(ParameterValues.DEFAULTS);
  }
}
