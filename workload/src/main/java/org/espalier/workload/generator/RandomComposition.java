package org.espalier.workload.generator;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Ways to write a total as a sum of so many terms from a range, in order; one of them is drawn, all
 * alike.
 *
 * <p><b>Inside.</b> A way has the same probability as any other when each term is drawn uniformly
 * and the total happens to come out. So the next term is drawn with the probability that the rest
 * then comes out by uniform draws.
 */
final class RandomComposition {
  private final int least;
  private final int most;

  /** [terms][sum]: the probability that so many uniform terms have the sum. */
  private final double[][] chances;

  /** Sums of up to so many terms. */
  RandomComposition(int terms, int total, int least, int most) {
    this.least = least;
    this.most = most;
    this.chances = new double[terms + 1][total + 1];
    chances[0][0] = 1;
    for (int k = 1; k <= terms; k++) {
      for (int sum = 0; sum <= total; sum++) {
        chances[k][sum] = chance(k, sum);
      }
    }
  }

  private double chance(int terms, int sum) {
    double chance = 0;
    for (int term = least; term <= Math.min(most, sum); term++) {
      chance += chances[terms - 1][sum - term];
    }
    return chance / (most - least + 1);
  }

  /** One of the ways, of which there must be one at least. */
  List<Integer> draw(UniformRandomProvider random) {
    List<Integer> terms = new ArrayList<>();
    int rest = chances[0].length - 1;
    for (int k = chances.length - 1; k > 0; k--) {
      int term = term(k, rest, random.nextDouble());
      terms.add(term);
      rest -= term;
    }
    return List.copyOf(terms);
  }

  private int term(int terms, int sum, double uniform) {
    double left = uniform * chances[terms][sum] * (most - least + 1);
    int last = least;
    for (int term = least; term <= Math.min(most, sum); term++) {
      double chance = chances[terms - 1][sum - term];
      if (chance > 0) {
        last = term;
        left -= chance;
        if (left < 0) {
          return term;
        }
      }
    }
    return last;
  }
}
