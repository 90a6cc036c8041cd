package org.espalier.analysis.nsga2;

import java.util.Arrays;
import java.util.List;
import org.espalier.analysis.problem.StaticProblem;

/**
 * Makes and evaluates pairs of offspring, on one thread (DISSERTATION 5.4.4). Two parents and two
 * genes are drawn uniformly; the genes from the lower to the higher change places, whole. Then each
 * offspring may mutate: one task gets a placement that can run it, and it exchanges its order with
 * a second task.
 *
 * @param <S> what the evaluation keeps of a chromosome
 */
final class Breeder<S> {
  private static final int BLOCK = 64;

  private final StaticProblem problem;
  private final GeneticSettings settings;
  private final boolean usesOrders;
  private final ChromosomeEvaluation.Worker<S> evaluation;
  private final RandomStream random = new RandomStream();

  /** The tasks whose genes differ from those of the parent that was copied, ascending. */
  private final int[] changed;

  private int count;

  Breeder(StaticProblem problem, GeneticSettings settings, ChromosomeEvaluation<S> objectives) {
    this.problem = problem;
    this.settings = settings;
    usesOrders = objectives.usesOrders();
    evaluation = objectives.newWorker();
    changed = new int[problem.tasks()];
  }

  void evaluate(Chromosome<S> chromosome) {
    evaluation.evaluate(chromosome);
  }

  /** Draws a chromosome of the starting population. */
  void fill(Chromosome<S> chromosome, int index) {
    random.begin(settings.seed(), 0, index);
    int[] placements = chromosome.placements();
    for (int task = 0; task < placements.length; task++) {
      placements[task] = placementFor(task);
    }
    if (usesOrders) {
      random.shuffle(chromosome.orders());
    }
  }

  private int placementFor(int task) {
    int[] possible = problem.placementsFor(problem.type(task));
    return possible[random.below(possible.length)];
  }

  /** Makes a pair of offspring of a generation. */
  void breed(
      List<Chromosome<S>> members,
      long generation,
      int pair,
      Chromosome<S> offspring,
      Chromosome<S> another) {
    random.begin(settings.seed(), generation, pair);
    Chromosome<S> first = members.get(random.below(members.size()));
    Chromosome<S> second = members.get(random.below(members.size()));
    int one = random.below(changed.length);
    int other = random.below(changed.length);
    int from = Math.min(one, other);
    int to = Math.max(one, other) + 1;
    cross(offspring, first, second, from, to);
    cross(another, second, first, from, to);
  }

  /** From the parent that gives more genes, so that fewer are compared and change. */
  private void cross(
      Chromosome<S> child, Chromosome<S> outside, Chromosome<S> inside, int from, int to) {
    count = 0;
    boolean fewInside = 2 * (to - from) <= changed.length;
    Chromosome<S> parent = fewInside ? outside : inside;
    copy(parent.placements(), child.placements());
    if (usesOrders) {
      copy(parent.orders(), child.orders());
    }
    if (fewInside) {
      take(child, inside, from, to);
    } else {
      take(child, outside, 0, from);
      take(child, outside, to, changed.length);
    }
    if (random.happens(settings.mutation())) {
      mutate(child, parent);
    }
    evaluation.evaluate(child, parent, changed, count);
  }

  private static void copy(int[] from, int[] to) {
    System.arraycopy(from, 0, to, 0, from.length);
  }

  /** Most genes are the same in both, so blocks of them are compared first. */
  private void take(Chromosome<S> child, Chromosome<S> giver, int from, int to) {
    for (int begin = from; begin < to; begin += BLOCK) {
      int end = Math.min(begin + BLOCK, to);
      if (differ(child.placements(), giver.placements(), begin, end)
          || (usesOrders && differ(child.orders(), giver.orders(), begin, end))) {
        takeBlock(child, giver, begin, end);
      }
    }
  }

  private static boolean differ(int[] ones, int[] others, int from, int to) {
    return !Arrays.equals(ones, from, to, others, from, to);
  }

  private void takeBlock(Chromosome<S> child, Chromosome<S> giver, int from, int to) {
    int[] placements = child.placements();
    int[] orders = child.orders();
    int[] givenPlacements = giver.placements();
    int[] givenOrders = giver.orders();
    int found = count;
    for (int task = from; task < to; task++) {
      int placement = givenPlacements[task];
      int order = givenOrders[task];
      if (placements[task] != placement || orders[task] != order) {
        placements[task] = placement;
        orders[task] = order;
        changed[found++] = task;
      }
    }
    count = found;
  }

  private void mutate(Chromosome<S> child, Chromosome<S> parent) {
    int task = random.below(changed.length);
    child.placements()[task] = placementFor(task);
    note(task, child, parent);
    if (usesOrders) {
      int one = random.below(changed.length);
      int[] orders = child.orders();
      int order = orders[task];
      orders[task] = orders[one];
      orders[one] = order;
      note(task, child, parent);
      note(one, child, parent);
    }
  }

  private void note(int task, Chromosome<S> child, Chromosome<S> parent) {
    if (child.placements()[task] == parent.placements()[task]
        && child.orders()[task] == parent.orders()[task]) {
      return;
    }
    int place = Arrays.binarySearch(changed, 0, count, task);
    if (place < 0) {
      System.arraycopy(changed, -place - 1, changed, -place, count + place + 1);
      changed[-place - 1] = task;
      count++;
    }
  }
}
