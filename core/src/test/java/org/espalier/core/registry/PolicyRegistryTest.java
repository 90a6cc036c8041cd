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
  void aNameOfItsOwnWinsOverASuffix() {
    PolicyRegistry registry = PolicyRegistry.of(List.of(named("X"), named("X-P")));

    assertThat(registry.find("X-P").orElseThrow().provider().name()).isEqualTo("X-P");
    assertThat(registry.find("X-D").orElseThrow().provider().name()).isEqualTo("X");
  }
}
