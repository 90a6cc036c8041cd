package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.espalier.core.Vectors.pmf;
import static org.espalier.core.Vectors.scope;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.OptimalDropping;
import org.espalier.core.pruning.ProactiveDropping;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Proactive dropping against the reference vectors: which of the pending tasks are dropped. */
class ProactiveDroppingVectorsTest {
  private static final long FAR = 1_000_000;

  static Stream<Arguments> queues() {
    return Vectors.casesOnTimeAtTheDeadline("proactive");
  }

  @Test
  void theFileHoldsTheCasesItIsKnownToHold() {
    assertThat(queues()).hasSize(18);
  }

  @ParameterizedTest
  @MethodSource("queues")
  void theHeuristicDropsWhatTheReferenceDrops(JsonNode vector) {
    for (int depth = 1; depth <= 3; depth++) {
      for (String factor : List.of("1", "1.5", "2")) {
        JsonNode expected = vector.get("heuristic").get("eta=%d,beta=%s".formatted(depth, factor));
        Dropping dropping = new ProactiveDropping(depth, Double.parseDouble(factor));

        assertThat(dropped(vector, dropping))
            .as("eta %d, beta %s", depth, factor)
            .isEqualTo(indices(expected));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("queues")
  void theOptimumDropsWhatTheReferenceDrops(JsonNode vector) {
    assertThat(dropped(vector, new OptimalDropping()))
        .isEqualTo(indices(vector.get("optimal_dropped")));
  }

  private static List<Integer> indices(JsonNode expected) {
    return expected.values().stream().map(JsonNode::asInt).toList();
  }

  /**
   * A task of a type made for it is running, so that the machine becomes free as the vector says.
   */
  private static List<Integer> dropped(JsonNode vector, Dropping dropping) {
    Pmf free = pmf(vector.get("start"));
    long started = free.origin() - 1;
    int count = vector.get("exec").size();
    Pmf[] executions = new Pmf[count + 1];
    for (int i = 0; i < count; i++) {
      executions[i] = pmf(vector.get("exec").get(i));
    }
    executions[count] = free.shifted(-started);
    MachineQueue queue =
        Queues.empty(scope(vector), started, executions)
            .with(new Task(count, count, 0, FAR))
            .started(started);
    for (int i = 0; i < count; i++) {
      queue = queue.with(new Task(i, i, 0, vector.get("deadlines").get(i).asLong()));
    }
    MappingSession session = event(queue, scope(vector), started, executions).session();
    dropping.drop(session, Fairness.none());
    return session.decisions().stream().map(decision -> decision.task().id()).toList();
  }

  private static MappingEvent event(
      MachineQueue queue, DroppingScope scope, long now, Pmf... executions) {
    HcSystem system = Queues.oneMachine(executions);
    AllocationRules rules = AllocationRules.bounded(AllocationRules.UNBOUNDED, scope);
    return new MappingEvent(
        system, rules, now, List.of(), List.of(queue), List.of(), false, AssertionMode.OFF);
  }
}
