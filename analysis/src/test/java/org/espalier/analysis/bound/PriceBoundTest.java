package org.espalier.analysis.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.SmallProblems;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.problem.StaticProblem;
import org.espalier.analysis.problem.UtilityPieces;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PriceBoundTest {
  /** Seconds, so that a completion meant for the end of a piece lies before it. */
  private static final double A_LITTLE = 1e-7;

  @Test
  void boundsAreThoseOfTheVectors() {
    List<JsonNode> vectors = VectorProblems.vectors("price_bound");
    assertThat(vectors).hasSize(9);
    for (JsonNode vector : vectors) {
      StaticProblem problem = problem(vector.get("name").asString());
      for (JsonNode given : vector.get("cases")) {
        double[][] prices = prices(given);
        PriceBound bound =
            new PricedTasks(problem, vector.get("slot_s").asDouble(), prices[0].length)
                .at(vector.get("weight_per_j").asDouble(), prices);
        assertThat(bound.value()).isCloseTo(given.get("bound").asDouble(), offset(1e-8));
        assertThat(bound.value())
            .isGreaterThanOrEqualTo(vector.get("optimum_of_exhaustive_front").asDouble());
      }
    }
  }

  static StaticProblem problem(String name) {
    String system =
        switch (name) {
          case "6 tasks" -> "6 tasks, 3 machines, utility and energy";
          case "6 tasks, dropping" -> "6 tasks, 3 machines, utility and energy, dropping below 0.5";
          default -> "7 tasks, 3 machines, 2 P-states, utility and energy";
        };
    return VectorProblems.problem(VectorProblems.vector("exhaustive", system).get("system"));
  }

  private static double[][] prices(JsonNode given) {
    return given.get("price_per_s").values().stream()
        .map(row -> row.values().stream().mapToDouble(JsonNode::asDouble).toArray())
        .toArray(double[][]::new);
  }

  /** Beside trying every place of every task at which something changes. */
  @Test
  void aTaskTakesTheBestOfAllPlaces() {
    StaticProblem problem = ParetoInputs.problem("dataset1");
    SplittableRandom random = new SplittableRandom(5);
    PricedTasks tasks = new PricedTasks(problem, 100, 40);
    for (int run = 0; run < 6; run++) {
      double lambda = random.nextDouble() * 1e-4;
      double[][] prices = random(problem, random, 40);
      PriceBound bound = tasks.at(lambda, prices);
      for (int task = 0; task < problem.tasks(); task += 7) {
        assertThat(bound.taskValues()[task])
            .isCloseTo(slowValue(problem, task, lambda, 100, prices), offset(1e-6));
      }
    }
  }

  /** The same with P-states, impossible pairs, and tasks that must earn a threshold. */
  @Test
  void aTaskOfASmallProblemTakesTheBestOfAllPlaces() {
    SplittableRandom random = new SplittableRandom(6);
    int dropped = 0;
    for (int run = 0; run < 300; run++) {
      StaticProblem problem =
          SmallProblems.random(
              random, new SmallProblems.Size(8, 3, 3, 4, 600), run % 3 == 0 ? 0 : run % 3 * 1.5);
      double lambda = random.nextDouble() * 1e-3;
      double slotSeconds = 10 + random.nextInt(100);
      double[][] prices = random(problem, random, 1 + random.nextInt(20));
      PriceBound bound = new PricedTasks(problem, slotSeconds, prices[0].length).at(lambda, prices);
      for (int task = 0; task < problem.tasks(); task++) {
        assertThat(bound.taskValues()[task])
            .isCloseTo(slowValue(problem, task, lambda, slotSeconds, prices), offset(1e-6));
        dropped += problem.mayDrop() && bound.taskValues()[task] == 0 ? 1 : 0;
      }
    }
    assertThat(dropped).isGreaterThan(20);
  }

  private static double[][] random(StaticProblem problem, SplittableRandom random, int slots) {
    double[][] prices = new double[problem.machineTypes()][slots];
    for (double[] row : prices) {
      for (int k = 0; k < slots; k++) {
        row[k] = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.02 * (slots - k) / slots;
      }
    }
    return prices;
  }

  private static double slowValue(
      StaticProblem problem, int task, double lambda, double slotSeconds, double[][] prices) {
    double best = problem.mayDrop() ? 0 : Double.NEGATIVE_INFINITY;
    double arrival = problem.arrival(task);
    for (int mode = 0; mode < problem.modes(); mode++) {
      if (!hasMachines(problem, mode) || !problem.canRun(problem.type(task), mode)) {
        continue;
      }
      double seconds = problem.seconds(problem.type(task), mode);
      for (double start : starts(problem, task, seconds, slotSeconds, prices[0].length)) {
        double completion = start + seconds - arrival;
        if (start + seconds > problem.latestCompletion(task) + A_LITTLE) {
          continue;
        }
        double utility =
            start > arrival
                ? problem.utility(task).before(completion - A_LITTLE)
                : problem.utility(task).of(completion);
        double paid = 0;
        for (int k = 0; k < prices[0].length; k++) {
          double from = Math.max(start, k * slotSeconds);
          double to = Math.min(start + seconds, (k + 1) * slotSeconds);
          paid += Math.max(0, to - from) * prices[problem.machineTypeOfMode(mode)][k];
        }
        double energy = lambda * problem.joules(problem.type(task), mode);
        best = Math.max(best, utility - energy - paid);
      }
    }
    return best;
  }

  private static boolean hasMachines(StaticProblem problem, int mode) {
    return IntStream.range(0, problem.machines())
        .anyMatch(machine -> problem.machineTypeOf(machine) == problem.machineTypeOfMode(mode));
  }

  private static List<Double> starts(
      StaticProblem problem, int task, double seconds, double slotSeconds, int slots) {
    double arrival = problem.arrival(task);
    List<Double> starts = new ArrayList<>(List.of(arrival));
    for (int k = 0; k <= slots; k++) {
      starts.add(k * slotSeconds);
      starts.add(k * slotSeconds - seconds);
    }
    for (UtilityPieces.Piece piece : problem.utility(task).pieces()) {
      starts.add(arrival + piece.start() - seconds);
    }
    starts.add(problem.latestCompletion(task) - seconds);
    starts.removeIf(start -> start < arrival || Double.isInfinite(start));
    return starts;
  }
}
