package org.espalier.workload;

import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What every class of this module must keep to. */
class WorkloadArchitectureTest {
  private static final ModuleRules RULES = ModuleRules.of("org.espalier.workload");

  @Test
  void itKnowsTheCoreAndNoOtherModule() {
    RULES.dependOnlyOn(
        "org.espalier.core..",
        "org.snakeyaml..",
        "de.siegmar.fastcsv..",
        "tools.jackson..",
        "org.apache.commons.rng..",
        "org.apache.commons.statistics.distribution..");
  }

  @Test
  void packagesHaveNoCycles() {
    RULES.packagesHaveNoCycles();
  }

  @Test
  void timeIsAnArgument() {
    RULES.timeIsAnArgument();
  }

  @Test
  void randomnessIsAnArgument() {
    RULES.randomnessIsAnArgument();
  }
}
