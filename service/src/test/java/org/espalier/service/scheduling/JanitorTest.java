package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Accepted;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks are forgotten when their time has come, and their part of the journal with them. */
class JanitorTest {
  private static final Duration AGE = Duration.ofHours(1);

  @TempDir private Path directory;

  @Test
  void whatHasLeftLongAgoIsForgotten() {
    ManualTime time = new ManualTime();
    ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
    try (Store store = Stores.open(directory.resolve("espalier.db").toString());
        LiveScheduler scheduler =
            LiveFixtures.turned(
                time,
                cluster,
                store,
                LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));
        Janitor janitor = new Janitor(store, scheduler, AGE, time)) {
      long id = submit(scheduler);
      turn(janitor, time, AGE);
      assertThat(store.find(id)).as("within an hour").isPresent();
      assertThat(beginnings(store)).as("one in the tenth part of an hour").isBetween(10L, 11L);

      turn(janitor, time, AGE.dividedBy(4));

      assertThat(store.find(id)).isEmpty();
      assertThat(store.history(id)).isEmpty();
      assertThat(beginnings(store)).isBetween(10L, 12L);
    }
  }

  @Test
  void aKeyIsRememberedLongerThanOtherTasks() {
    ManualTime time = new ManualTime();
    ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
    try (Store store = Stores.open(directory.resolve("espalier.db").toString());
        LiveScheduler scheduler =
            LiveFixtures.turned(
                time,
                cluster,
                store,
                LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));
        Janitor janitor = new Janitor(store, scheduler, AGE, time)) {
      Optional<String> key = Optional.of("order-17");
      long without = submit(scheduler);
      Accepted first = submit(scheduler, key);
      turn(janitor, time, AGE.multipliedBy(2));

      assertThat(store.find(without)).isEmpty();
      assertThat(submit(scheduler, key))
          .isEqualTo(new Accepted(store.find(first.task().id()).orElseThrow(), true, false));

      turn(janitor, time, Janitor.KEYS);
      assertThat(store.find(first.task().id())).isEmpty();
      assertThat(submit(scheduler, key).repeated()).isFalse();
    }
  }

  private static long submit(LiveScheduler scheduler) {
    return submit(scheduler, Optional.empty()).task().id();
  }

  private static Accepted submit(LiveScheduler scheduler, Optional<String> key) {
    Submission submission = new Submission("type-0", Map.of("ms", "50"), key);
    TaskRequest.In soon = new TaskRequest.In(Duration.ofSeconds(5));
    return scheduler.submit(List.of(new TaskRequest(submission, soon))).getFirst();
  }

  private static long beginnings(Store store) {
    return store.journal(0, Integer.MAX_VALUE).stream().filter(JournalLine::isBeginning).count();
  }

  private static void turn(Janitor janitor, ManualTime time, Duration by) {
    for (long minute = 0; minute < by.toMinutes(); minute++) {
      time.turn(Duration.ofMinutes(1));
      janitor.turn();
    }
  }
}
