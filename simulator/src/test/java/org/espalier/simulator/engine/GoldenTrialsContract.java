package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.espalier.testkit.CheckedPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole trials: the fate, machine, start and exit of every single task are the golden ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class GoldenTrialsContract {
  private final List<GoldenTrial> trials;

  GoldenTrialsContract(String resource) {
    trials = GoldenTrial.read(resource);
  }

  /** The directory of systems and workloads. */
  abstract Path inputs();

  List<GoldenTrial> trials() {
    return trials;
  }

  @Test
  void thereAreThreeTrialsOfElevenCases() {
    assertThat(trials).hasSize(3 * 11);
  }

  @ParameterizedTest
  @MethodSource("trials")
  void everyTaskEndsAsInTheReference(GoldenTrial golden) {
    TaskEnds ends =
        new TaskEnds(EventEngine.run(golden.trial(inputs()), golden.meant().newPolicy()));

    golden.trace().ifPresent(trace -> assertThat(ends.rows()).isEqualTo(trace));
    assertThat(ends.counts()).isEqualTo(golden.counts());
    assertThat(ends.checksum()).isEqualTo(golden.checksum());
  }

  /** Slow, so one trial must do. */
  @Test
  void whatIsKeptIsRight() {
    GoldenTrial golden =
        trials.stream()
            .filter(trial -> trial.meant() == GoldenCase.PAM_JOURNAL)
            .findFirst()
            .orElseThrow();
    TrialOutcome outcome =
        EventEngine.run(golden.trial(inputs()), new CheckedPolicy(golden.meant().newPolicy()));

    assertThat(new TaskEnds(outcome).checksum()).isEqualTo(golden.checksum());
  }
}
