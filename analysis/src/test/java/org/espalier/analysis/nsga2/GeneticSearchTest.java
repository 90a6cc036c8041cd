package org.espalier.analysis.nsga2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.espalier.analysis.ParetoInputs;
import org.espalier.analysis.RandomProblems;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.front.Dominance;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.ObjectivePair;
import org.espalier.analysis.front.ParetoArchive;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.AllocationOutcome;
import org.espalier.analysis.problem.StaticProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class GeneticSearchTest {
  private static final GeneticSettings SMALL = new GeneticSettings(20, 0.5, Ranking.FRONTS, 3, 1);

  static Stream<GeneticSettings> settings() {
    return Stream.of(
        SMALL,
        new GeneticSettings(20, 1, Ranking.DOMINATORS, 3, 1),
        new GeneticSettings(2, 0.5, Ranking.FRONTS, 3, 1));
  }

  private static StaticProblem problem() {
    return RandomProblems.of(new SplittableRandom(8), 60);
  }

  private static GeneticSearch search(StaticProblem problem, GeneticSettings settings) {
    return TestSearch.of(problem, ObjectivePair.UTILITY_ENERGY, settings, List.of());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void theResultIsTheSameForAnyNumberOfThreads(GeneticSettings settings) {
    StaticProblem problem = problem();
    GeneticSearch one = search(problem, settings);
    one.advance(30);
    for (int threads = 2; threads <= 5; threads++) {
      GeneticSearch several = search(problem, settings.withThreads(threads));
      several.advance(30);
      assertThat(several.members()).isEqualTo(one.members());
      assertThat(several.front()).isEqualTo(one.front());
    }
  }

  /** Of offspring and parents the best go on, so that nothing that a seed reaches is lost. */
  @ParameterizedTest
  @MethodSource("settings")
  void aSearchGoesOnFromTheMembersOfAnother(GeneticSettings settings) {
    StaticProblem problem = problem();
    GeneticSearch first = search(problem, settings);
    first.advance(25);
    assertThat(first.members()).hasSize(settings.population());
    GeneticSearch second =
        TestSearch.of(problem, ObjectivePair.UTILITY_ENERGY, settings, first.members());
    for (ParetoArchive.Entry<Allocation> best :
        List.of(first.front().getFirst(), first.front().getLast())) {
      assertThat(second.front())
          .noneMatch(point -> Dominance.dominates(best.losses(), point.losses()));
      assertThat(second.front()).anyMatch(point -> point.losses().equals(best.losses()));
    }
  }

  /** A front of 22 or 30 points fits a population of 60. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theWholeFrontOfSixTasksIsFound(int number) {
    JsonNode vector = VectorProblems.vectors("exhaustive").get(number);
    boolean ofMakespans = vector.get("front").get(0).has("makespan_s");
    StaticProblem traced = VectorProblems.problem(vector.get("system"));
    StaticProblem problem = ofMakespans ? Bags.of(traced) : traced;
    ObjectivePair pair = ofMakespans ? ObjectivePair.MAKESPAN_ENERGY : ObjectivePair.UTILITY_ENERGY;
    List<Losses> expected = new ArrayList<>();
    for (JsonNode point : vector.get("front").values()) {
      double first = point.get(ofMakespans ? "makespan_s" : "utility").asDouble();
      expected.addFirst(pair.losses(first, point.get("energy_j").asDouble()));
    }
    expected.sort(java.util.Comparator.comparingDouble(Losses::first));

    ParetoArchive<Allocation> found = new ParetoArchive<>();
    for (long seed = 1; seed <= 3; seed++) {
      GeneticSettings settings = new GeneticSettings(60, 0.5, Ranking.FRONTS, seed, 1);
      GeneticSearch search = TestSearch.of(problem, pair, settings, List.of());
      collect(search, 2000, found);
    }
    List<Losses> points = withoutRepetitions(found.losses());
    assertThat(points).hasSameSizeAs(expected);
    for (int i = 0; i < points.size(); i++) {
      assertThat(points.get(i).first()).isCloseTo(expected.get(i).first(), offset(1e-6));
      assertThat(points.get(i).second()).isCloseTo(expected.get(i).second(), offset(1e-6));
    }
  }

  /** Adds the front of each of some generations. */
  private static void collect(
      GeneticSearch search, int generations, ParetoArchive<Allocation> archive) {
    for (int i = 0; i < generations; i++) {
      search.advance(1);
      search.front().forEach(entry -> archive.add(entry.losses(), entry.item()));
    }
  }

  /** Points whose energies are within 1e-6 J are one. */
  private static List<Losses> withoutRepetitions(List<Losses> points) {
    List<Losses> different = new ArrayList<>();
    for (Losses point : points) {
      if (different.isEmpty() || different.getLast().second() - point.second() > 1e-6) {
        different.add(point);
      }
    }
    return different;
  }

  @Test
  void theFrontIsWhatItsAllocationsAreWorthAndNoneDominatesAnother() {
    StaticProblem problem = problem();
    GeneticSearch search = search(problem, SMALL);
    search.advance(20);
    assertThat(search.front()).isNotEmpty();
    for (ParetoArchive.Entry<Allocation> entry : search.front()) {
      Losses worth =
          ObjectivePair.UTILITY_ENERGY.losses(AllocationOutcome.of(problem, entry.item()).totals());
      assertThat(entry.losses().first()).isCloseTo(worth.first(), offset(1e-9));
      assertThat(entry.losses().second()).isCloseTo(worth.second(), offset(1e-6));
      assertThat(search.front()).noneMatch(e -> Dominance.dominates(e.losses(), entry.losses()));
    }
  }

  /** Nothing can be spent less than nothing, so one that executes nothing stays. */
  @Test
  void seedsAreInTheStartingPopulation() {
    StaticProblem problem = problem();
    int[] nowhere = new int[problem.tasks()];
    Arrays.fill(nowhere, Allocation.NOT_EXECUTED);
    Allocation seed = Allocation.inOrderOfArrival(nowhere);
    GeneticSearch search =
        TestSearch.of(problem, ObjectivePair.UTILITY_ENERGY, SMALL, List.of(seed));
    for (int step = 0; step < 5; step++) {
      assertThat(search.front().getLast())
          .isEqualTo(new ParetoArchive.Entry<>(new Losses(-0.0, 0.0), seed));
      search.advance(5);
    }
  }

  @Test
  void ofMoreSeedsThanPlacesTheFirstGoIn() {
    StaticProblem problem = problem();
    List<Allocation> seeds =
        search(problem, new GeneticSettings(70, 0.5, Ranking.FRONTS, 9, 1)).members();
    GeneticSearch search = TestSearch.of(problem, ObjectivePair.UTILITY_ENERGY, SMALL, seeds);
    assertThat(search.members()).isEqualTo(seeds.subList(0, SMALL.population()));
  }

  /** Orders of another range stand for the same sequence. */
  @Test
  void ordersOfSeedsMayBeAnyNumbers() {
    StaticProblem problem = problem();
    SplittableRandom random = new SplittableRandom(5);
    int[] placements = new int[problem.tasks()];
    Arrays.setAll(placements, task -> problem.placementsFor(problem.type(task))[0]);
    int[] orders = random.ints(problem.tasks(), -1000, 1000).toArray();
    Allocation seed = Allocation.of(placements, orders);
    GeneticSearch search =
        TestSearch.of(
            problem,
            ObjectivePair.UTILITY_ENERGY,
            new GeneticSettings(2, 0.5, Ranking.FRONTS, 3, 1),
            List.of(seed, seed, seed));
    Allocation kept = search.front().getFirst().item();
    assertThat(kept.sequence()).isEqualTo(seed.sequence());
    assertThat(kept.orders()).doesNotHaveDuplicates();
  }

  @Test
  void itStopsWhenAsked() {
    GeneticSearch search = search(problem(), SMALL);
    search.advance(100, () -> search.generation() == 7);
    assertThat(search.generation()).isEqualTo(7);
  }

  @Test
  void whatAnEvaluationThrowsComesOut() {
    ChromosomeEvaluation<String> broken =
        new ChromosomeEvaluation<>() {
          @Override
          public boolean usesOrders() {
            return true;
          }

          @Override
          public String newState() {
            return "";
          }

          @Override
          public Worker<String> newWorker() {
            return new Worker<>() {
              @Override
              public void evaluate(Chromosome<String> chromosome) {
                throw new IllegalStateException("broken");
              }

              @Override
              public void evaluate(
                  Chromosome<String> offspring,
                  Chromosome<String> parent,
                  int[] changed,
                  int count) {}
            };
          }
        };
    assertThatThrownBy(() ->
            new GeneticSearch(
                problem(), ObjectivePair.UTILITY_ENERGY, SMALL.withThreads(2), List.of(), broken))
        .hasRootCauseMessage("broken");
  }

  /** Energy alone falls towards its minimum, which is known. */
  @Test
  void theEndsOfAFrontComeNearTheBestOfOneObjective() {
    StaticProblem problem = ParetoInputs.problem("investigation1");
    double least = 0;
    for (int task = 0; task < problem.tasks(); task++) {
      double best = Double.POSITIVE_INFINITY;
      for (int placement : problem.placementsFor(problem.type(task))) {
        best = Math.min(best, problem.joules(problem.type(task), problem.modeOf(placement)));
      }
      least += best;
    }
    GeneticSearch search =
        TestSearch.of(problem, ObjectivePair.MAKESPAN_ENERGY, GeneticSettings.of(1), List.of());
    double random = search.front().getLast().losses().second();
    search.advance(4000);
    double found = search.front().getLast().losses().second();
    assertThat(found).isBetween(least, least + (random - least) * 0.2);
  }
}
