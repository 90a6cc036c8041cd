package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.espalier.service.live.Overview;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.Test;

/** A service is ready once it answers quickly. */
class WarmUpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Test
  void notReadyWhileAnswersTakeLong() {
    AtomicBoolean slow = new AtomicBoolean(true);
    try (LiveScheduler scheduler = LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false)) {
      Readiness readiness =
          new Readiness(
              scheduler, () -> slowed(scheduler, slow.get()), () -> true, _ -> true, PATIENCE);

      assertThat(readiness.fault())
          .hasValueSatisfying(
              why -> assertThat(why).matches("not ready: an answer takes \\d+ ms yet"));
      slow.set(false);
      Optional<String> fault = Optional.of("");
      for (int i = 0; i < 20 && fault.isPresent(); i++) {
        fault = readiness.fault();
      }
      assertThat(fault).isEmpty();
      slow.set(true);
      assertThat(readiness.fault()).as("it has been warm").isEmpty();
    }
  }

  @Test
  void notReadyWhileInvocationsAreSlow() {
    AtomicBoolean warm = new AtomicBoolean();
    try (LiveScheduler scheduler = LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false)) {
      Readiness readiness =
          new Readiness(
              scheduler, scheduler::overview, () -> true, _ -> warm.get(), Readiness.PATIENCE);

      assertThat(readiness.fault()).contains("not ready: invocations are not quick yet");
      warm.set(true);
      assertThat(readiness.fault()).isEmpty();
    }
  }

  private static Overview slowed(LiveScheduler scheduler, boolean slow) {
    if (slow) {
      LockSupport.parkNanos(60_000_000);
    }
    return scheduler.overview();
  }
}
