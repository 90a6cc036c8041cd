package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.simulator.replay.RecordedRun;
import org.espalier.simulator.replay.WhatIf;
import org.espalier.workload.journal.JournalFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live run, simulated under its own policy, comes out about as it did. */
class WhatIfAgreementTest {
  private static final List<String> POLICIES = List.of("PAM", "MM", "MSD-P", "FCFS", "JIT");
  private static final int TASKS = 250;
  private static final int DRAWS = 30;

  /** Percentage points. */
  private static final double TOLERANCE = 5;

  @TempDir private Path directory;

  @Test
  void theRecordedPolicyGivesAboutTheRecordedShare() throws Exception {
    for (String policy : POLICIES) {
      Path file = directory.resolve(policy);
      Files.write(file, lines(policy).stream().map(JournalLine::json).toList());
      WhatIf whatIf = new WhatIf(RecordedRun.of(JournalFiles.read(file)), DRAWS, 1);
      WhatIf.Outcome own = whatIf.under(PolicyRegistry.builtIn(), policy, Map.of());
      assertThat(own.against(whatIf.recorded()).mean()).as(policy).isBetween(-TOLERANCE, TOLERANCE);
      assertThat(whatIf.recorded().mean().mean()).as(policy).isBetween(10.0, 90.0);
    }
  }

  /** Twice the load that two machines can bear, with execution times as the PET says. */
  private static List<JournalLine> lines(String policy) {
    Random random = new Random(policy.hashCode());
    MemoryStore store = new MemoryStore();
    ManualTime time = new ManualTime();
    ScriptedCluster cluster = LiveFixtures.cluster(LiveFixtures.system(), time);
    SchedulerSettings settings =
        LiveFixtures.settings(LiveFixtures.policies(), policy, TASKS, false);
    try (LiveScheduler scheduler = LiveFixtures.turned(time, cluster, store, settings)) {
      for (int i = 0; i < TASKS; i++) {
        long millis = LiveFixtures.system().pet().get(0, 0, 0).quantile(random.nextDouble());
        Submission submission =
            new Submission("type-0", Map.of("ms", Long.toString(millis)), Optional.empty());
        long deadline = 60L + random.nextInt(240);
        TaskRequest.In soon = new TaskRequest.In(Duration.ofMillis(deadline));
        scheduler.submit(List.of(new TaskRequest(submission, soon)));
        time.turn(Duration.ofMillis(random.nextInt(25)));
      }
      time.turn(Duration.ofMillis(350));
    }
    return store.journal(0, Integer.MAX_VALUE);
  }
}
