package org.example.heuristics;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.espalier.core.registry.PolicyProvider;
import org.espalier.testkit.PolicyProviderContract;
import org.junit.jupiter.api.Test;

/** It keeps to the contract of policies, and says that it asks for the option first_phase. */
class RobustThenShortestTest extends PolicyProviderContract {
  @Override
  protected PolicyProvider provider() {
    return new RobustThenShortest();
  }

  @Test
  void firstPhaseIsAmongTheOptionsItReads() {
    assertTrue(provider().hasFirstPhase());
  }
}
