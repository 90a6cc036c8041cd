package org.espalier.core.pmf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.espalier.core.Vectors.TOLERANCE;
import static org.espalier.core.Vectors.pmf;
import static org.espalier.core.Vectors.scope;
import static org.espalier.core.pmf.PmfAssert.assertPmf;

import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** PMFs and completion times against the reference vectors. */
class PmfVectorsTest {
  static Stream<Arguments> convolutions() {
    return Vectors.cases("convolution");
  }

  static Stream<Arguments> chains() {
    return Vectors.casesOnTimeAtTheDeadline("chains");
  }

  static Stream<Arguments> conditionals() {
    return Vectors.casesOnTimeAtTheDeadline("conditional");
  }

  @Test
  void theFilesHoldTheCasesTheyAreKnownToHold() {
    assertThat(convolutions()).hasSize(8);
    assertThat(chains()).hasSize(75);
    assertThat(conditionals()).hasSize(39);
  }

  @ParameterizedTest
  @MethodSource("convolutions")
  void sums(JsonNode vector) {
    Pmf x = pmf(vector.get("x"));
    Pmf e = pmf(vector.get("e"));
    Pmf sum = pmf(vector.get("sum"));

    assertPmf(x.plus(e)).isSound().isCloseTo(sum, TOLERANCE);
    assertPmf(e.plus(x)).isCloseTo(sum, TOLERANCE);
    assertThat(x.plus(e).mean()).isCloseTo(vector.get("mean").asDouble(), within(TOLERANCE));
    assertPmf(CompletionTimes.completion(DroppingScope.NONE, x, e, 0)).isCloseTo(sum, TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("chains")
  void chainsOfTasks(JsonNode vector) {
    DroppingScope scope = scope(vector);
    Pmf ready = pmf(vector.get("start"));
    Pmf plainReady = ready;
    for (int i = 0; i < vector.get("exec").size(); i++) {
      Pmf execution = pmf(vector.get("exec").get(i));
      long deadline = vector.get("deadlines").get(i).asLong();
      double chance = vector.get("chance").get(i).asDouble();
      double expected = vector.get("expected").get(i).asDouble();
      Pmf completion = pmf(vector.get("completion").get(i));

      assertThat(CompletionTimes.chanceOfSuccess(ready, execution, deadline))
          .isCloseTo(chance, within(TOLERANCE));
      assertThat(PlainCompletionTimes.chanceOfSuccess(plainReady, execution, deadline))
          .isCloseTo(chance, within(TOLERANCE));
      assertThat(CompletionTimes.expectedCompletion(scope, ready, execution, deadline))
          .isCloseTo(expected, within(TOLERANCE));
      assertThat(PlainCompletionTimes.expectedCompletion(scope, plainReady, execution, deadline))
          .isCloseTo(expected, within(TOLERANCE));
      ready = CompletionTimes.completion(scope, ready, execution, deadline);
      plainReady = PlainCompletionTimes.completion(scope, plainReady, execution, deadline);
      assertPmf(ready).isSound().isCloseTo(completion, TOLERANCE);
      assertPmf(plainReady).isSound().isCloseTo(completion, TOLERANCE);
      assertThat(ready.mean()).isCloseTo(expected, within(TOLERANCE));
    }
  }

  @ParameterizedTest
  @MethodSource("conditionals")
  void runningTasks(JsonNode vector) {
    long start = vector.get("start").asLong();
    long now = vector.get("now").asLong();
    long deadline = vector.get("deadline").asLong();
    Pmf execution = pmf(vector.get("exec"));
    Pmf expected = pmf(vector.get("completion"));
    boolean evicts = scope(vector) == DroppingScope.EXECUTING;
    Pmf left = execution.shifted(start).later(now);

    assertPmf(evicts ? left.cutAt(deadline) : left).isSound().isCloseTo(expected, TOLERANCE);
    assertPmf(PlainCompletionTimes.running(scope(vector), execution, start, now, deadline))
        .isCloseTo(expected, TOLERANCE);
    assertThat(left.cumulative(deadline))
        .isCloseTo(vector.get("chance").asDouble(), within(TOLERANCE));
  }
}
