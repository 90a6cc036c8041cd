package org.espalier.testkit;

import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.ThresholdDropping;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Nested;

/** Threshold dropping keeps to the contract, whatever its settings. */
class DroppingsContractTest {
  @Nested
  class WithTheRunningTask extends DroppingContract {
    @Override
    protected Dropping newDropping(PolicySettings settings) {
      return new ThresholdDropping(0.5, 0, true);
    }
  }

  @Nested
  class WithoutTheRunningTaskAndAdjusted extends DroppingContract {
    @Override
    protected Dropping newDropping(PolicySettings settings) {
      return new ThresholdDropping(0.75, 0.3, false);
    }
  }

  @Nested
  class Everything extends DroppingContract {
    @Override
    protected Dropping newDropping(PolicySettings settings) {
      return new ThresholdDropping(1, 0, true);
    }
  }
}
