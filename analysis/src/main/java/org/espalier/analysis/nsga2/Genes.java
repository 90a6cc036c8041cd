package org.espalier.analysis.nsga2;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;
import org.espalier.analysis.problem.Allocation;
import org.espalier.analysis.problem.StaticProblem;

/** The genes of chromosomes in checkpoints, with the losses as a check. */
final class Genes {
  private Genes() {}

  static void write(Chromosome<?> chromosome, DataOutput out) throws IOException {
    for (int task = 0; task < chromosome.tasks(); task++) {
      out.writeInt(chromosome.placements()[task]);
      out.writeInt(chromosome.orders()[task]);
    }
    out.writeDouble(chromosome.firstLoss());
    out.writeDouble(chromosome.secondLoss());
  }

  /**
   * Reads and evaluates a chromosome.
   *
   * @throws IOException if it is no allocation of the problem, or is worth something else than when
   *     it was written
   */
  static <S> void read(
      Chromosome<S> chromosome,
      StaticProblem problem,
      DataInput in,
      Consumer<Chromosome<S>> evaluation)
      throws IOException {
    int tasks = chromosome.tasks();
    for (int task = 0; task < tasks; task++) {
      int placement = in.readInt();
      int order = in.readInt();
      if (!isPossible(problem, task, placement) || order < 0 || order >= tasks) {
        throw otherStudy("task %d has placement %d and order %d", task, placement, order);
      }
      chromosome.placements()[task] = placement;
      chromosome.orders()[task] = order;
    }
    evaluation.accept(chromosome);
    double first = in.readDouble();
    double second = in.readDouble();
    if (first != chromosome.firstLoss() || second != chromosome.secondLoss()) {
      throw otherStudy(
          "a chromosome was worth (%s, %s) and is worth (%s, %s)",
          first, second, chromosome.firstLoss(), chromosome.secondLoss());
    }
  }

  static boolean isPossible(StaticProblem problem, int task, int placement) {
    return placement == Allocation.NOT_EXECUTED
        || (placement >= 0
            && placement < problem.placements()
            && problem.canRun(problem.type(task), problem.modeOf(placement)));
  }

  private static IOException otherStudy(String what, Object... numbers) {
    return new IOException(
        "the checkpoint is of another problem: %s; start without it"
            .formatted(what.formatted(numbers)));
  }
}
