package org.espalier.analysis.nsga2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.analysis.VectorProblems;
import org.espalier.analysis.front.Dominance;
import org.espalier.analysis.front.Losses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

class RanksTest {
  @Test
  void ranksAndCrowdingAreThoseOfTheVectors() {
    List<JsonNode> vectors = VectorProblems.vectors("ranking");
    assertThat(vectors).isNotEmpty();
    for (JsonNode vector : vectors) {
      int points = vector.get("points").size();
      double[] first = new double[points];
      double[] second = new double[points];
      for (int i = 0; i < points; i++) {
        first[i] = -vector.get("points").get(i).get(0).asDouble();
        second[i] = vector.get("points").get(i).get(1).asDouble();
      }
      Ranks fronts = new Ranks(points, Ranking.FRONTS, true, false);
      fronts.of(first, second, points);
      Ranks dominators = new Ranks(points + 3, Ranking.DOMINATORS, true, false);
      dominators.of(first, second, points);
      double[] crowding = fronts.crowding();
      for (int i = 0; i < points; i++) {
        String what = vector.get("name").asString() + " " + i;
        assertThat(fronts.rank(i)).as(what).isEqualTo(vector.get("front").get(i).asInt());
        assertThat(dominators.rank(i))
            .as(what)
            .isEqualTo(vector.get("dominators_plus_one").get(i).asInt());
        JsonNode expected = vector.get("crowding_within_front").get(i);
        if (expected.isString()) {
          assertThat(crowding[i]).as(what).isEqualTo(Double.POSITIVE_INFINITY);
        } else {
          assertThat(crowding[i]).as(what).isCloseTo(expected.asDouble(), offset(1e-12));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void ranksAreThoseOfComparingAllPairs(Ranking ranking) {
    SplittableRandom random = new SplittableRandom(11);
    Ranks ranks = new Ranks(200, ranking, false, false);
    for (int run = 0; run < 300; run++) {
      int range = 1 + random.nextInt(60);
      List<Losses> points = points(random, 1 + random.nextInt(200), range);
      int[] expected = ranking == Ranking.FRONTS ? fronts(points) : dominators(points);
      rank(ranks, points);
      assertThat(IntStream.range(0, points.size()).map(ranks::rank).toArray()).isEqualTo(expected);
    }
  }

  /** All of a better rank go before any of a worse one, and in the last one the least crowded. */
  @ParameterizedTest
  @EnumSource
  void theBestAreWholeRanksAndTheLeastCrowdedOfTheLast(Ranking ranking) {
    SplittableRandom random = new SplittableRandom(12);
    Ranks ranks = new Ranks(80, ranking, random.nextBoolean(), true);
    for (int run = 0; run < 300; run++) {
      List<Losses> points = points(random, 1 + random.nextInt(80), 1 + random.nextInt(40));
      rank(ranks, points);
      double[] crowding = ranks.crowding();
      List<Integer> order = new ArrayList<>(IntStream.range(0, points.size()).boxed().toList());
      order.sort(
          Comparator.<Integer>comparingInt(ranks::rank)
              .thenComparing(Comparator.<Integer>comparingDouble(i -> crowding[i]).reversed()));
      int wanted = random.nextInt(points.size() + 1);
      boolean[] best = new boolean[80];
      Arrays.fill(best, true);
      ranks.markBest(wanted, best);
      List<Integer> marked =
          IntStream.range(0, points.size()).filter(i -> best[i]).boxed().toList();
      assertThat(marked).containsExactlyInAnyOrderElementsOf(order.subList(0, wanted));
    }
  }

  private static void rank(Ranks ranks, List<Losses> points) {
    ranks.of(
        points.stream().mapToDouble(Losses::first).toArray(),
        points.stream().mapToDouble(Losses::second).toArray(),
        points.size());
  }

  private static List<Losses> points(SplittableRandom random, int count, int range) {
    List<Losses> points = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      points.add(new Losses(random.nextInt(range), random.nextInt(range)));
    }
    return points;
  }

  private static int[] dominators(List<Losses> points) {
    return points.stream()
        .mapToInt(p -> 1 + (int) points.stream().filter(q -> Dominance.dominates(q, p)).count())
        .toArray();
  }

  private static int[] fronts(List<Losses> points) {
    int[] front = new int[points.size()];
    for (int number = 1; IntStream.of(front).anyMatch(f -> f == 0); number++) {
      List<Integer> left =
          IntStream.range(0, front.length).filter(i -> front[i] == 0).boxed().toList();
      for (int i : left) {
        if (left.stream().noneMatch(j -> Dominance.dominates(points.get(j), points.get(i)))) {
          front[i] = -number;
        }
      }
      for (int i : left) {
        front[i] = Math.abs(front[i]);
      }
    }
    return front;
  }
}
