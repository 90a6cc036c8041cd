package org.espalier.service.backend;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.espalier.service.scheduling.ManualTime;
import org.junit.jupiter.api.BeforeEach;

/** The cluster of tests, with a queue of its own. */
class ScriptedClusterTest extends CommandBackendContract {
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = new ScriptedCluster(Set.of("m"), time);

  @BeforeEach
  void haveAQueue() {
    cluster.queueFor(Duration.ofSeconds(2));
  }

  @Override
  protected Backend open(LaunchListener listener) {
    return cluster.open(listener);
  }

  @Override
  protected String machine() {
    return "m";
  }

  @Override
  List<String> lasting(Duration time, int status) {
    return List.of(Long.toString(time.toMillis()), Integer.toString(status));
  }

  @Override
  List<String> writing(String out, String err) {
    return List.of("0", "0", out, err);
  }

  @Override
  protected void await(BooleanSupplier condition) {
    if (!time.turnUntil(Duration.ofMinutes(1), condition)) {
      throw new AssertionError("nothing came within a minute");
    }
  }
}
