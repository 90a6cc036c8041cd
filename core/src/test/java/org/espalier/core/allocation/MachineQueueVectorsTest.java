package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Vectors.TOLERANCE;
import static org.espalier.core.Vectors.pmf;
import static org.espalier.core.Vectors.scope;
import static org.espalier.core.pmf.PmfAssert.assertPmf;

import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.espalier.core.model.Task;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The reference vectors once more, as queues of a machine. */
class MachineQueueVectorsTest {
  static Stream<Arguments> chains() {
    return Vectors.casesOnTimeAtTheDeadline("chains");
  }

  static Stream<Arguments> conditionals() {
    return Vectors.casesOnTimeAtTheDeadline("conditional");
  }

  @ParameterizedTest
  @MethodSource("chains")
  void chainsOfTasks(JsonNode vector) {
    MachineQueue queue = Queues.chain(vector);
    int count = queue.size() - 1;
    for (int i = 0; i < count; i++) {
      assertThat(queue.chanceOfSuccess(i + 1))
          .isCloseTo(vector.get("chance").get(i).asDouble(), within(TOLERANCE));
      assertPmf(queue.completionTime(i + 1))
          .isCloseTo(pmf(vector.get("completion").get(i)), TOLERANCE);
    }
    assertPmf(queue.tail()).isCloseTo(pmf(vector.get("completion").get(count - 1)), TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("conditionals")
  void runningTasks(JsonNode vector) {
    long start = vector.get("start").asLong();
    Task task = new Task(0, 0, 0, vector.get("deadline").asLong());
    MachineQueue queue =
        Queues.empty(scope(vector), start, pmf(vector.get("exec")))
            .with(task, 0)
            .started(start)
            .at(vector.get("now").asLong());

    assertThat(queue.chanceOfSuccess(0))
        .isCloseTo(vector.get("chance").asDouble(), within(TOLERANCE));
    assertPmf(queue.completionTime(0)).isCloseTo(pmf(vector.get("completion")), TOLERANCE);
  }
}
