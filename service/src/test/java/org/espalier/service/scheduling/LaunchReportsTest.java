package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.espalier.service.backend.Backend;
import org.espalier.service.backend.Launch;
import org.espalier.service.backend.LaunchEnd;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.backend.LaunchId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is handed over ahead may be told of by other threads while it is to be taken back. */
class LaunchReportsTest {
  private static final LaunchId LAUNCH = new LaunchId(3, 1);

  private final LaunchReports reports = reports();

  private static LaunchReports reports() {
    ManualTime time = new ManualTime();
    TickClock clock = TickClock.resume(time, Duration.ofMillis(1), new MemoryStore().resume());
    return new LaunchReports(new Inbox(1_000, time), clock, clock.timeline());
  }

  private void tellEnd(Kind kind) {
    reports.ended(new LaunchEnd(LAUNCH, kind, 0, 5, ""));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatEndsWhileItIsAskedForIsNotTakenBackUnlessItNeverBegan(Kind kind) {
    Backend forgetful = new Asked(() -> tellEnd(kind), true);

    assertThat(reports.takeBack(forgetful, LAUNCH)).isEqualTo(kind == Kind.NEVER_BEGAN);
  }

  @Test
  void elseTheBackEndSays() {
    assertThat(reports.takeBack(new Asked(() -> {}, false), LAUNCH)).isFalse();
    assertThat(reports.takeBack(new Asked(() -> {}, true), LAUNCH)).isTrue();
    tellEnd(Kind.NEVER_BEGAN);
    assertThat(reports.takeBack(new Asked(() -> {}, false), LAUNCH)).isTrue();
  }

  @Test
  void anEndThatIsToldBeforeTheBeginningIsHeardIsKnownUntilItIsHeardItself() {
    Backend forgetful = new Asked(() -> {}, false);
    reports.began(LAUNCH, Duration.ofMillis(5));
    tellEnd(Kind.EXITED);

    reports.begun(LAUNCH);
    assertThat(reports.known(forgetful, LAUNCH)).isPresent();
    assertThat(reports.knownByNow(forgetful, LAUNCH)).isPresent();

    reports.settled(LAUNCH);
    assertThat(reports.known(forgetful, LAUNCH)).isEmpty();
  }

  /** Something happens before it answers. */
  private record Asked(Runnable before, boolean given) implements Backend {
    @Override
    public boolean takeBack(LaunchId launch) {
      before.run();
      return given;
    }

    @Override
    public void launch(Launch launch) {}

    @Override
    public void stop(LaunchId id) {}

    @Override
    public void adopt(List<Launch> launches) {}

    @Override
    public void close() {}
  }
}
