package org.espalier.service.backend;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/** Machines that only take time. */
class SimulatedBackendContractTest extends BackendContract {
  @Override
  protected Backend open(LaunchListener listener) {
    return new SimulatedBackend(
        new SimulatedSettings(SimulatedMachines.SYSTEM, 1), Instant.EPOCH, listener);
  }

  @Override
  protected String machine() {
    return "machine-0";
  }

  @Override
  protected Launch lasting(LaunchId id, Duration time, LaunchLimits limits) {
    String type = SimulatedMachines.typeThatTakes(time);
    return new Launch(
        id, new Execution(type, machine(), 0, Duration.ZERO), List.of(), true, limits);
  }

  @Override
  protected void await(BooleanSupplier condition) {
    Awaitility.await().pollInterval(Duration.ofMillis(5)).until(condition::getAsBoolean);
  }
}
