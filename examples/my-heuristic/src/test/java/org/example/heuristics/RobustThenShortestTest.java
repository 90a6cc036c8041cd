package org.example.heuristics;

import org.espalier.core.registry.PolicyProvider;
import org.espalier.testkit.PolicyProviderContract;

/** It keeps to the contract of policies; there is nothing else to it. */
class RobustThenShortestTest extends PolicyProviderContract {
  @Override
  protected PolicyProvider provider() {
    return new RobustThenShortest();
  }
}
