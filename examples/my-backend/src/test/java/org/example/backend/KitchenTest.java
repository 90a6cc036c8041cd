package org.example.backend;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.BackendContract;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.LaunchLimits;
import org.espalier.service.backend.LaunchListener;
import org.junit.jupiter.api.io.TempDir;

/** The kitchen does what the live service expects of any back end. */
class KitchenTest extends BackendContract {
  @TempDir Path directory;

  @Override
  protected Backend open(LaunchListener listener) {
    return new Kitchen(directory, Set.of("oven-0"), listener);
  }

  @Override
  protected String machine() {
    return "oven-0";
  }

  @Override
  protected Launch lasting(LaunchId id, Duration time, LaunchLimits limits) {
    String seconds = Double.toString(time.toMillis() / 1e3);
    return new Launch(id, machine(), List.of("bake", seconds), false, limits);
  }

  @Override
  protected void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }
}
