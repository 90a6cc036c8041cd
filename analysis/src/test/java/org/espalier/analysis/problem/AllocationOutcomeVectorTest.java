package org.espalier.analysis.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.List;
import java.util.stream.Stream;
import org.espalier.analysis.VectorProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Allocations and utility functions of the reference vectors. */
class AllocationOutcomeVectorTest {
  private static final double NEARLY = 1e-7;

  static Stream<JsonNode> evaluations() {
    return VectorProblems.vectors("evaluation").stream();
  }

  @ParameterizedTest
  @MethodSource("evaluations")
  void whatComesOfAllocationsIsThatOfTheVectors(JsonNode vector) {
    StaticProblem problem = VectorProblems.problem(vector.get("system"));
    AllocationOutcome outcome =
        AllocationOutcome.of(problem, allocation(problem, vector.get("allocation")));
    JsonNode expect = vector.get("expect");

    assertThat(outcome.totals().utility())
        .isCloseTo(expect.get("utility").asDouble(), withPercentage(NEARLY));
    assertThat(outcome.totals().joules())
        .isCloseTo(expect.get("energy_j").asDouble(), withPercentage(NEARLY));
    assertThat(outcome.totals().makespanSeconds())
        .isCloseTo(expect.get("makespan_s").asDouble(), withPercentage(NEARLY));
    assertThat(outcome.totals().dropped()).isEqualTo(expect.get("dropped").size());
    for (int machine = 0; machine < problem.machines(); machine++) {
      assertThat(outcome.finish(machine))
          .isCloseTo(expect.get("finish_s").get(machine).asDouble(), withPercentage(NEARLY));
    }
    for (int task = 0; task < problem.tasks(); task++) {
      JsonNode completion = expect.get("completion_s").get(task);
      if (completion.isNull()) {
        assertThat(outcome.completion(task)).isNaN();
      } else {
        assertThat(outcome.completion(task))
            .isCloseTo(completion.asDouble(), withPercentage(NEARLY));
      }
      assertThat(outcome.utility(task))
          .isCloseTo(expect.get("task_utility").get(task).asDouble(), withPercentage(NEARLY));
    }
  }

  private static Allocation allocation(StaticProblem problem, JsonNode genes) {
    int[] placements = new int[genes.size()];
    int[] orders = new int[genes.size()];
    for (int task = 0; task < placements.length; task++) {
      JsonNode gene = genes.get(task);
      placements[task] = problem.firstPlacement(gene.get(0).asInt()) + gene.get(1).asInt();
      orders[task] = gene.get(2).asInt();
    }
    return Allocation.of(placements, orders);
  }

  @Test
  void utilityFunctionsAreThoseOfTheVectors() {
    List<JsonNode> vectors = VectorProblems.vectors("utility");
    assertThat(vectors).isNotEmpty();
    for (JsonNode vector : vectors) {
      UtilityPieces pieces = PiecesOf.function(VectorProblems.utility(vector.get("function")));
      for (int i = 0; i < vector.get("minutes").size(); i++) {
        double seconds = vector.get("minutes").get(i).asDouble() * 60;
        double expected = vector.get("utility").get(i).asDouble();
        assertThat(pieces.of(seconds)).isCloseTo(expected, withPercentage(NEARLY));
      }
    }
  }
}
