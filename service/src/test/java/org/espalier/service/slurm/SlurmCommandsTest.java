package org.espalier.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SlurmCommandsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  @Timeout(60)
  void nobodyWaitsForEverForOneThatDoesNotEnd() {
    SlurmCommands.Answer answer =
        new SlurmCommands(List.of()).run(List.of("sleep", "600"), "", Duration.ofMillis(300));

    assertThat(answer.isGood()).isFalse();
    assertThat(answer.words()).contains("timed out");
    assertThat(answer.isUnknown()).as("it may have been done all the same").isTrue();
  }

  @Test
  void whatItSaysAndWhatIsWrongAreTold() {
    List<String> command =
        List.of("sh", "-c", "cat; echo 'sbatch: error: no' >&2; echo more >&2; exit 1");
    SlurmCommands.Answer answer = new SlurmCommands(List.of()).run(command, "input", HOUR);

    assertThat(answer).isEqualTo(new SlurmCommands.Answer(false, "input", "no; more"));
  }
}
