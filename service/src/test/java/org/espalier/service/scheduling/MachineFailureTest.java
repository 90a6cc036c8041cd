package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.junit.jupiter.api.Test;

/** A machine that cannot begin commands is tried again after pauses that double. */
class MachineFailureTest {
  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime();
  private final ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
  private final LiveScheduler scheduler =
      LiveFixtures.turned(
          time, cluster, store, LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false));

  private long submit() {
    Submission submission = new Submission("type-0", Map.of("ms", "50"), Optional.empty());
    TaskRequest.In late = new TaskRequest.In(Duration.ofHours(1));
    return scheduler.submit(List.of(new TaskRequest(submission, late))).getFirst().task().id();
  }

  private String condition() {
    time.turn(Duration.ofMillis(500)); // an overview may be old
    return scheduler.overview().machines().getFirst().condition();
  }

  @Test
  void pausesDoubleUntilACommandHasRun() {
    scheduler.drain("machine-1");
    cluster.breakDown("machine-0");
    long id = submit();
    assertThat(condition()).isEqualTo("failed: it is broken");

    time.turn(Duration.ofSeconds(700));

    List<Long> pauses = new ArrayList<>();
    List<Duration> tries = cluster.failures();
    for (int i = 1; i < tries.size(); i++) {
      pauses.add(tries.get(i).minus(tries.get(i - 1)).toSeconds());
    }
    assertThat(pauses).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L);
    assertThat(scheduler.task(id).orElseThrow().state()).isEqualTo(TaskState.QUEUED);

    cluster.mend("machine-0");
    time.turn(Duration.ofSeconds(330));
    assertThat(scheduler.task(id).orElseThrow().state()).isEqualTo(TaskState.COMPLETED);
    assertThat(condition()).isEqualTo("ready");
  }

  @Test
  void oneThatIsResumedIsTriedAtOnce() {
    scheduler.drain("machine-1");
    cluster.breakDown("machine-0");
    long id = submit();
    time.turn(Duration.ofSeconds(1));
    cluster.mend("machine-0");

    scheduler.resume("machine-0");

    time.turn(Duration.ofMillis(100));
    assertThat(scheduler.task(id).orElseThrow().state()).isEqualTo(TaskState.COMPLETED);
  }
}
