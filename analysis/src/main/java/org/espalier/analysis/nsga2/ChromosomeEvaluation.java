package org.espalier.analysis.nsga2;

import java.util.ArrayList;
import java.util.List;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.problem.Allocation;

/**
 * How a search judges chromosomes. The losses must hang on the genes alone, to the last bit,
 * whichever way they were found: the number of threads must not matter. Safe for several threads at
 * once; its workers are not.
 *
 * @param <S> what is kept of a chromosome so that its offspring can be judged by their differences
 */
public interface ChromosomeEvaluation<S> {
  /** Whether anything hangs on the orders; if not, a search leaves them as they are. */
  boolean usesOrders();

  /** Room for what is kept of one chromosome; it is used again for others. */
  S newState();

  /** A worker for one thread. */
  Worker<S> newWorker();

  /** The points of some allocations. */
  default List<Losses> losses(List<Allocation> allocations) {
    Worker<S> worker = newWorker();
    List<Losses> losses = new ArrayList<>();
    for (Allocation allocation : allocations) {
      Chromosome<S> chromosome = new Chromosome<>(allocation.tasks(), newState());
      chromosome.set(allocation, usesOrders());
      worker.evaluate(chromosome);
      losses.add(chromosome.losses());
    }
    return losses;
  }

  /**
   * Evaluates chromosomes, one after the other. Its buffers are its own.
   *
   * @param <S> what is kept of a chromosome
   */
  interface Worker<S> {
    /** Sets state and losses of a chromosome from its genes alone. */
    void evaluate(Chromosome<S> chromosome);

    /**
     * Sets state and losses of an offspring. The parent is evaluated and does not change meanwhile.
     *
     * @param changed the first {@code count} are tasks, each once and ascending; all others have
     *     the same placement and order in both
     */
    void evaluate(Chromosome<S> offspring, Chromosome<S> parent, int[] changed, int count);
  }
}
