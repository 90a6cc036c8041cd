package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.learning.HistogramLearning;
import org.espalier.service.learning.Publishing;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.Test;

/** What a task waits in the queue of its back end is not execution. */
class StartOfExecutionTest {
  private static final Duration QUEUE = Duration.ofMillis(300);
  private static final Publishing EAGER = new Publishing(1, 0, 0.001);

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private LiveScheduler scheduler = start();

  private LiveScheduler start() {
    return LiveFixtures.turned(
        time,
        cluster,
        store,
        LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false),
        state -> HistogramLearning.of(EAGER, LiveFixtures.system(), state));
  }

  private long submit(long millis, Duration deadline) {
    Map<String, String> parameters = Map.of("ms", Long.toString(millis), "out", "text");
    Submission submission = new Submission("type-0", parameters, Optional.empty());
    TaskRequest request = new TaskRequest(submission, new TaskRequest.In(deadline));
    return scheduler.submit(List.of(request)).getFirst().task().id();
  }

  private LiveTask task(long id) {
    return scheduler.task(id).orElseThrow();
  }

  private long start(long id) {
    return task(id).run().orElseThrow().start();
  }

  private List<String> events(long id) {
    return scheduler.history(id).stream()
        .map(JournalLine::json)
        .map(json -> json.replaceAll(".*\"event\":\"([a-z-]+)\".*", "$1"))
        .toList();
  }

  private double believedMean() {
    return scheduler.system().pet().get(0, 0, 0).mean();
  }

  @Test
  void theStartMovesToTheBeginning() {
    cluster.queueFor(QUEUE);
    long id = submit(50, Duration.ofSeconds(10));
    long launched = start(id);
    assertThat(launched).isEqualTo(task(id).arrival());

    time.turn(QUEUE);

    assertThat(task(id).state()).isEqualTo(TaskState.RUNNING);
    assertThat(start(id)).isEqualTo(launched + QUEUE.toMillis());
    time.turn(Duration.ofMillis(50));
    assertThat(task(id).ending().orElseThrow().time()).isEqualTo(start(id) + 50);
    assertThat(events(id))
        .containsExactly("arrived", "assigned", "started", "executing", "finished", "left");
  }

  @Test
  void whatBeginsAtOnceBeginsWhenItIsStarted() {
    long id = submit(50, Duration.ofSeconds(10));
    long launched = start(id);

    time.turn(Duration.ofMillis(50));

    assertThat(start(id)).isEqualTo(launched);
    assertThat(events(id)).doesNotContain("executing");
  }

  @Test
  void onlyTheExecutionIsLearned() {
    cluster.queueFor(QUEUE);
    for (int i = 0; i < 10; i++) {
      submit(50, Duration.ofSeconds(60));
    }

    time.turn(Duration.ofSeconds(10));

    assertThat(scheduler.learning().cells().getFirst().completions()).isEqualTo(10);
    assertThat(believedMean()).isBetween(49.0, 51.0);
  }

  @Test
  void whatIsStoppedBeforeItBeganTeachesNothing() {
    cluster.queueFor(QUEUE);
    for (int i = 0; i < 20; i++) {
      submit(50, Duration.ofMillis(200));
      time.turn(Duration.ofMillis(400));
    }

    assertThat(believedMean()).isEqualTo(50);
  }

  @Test
  void norDoesWhatIsStillInTheQueueAfterARestart() {
    cluster.queueFor(QUEUE);
    for (int i = 0; i < 20; i++) {
      long id = submit(50, Duration.ofMillis(200));
      scheduler.close();
      scheduler = start();
      time.turn(Duration.ofMillis(400));
      assertThat(task(id).ending().orElseThrow().fate()).isEqualTo(Fate.EVICTED);
    }

    assertThat(believedMean()).isEqualTo(50);
  }

  @Test
  void whatIsStoppedAfterItBeganTeachesAfterARestartToo() {
    for (int i = 0; i < 20; i++) {
      submit(5000, Duration.ofMillis(200));
      scheduler.close();
      scheduler = start();
      time.turn(Duration.ofMillis(400));
    }

    assertThat(believedMean()).isGreaterThan(55);
  }

  @Test
  void aBeginningWhileTheServiceWasDownIsToldToTheNext() {
    cluster.queueFor(QUEUE);
    long id = submit(5000, Duration.ofSeconds(60));
    long launched = start(id);
    scheduler.close();
    time.driveNothing();
    time.turn(QUEUE.multipliedBy(3));

    scheduler = start();
    time.turn(Duration.ofMillis(1));

    assertThat(start(id))
        .as("ticks of two processes may be one apart")
        .isCloseTo(launched + QUEUE.toMillis(), within(1L));
    assertThat(task(id).attempts()).isOne();
  }

  @Test
  void aSecondTellingChangesNothing() {
    cluster.queueFor(QUEUE);
    long id = submit(5000, Duration.ofSeconds(60));
    time.turn(QUEUE.multipliedBy(2));
    long begun = start(id);
    scheduler.close();

    scheduler = start();
    time.turn(Duration.ofMillis(1));

    assertThat(start(id)).isEqualTo(begun);
    assertThat(events(id)).containsOnlyOnce("executing");
  }

  @Test
  void outputIsThatOfTheLastRun() {
    long id = submit(50, Duration.ofSeconds(10));

    assertThat(
            scheduler.output(new LaunchId(id, 1), OutputChannel.STDOUT, 1, 2).orElseThrow().bytes())
        .containsExactly('e', 'x');
    assertThat(scheduler.output(new LaunchId(id + 1, 1), OutputChannel.STDOUT, 0, 3)).isEmpty();
  }
}
