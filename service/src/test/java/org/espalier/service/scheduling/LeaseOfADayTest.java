package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.junit.jupiter.api.Test;

/** How a service keeps its store by commits and questions, in a day of turned time. */
class LeaseOfADayTest {
  private static final Duration RENEWAL = Duration.ofSeconds(1);

  /** After so long another service takes the store. */
  private static final Duration LOST = Duration.ofSeconds(15);

  /** After so long without an answer nothing is let out that is not durable. */
  private static final Duration UNSURE = Duration.ofSeconds(8);

  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private final Random random = new Random(1);
  private long renewed;
  private Duration longest = Duration.ZERO;

  private final MemoryStore store =
      new MemoryStore() {
        @Override
        public synchronized void check() {
          super.check();
          renew();
        }

        @Override
        public synchronized void commit(Change change) {
          super.commit(change);
          renew();
        }
      };

  /** As the row of a server is renewed: by whatever writes, if it is a second old. */
  private void renew() {
    Duration since = Duration.ofNanos(time.nanos() - renewed);
    if (since.compareTo(RENEWAL) >= 0) {
      longest = since.compareTo(longest) > 0 ? since : longest;
      renewed = time.nanos();
    }
  }

  private LiveScheduler start() {
    renewed = time.nanos();
    return LiveFixtures.turned(
        time,
        cluster,
        store,
        LiveFixtures.settings(LiveFixtures.policies(), "PAM", 1000, false),
        state -> Learning.NONE);
  }

  private void submit(LiveScheduler scheduler) {
    String millis = Integer.toString(20 + random.nextInt(5000));
    Submission submission = new Submission("type-0", Map.of("ms", millis), Optional.empty());
    TaskRequest.In soon = new TaskRequest.In(Duration.ofMillis(100 + random.nextInt(20_000)));
    assertThat(scheduler.submit(List.of(new TaskRequest(submission, soon)))).hasSize(1);
  }

  /** Busy minutes and idle hours, another policy, a clock that is set, a journal begun anew. */
  @Test
  void noneIsLostInADayWithoutAFault() {
    try (LiveScheduler scheduler = start()) {
      long end = time.nanos() + Duration.ofHours(24).toNanos();
      int tasks = 0;
      while (time.nanos() < end) {
        for (int i = random.nextInt(30); i > 0; i--) {
          submit(scheduler);
          tasks++;
          time.turn(Duration.ofMillis(random.nextInt(3000)));
        }
        switch (random.nextInt(4)) {
          case 0 -> scheduler.beginJournalAnew();
          case 1 -> scheduler.switchPolicy(random.nextBoolean() ? "MM" : "PAM", Map.of());
          case 2 -> time.setWallClock(Duration.ofSeconds(random.nextInt(-3600, 3600)));
          default -> time.turn(Duration.ofMinutes(random.nextInt(60)));
        }
        time.turn(Duration.ofMinutes(random.nextInt(10)));
      }
      assertThat(tasks).isGreaterThan(500);
      assertThat(longest).isLessThanOrEqualTo(RENEWAL.multipliedBy(3)).isLessThan(UNSURE);
    }
  }

  @Test
  void oneThatStandsStillLosesIt() {
    try (LiveScheduler scheduler = start()) {
      time.driveNothing();
      time.turn(LOST.plusSeconds(1));
      time.drive(scheduler);
      assertThat(longest).isGreaterThan(LOST);
    }
  }
}
