package org.espalier.core.heuristic;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.model.Placement;
import org.espalier.core.pmf.ScoreRounding;

/**
 * MaxRobust (MAXROBUST IV-B): maps each candidate in order of arrival to the placement that
 * maximises the robustness of the whole allocation. That is the joint probability that the queued
 * and running tasks of all machines meet their deadlines (eq. 1). Ties are broken by KPB among the
 * placements that tie.
 *
 * <p>Machines are independent, so the robustness with a task put on a machine is that without it,
 * the same for all machines, times the chance of the task given that those ahead of it on that
 * machine are on time. Machines are compared by this factor, rounded, which cannot become too small
 * to tell apart as the product over long queues does.
 *
 * <p>Serves one resource manager.
 */
public final class MaxRobust implements MappingHeuristic {
  /** What a task that can no longer meet its deadline does to the joint probability. */
  public enum LostTasks {
    /**
     * It makes the joint probability 0, on whatever machine the next task is put, so that all
     * machines tie.
     */
    COUNTED,
    /**
     * It is left out of the joint probability: robustness is that of the tasks which can still be
     * on time.
     */
    LEFT_OUT
  }

  private final LostTasks lostTasks;
  private final double tieShare;
  private JointChance[] joints = {};

  /**
   * A heuristic that has looked at no queue yet.
   *
   * @param tieShare the k of KPB: the share of the placements that tie, those with the lowest mean
   *     execution time, among which the earliest expected completion decides; in (0, 1]
   */
  public MaxRobust(LostTasks lostTasks, double tieShare) {
    if (!(tieShare > 0 && tieShare <= 1)) {
      throw new IllegalArgumentException(
          "share of best placements is %s; expected (0, 1]".formatted(tieShare));
    }
    this.lostTasks = lostTasks;
    this.tieShare = tieShare;
  }

  @Override
  public void map(MappingSession session) {
    for (Candidate candidate : session.open()) {
      follow(session, candidate.task().deadline());
      double[] chances = chances(session, candidate);
      List<Integer> best = best(chances);
      if (!best.isEmpty()) {
        int placement = kPercentBest(session, candidate, best);
        session.assign(candidate, placement, basis(chances[placement]));
      }
    }
  }

  private void follow(MappingSession session, long deadline) {
    if (joints.length != session.machines()) {
      joints = new JointChance[session.machines()];
      Arrays.setAll(joints, m -> new JointChance());
    }
    for (int m = 0; m < joints.length; m++) {
      joints[m].follow(session.queue(m), deadline);
    }
  }

  /** By placement, the factor that the candidate brings; NaN where it cannot go. */
  private double[] chances(MappingSession session, Candidate candidate) {
    boolean none = lostTasks == LostTasks.COUNTED && anyLost();
    double[] chances = new double[session.placements()];
    for (int p = 0; p < chances.length; p++) {
      boolean possible = session.hasRoom(p) && session.canRun(candidate, p);
      chances[p] = possible ? none ? 0 : chance(session, candidate, p) : Double.NaN;
    }
    return chances;
  }

  private boolean anyLost() {
    return Arrays.stream(joints).anyMatch(joint -> joint.lostTasks() > 0);
  }

  private double chance(MappingSession session, Candidate candidate, int id) {
    Placement placement = session.placement(id);
    MachineQueue queue = session.queue(placement.machine());
    JointChance joint = joints[placement.machine()];
    return ScoreRounding.chance(joint.chanceBehind(queue, candidate.task(), placement.pState()));
  }

  private static List<Integer> best(double[] chances) {
    double highest = Arrays.stream(chances).filter(c -> !Double.isNaN(c)).max().orElse(0);
    return IntStream.range(0, chances.length).filter(p -> chances[p] == highest).boxed().toList();
  }

  private int kPercentBest(MappingSession session, Candidate candidate, List<Integer> tied) {
    int looked = Math.max(1, (int) Math.round(tieShare * tied.size()));
    return tied.stream()
        .sorted(Comparator.comparingDouble(p -> session.meanExecutionTime(candidate, p)))
        .limit(looked)
        .sorted()
        .min(Comparator.comparingDouble(p -> session.expectedCompletion(candidate, p)))
        .orElseThrow();
  }

  /**
   * The robustness of the allocation with the candidate in it. It is rounded, since its last digits
   * depend on which sums are kept, and so on who has looked at the queues.
   */
  private Basis basis(double chance) {
    double others = Arrays.stream(joints).mapToDouble(JointChance::logarithm).sum();
    return Basis.of("joint chance", ScoreRounding.chance(chance * Math.exp(others)));
  }
}
