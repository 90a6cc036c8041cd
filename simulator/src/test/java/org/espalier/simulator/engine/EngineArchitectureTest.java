package org.espalier.simulator.engine;

import org.espalier.testsupport.ModuleRules;
import org.junit.jupiter.api.Test;

/** What the simulator must keep to so that a trial is a function of its scenario and its seed. */
class EngineArchitectureTest {
  @Test
  void virtualTimeIsTheOnlyTimeOfTheEngine() {
    ModuleRules.of("org.espalier.simulator.engine").timeIsAnArgument();
  }

  @Test
  void noRandomNumberComesFromAnywhereButASeed() {
    ModuleRules.of("org.espalier.simulator").randomnessIsAnArgument();
  }
}
