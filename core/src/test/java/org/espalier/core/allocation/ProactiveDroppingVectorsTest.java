package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.Vectors;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
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

  private static List<Integer> dropped(JsonNode vector, Dropping dropping) {
    MachineQueue queue = Queues.chain(vector);
    AllocationRules rules = AllocationRules.unbounded(queue.scope());
    HcSystem system = Queues.chainSystem(vector);
    MappingSession session = Queues.session(system, rules, queue.start(), queue);
    dropping.drop(session, Fairness.none());
    return session.decisions().stream().map(decision -> decision.task().id()).toList();
  }
}
