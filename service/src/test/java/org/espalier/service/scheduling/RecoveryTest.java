package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Quota;
import org.espalier.service.live.Submission;
import org.espalier.service.live.Timeline;
import org.junit.jupiter.api.Test;

/** What becomes of tasks whose machine is not as it was when they began. */
class RecoveryTest {
  private final List<LiveTask> strays = new ArrayList<>();

  private Recovery sorted(LiveTask task, Ledger ledger) {
    SchedulerSettings settings = LiveFixtures.settings(LiveFixtures.policies(), "MM", 20, false);
    Timeline timeline =
        new Timeline(Instant.EPOCH, settings.system().tick(), Timeline.Setting.NONE);
    Places places = new Places(settings.system(), Submission::type);
    Recovery recovery =
        new Recovery(
            places,
            new Admission(settings, places, timeline, ledger.ids()::index),
            ledger,
            false,
            _ -> false,
            strays::add);
    recovery.sort(task);
    return recovery;
  }

  private static LiveTask running(String machine, int pState) {
    Submission submission = new Submission("type-0", Map.of("ms", "50"), Optional.empty());
    return LiveTask.queued(0, submission, 0, 1000).assigned(machine, pState, 0.5).started(5);
  }

  private String notice(LiveTask task) {
    Ledger ledger =
        new Ledger(
            new MemoryStore().resume(),
            _ -> Quota.NONE,
            new Timeline(Instant.EPOCH, Duration.ofMillis(1), Timeline.Setting.NONE));
    Recovery recovery = sorted(task, ledger);
    assertThat(recovery.adopted()).isEmpty();
    assertThat(recovery.waiting()).isEmpty();
    assertThat(strays).containsExactly(task);
    assertThat(ledger.takeStep().changesNothing()).isTrue();
    return new Places(LiveFixtures.system(), Submission::type).notices(strays).getFirst();
  }

  @Test
  void whatRunsWhereItBeganIsAdopted() {
    LiveTask task = running("machine-1", 0);

    Recovery recovery =
        sorted(
            task,
            new Ledger(
                new MemoryStore().resume(),
                _ -> Quota.NONE,
                new Timeline(Instant.EPOCH, Duration.ofMillis(1), Timeline.Setting.NONE)));

    assertThat(recovery.adopted()).containsExactly(task);
    assertThat(recovery.running().getFirst().machine()).isEqualTo(1);
  }

  @Test
  void whatWaitsIsNotWrittenAgain() {
    Submission submission = new Submission("type-0", Map.of("ms", "50"), Optional.empty());
    LiveTask queued = LiveTask.queued(0, submission, 0, 1000);
    Ledger ledger =
        new Ledger(
            new MemoryStore().resume(),
            _ -> Quota.NONE,
            new Timeline(Instant.EPOCH, Duration.ofMillis(1), Timeline.Setting.NONE));

    assertThat(sorted(queued, ledger).waiting()).hasSize(1);
    assertThat(ledger.takeStep().changesNothing()).isTrue();
    assertThat(sorted(queued.assigned("machine-1", 0, 0.5), ledger).waiting()).hasSize(1);
    assertThat(ledger.takeStep().find(0)).contains(queued);
  }

  @Test
  void aMachineThatIsGoneIsNamed() {
    assertThat(notice(running("machine-7", 0)))
        .isEqualTo(
            "1 task of type type-0, running: machine machine-7 is not configured; what runs does so"
                + " to its end");
  }

  @Test
  void aPStateThatIsGoneIsToldFromAMachineThatIs() {
    assertThat(notice(running("machine-1", 2)))
        .contains("P-state 2 of machine machine-1 is not configured");
  }
}
