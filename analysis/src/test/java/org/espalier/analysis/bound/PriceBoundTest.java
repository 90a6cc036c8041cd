package org.espalier.analysis.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
        Prices prices = Prices.of(vector.get("slot_s").asDouble(), prices(given));
        PriceBound bound = at(problem, vector.get("weight_per_j").asDouble(), prices);
        assertThat(bound.value()).isCloseTo(given.get("bound").asDouble(), offset(1e-8));
        assertThat(bound.value())
            .isGreaterThanOrEqualTo(vector.get("optimum_of_exhaustive_front").asDouble());
      }
    }
  }

  private static PriceBound at(StaticProblem problem, double lambda, Prices prices) {
    return PricedTasks.of(problem, prices.slotSeconds(), prices.slots()).at(lambda, prices);
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
    PricedTasks tasks = PricedTasks.of(problem, 100, 40);
    for (int run = 0; run < 6; run++) {
      double lambda = random.nextDouble() * 1e-4;
      Prices prices = random(problem, random, 100, 40);
      PriceBound bound = tasks.at(lambda, prices);
      for (int task = 0; task < problem.tasks(); task += 7) {
        assertThat(bound.taskValue(task))
            .isCloseTo(slowValue(problem, task, lambda, prices), offset(1e-6));
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
      Prices prices = random(problem, random, 10 + random.nextInt(100), 1 + random.nextInt(20));
      PriceBound bound = at(problem, lambda, prices);
      for (int task = 0; task < problem.tasks(); task++) {
        assertThat(bound.taskValue(task))
            .isCloseTo(slowValue(problem, task, lambda, prices), offset(1e-6));
        dropped += problem.mayDrop() && bound.taskValue(task) == 0 ? 1 : 0;
      }
    }
    assertThat(dropped).isGreaterThan(20);
  }

  private static Prices random(
      StaticProblem problem, SplittableRandom random, double slotSeconds, int slots) {
    double[][] prices = new double[problem.machineTypes()][slots];
    for (double[] row : prices) {
      for (int k = 0; k < slots; k++) {
        row[k] = random.nextInt(3) == 0 ? 0 : random.nextDouble() * 0.02 * (slots - k) / slots;
      }
    }
    return Prices.of(slotSeconds, prices);
  }

  private static double slowValue(StaticProblem problem, int task, double lambda, Prices prices) {
    double best = problem.mayDrop() ? 0 : Double.NEGATIVE_INFINITY;
    double arrival = problem.arrival(task);
    for (int mode = 0; mode < problem.modes(); mode++) {
      if (!hasMachines(problem, mode) || !problem.canRun(problem.type(task), mode)) {
        continue;
      }
      double seconds = problem.seconds(problem.type(task), mode);
      for (double start : starts(problem, task, seconds, prices)) {
        double completion = start + seconds - arrival;
        if (start + seconds > problem.latestCompletion(task) + A_LITTLE) {
          continue;
        }
        double utility =
            start > arrival
                ? problem.utility(task).before(completion - A_LITTLE)
                : problem.utility(task).of(completion);
        double paid = 0;
        for (int k = 0; k < prices.slots(); k++) {
          double from = Math.max(start, k * prices.slotSeconds());
          double to = Math.min(start + seconds, (k + 1) * prices.slotSeconds());
          paid += Math.max(0, to - from) * prices.of(problem.machineTypeOfMode(mode))[k];
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
      StaticProblem problem, int task, double seconds, Prices prices) {
    double arrival = problem.arrival(task);
    List<Double> starts = new ArrayList<>(List.of(arrival));
    for (int k = 0; k <= prices.slots(); k++) {
      starts.add(k * prices.slotSeconds());
      starts.add(k * prices.slotSeconds() - seconds);
    }
    for (UtilityPieces.Piece piece : problem.utility(task).pieces()) {
      starts.add(arrival + piece.start() - seconds);
    }
    starts.add(problem.latestCompletion(task) - seconds);
    starts.removeIf(start -> start < arrival || Double.isInfinite(start));
    return starts;
  }

  @Test
  void pricesThatAreNoneAreRefused() {
    assertThatThrownBy(() -> Prices.of(0, new double[1][1]))
        .hasMessage("a time slot of 0.0 s; expected a width above 0");
    assertThatThrownBy(() -> Prices.of(1, new double[][] {{1}, {-1}}))
        .hasMessage("machine type 1 has a price that is negative or no number");
    assertThatThrownBy(() -> Prices.of(1, new double[][] {{1}, {1, 2}}))
        .hasMessage("machine type 1 has prices for 2 slots, the first has 1");
    StaticProblem problem = problem("6 tasks");
    assertThatThrownBy(() -> at(problem, -1, Prices.free(3, 1, 1)))
        .hasMessageContaining("the weight of energy is -1.0");
    assertThatThrownBy(() -> at(problem, 1, Prices.free(2, 1, 1)))
        .hasMessageContaining("prices for 2 machine types");
  }
}
