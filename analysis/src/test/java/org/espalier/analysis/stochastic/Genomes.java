package org.espalier.analysis.stochastic;

import org.espalier.analysis.nsga2.Chromosome;
import org.espalier.analysis.problem.Allocation;

/** Chromosomes of given allocations. */
final class Genomes {
  private Genomes() {}

  static void set(Chromosome<?> chromosome, Allocation allocation) {
    for (int task = 0; task < allocation.tasks(); task++) {
      chromosome.placements()[task] = allocation.placement(task);
      chromosome.orders()[task] = allocation.order(task);
    }
  }
}
