package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.store.Store;
import org.junit.jupiter.api.Test;

/** No id is told for two tasks, whatever was not written; and ids go on beyond 31 bits. */
class TaskIdsTest {
  /** The process is killed before what is committed late was written. */
  private static final class LosingStore extends MemoryStore {
    private boolean loses = true;

    @Override
    public synchronized void commit(Change change) {
      if (!loses || !Thread.currentThread().getName().equals("late-commits")) {
        super.commit(change);
      }
    }
  }

  private final LosingStore store = new LosingStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler;

  private void start() {
    scheduler =
        LiveFixtures.turned(
            time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));
  }

  private void startAgainAfterAKill() {
    time.driveNothing();
    start();
  }

  private long submit(String... also) {
    Map<String, String> parameters =
        also.length == 0 ? Map.of("ms", "50") : Map.of("ms", "50", also[0], "yes");
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(Duration.ofHours(1)));
    return scheduler.submit(List.of(request)).getFirst().task().id();
  }

  private void awaitEnd(long id) {
    await()
        .until(() -> {
          time.turn(Duration.ofMillis(10));
          return scheduler.task(id).orElseThrow().state() == TaskState.COMPLETED;
        });
  }

  @Test
  void whatWasToldAndNotWrittenIsNotGivenOutAgain() {
    Set<Long> told = new HashSet<>();
    Set<LaunchId> begun = new HashSet<>();
    for (int life = 0; life < 4; life++) {
      start();
      for (int i = 0; i < 3; i++) {
        assertThat(told.add(submit("forgettable"))).as("an id that nobody knows").isTrue();
      }
      time.turn(Duration.ofMillis(1));
      time.driveNothing();
    }
    assertThat(cluster.begun()).allSatisfy(launch -> assertThat(begun.add(launch)).isTrue());
    assertThat(begun).isNotEmpty();
  }

  @Test
  void afterAStopIdsFollowOneAnother() {
    store.loses = false;
    start();
    long last = submit("forgettable");
    awaitEnd(last);
    scheduler.close();

    startAgainAfterAKill();

    assertThat(submit()).isEqualTo(last + 1);
    assertThat(submit("forgettable")).isEqualTo(last + 2);
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  @Test
  void idsGoOnWhereNoSmallNumberHoldsThem() {
    long first = (1L << 31) - 2;
    Submission submission = new Submission("type-0", Map.of("ms", "50"), Optional.empty());
    LiveTask waits = LiveTask.queued(first, submission, 0, 3_600_000);
    store.commit(new Store.Change(List.of(waits), List.of(), Map.of()));
    start();
    List<Long> ids = new ArrayList<>(List.of(first));
    for (int i = 0; i < 5; i++) {
      ids.add(submit());
    }
    long cancelled = submit();
    assertThat(scheduler.waiting(cancelled)).isPresent();
    assertThat(scheduler.cancel(cancelled).ending().orElseThrow().fate()).isEqualTo(Fate.CANCELLED);

    ids.forEach(this::awaitEnd);

    assertThat(ids).containsExactly(first, first + 1, 1L << 31, first + 3, first + 4, first + 5);
    assertThat(cluster.begun()).extracting(LaunchId::task).containsExactlyInAnyOrderElementsOf(ids);
    for (long id : ids) {
      assertThat(scheduler.history(id)).isNotEmpty();
      assertThat(scheduler.history(id))
          .extracting(JournalLine::json)
          .allSatisfy(line -> assertThat(line).contains("\"id\":" + id + ","));
    }
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  @Test
  void tasksAreIndexedAnewBeforeNumbersAreUsedUp() {
    long far = 1L << 40;
    Submission submission = new Submission("type-0", Map.of("ms", "50"), Optional.empty());
    LiveTask old = LiveTask.queued(far, submission, 0, 3_600_000);
    LiveTask newest = LiveTask.queued(far + (1L << 30) - 2, submission, 0, 3_600_000);
    store.commit(new Store.Change(List.of(old, newest), List.of(), Map.of()));
    start();
    awaitEnd(old.id());
    awaitEnd(newest.id());
    long beginnings = beginnings();

    awaitEnd(submit());
    assertThat(beginnings()).isEqualTo(beginnings);
    awaitEnd(submit());

    assertThat(beginnings()).isEqualTo(beginnings + 1);
    awaitEnd(submit());
    scheduler.close();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
  }

  private long beginnings() {
    return store.journal(0, 100_000).stream().filter(JournalLine::isBeginning).count();
  }
}
