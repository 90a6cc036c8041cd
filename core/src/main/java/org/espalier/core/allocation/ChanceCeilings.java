package org.espalier.core.allocation;

import java.util.Arrays;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.ScoreRounding;

/**
 * The ceilings of the chances of success of candidates on machines with room: a level for each that
 * none of them was above. It holds until a machine opens ({@link PlacementIndex}), since tails only
 * move later, or under PENDING for so long as is known how much sooner they may be. So a candidate
 * that is deferred is passed over for as long as nothing happens that might raise its chances.
 */
final class ChanceCeilings {
  private final PlacementIndex index;
  private final SearchNodes nodes;
  private final CandidateTable<Ceiling> ceilings = new CandidateTable<>(c -> new Ceiling());

  /**
   * By task type, the latest deadline of a candidate that was passed over. None of that type with a
   * sooner one has a better chance anywhere, at this time and until a machine opens.
   */
  private final long[] deadlines;

  /** By task type, the level that this candidate was passed over for. */
  private final double[] levels;

  private long stamp = PlacementIndex.NEVER;
  private long time;

  /** Not below any chance that was found since it was set to 0, nor what it may be later. */
  private double highest;

  /** The ceiling of one candidate. */
  private static final class Ceiling {
    private double level = Double.POSITIVE_INFINITY;
    private long stamp = PlacementIndex.NEVER;

    /** A placement that was above when it was last looked for. */
    private int above = PlacementQuestion.NONE;
  }

  /** No ceiling is known yet. */
  ChanceCeilings(PlacementIndex index, SearchNodes nodes, int taskTypes) {
    this.index = index;
    this.nodes = nodes;
    this.deadlines = new long[taskTypes];
    this.levels = new double[taskTypes];
  }

  /** Whether there may be a machine with room that gives a candidate a chance above a level. */
  boolean mayExceed(MappingState state, Candidate candidate, double level) {
    if (stamp != index.stamp() || time != state.now()) {
      stamp = index.stamp();
      time = state.now();
      Arrays.fill(deadlines, Long.MIN_VALUE);
    }
    int type = candidate.task().type();
    long deadline = candidate.task().deadline();
    if (deadline <= deadlines[type] && level >= levels[type]) {
      return false;
    }
    boolean may = mayExceed(ceilings.of(candidate), state, candidate, level);
    if (!may && deadline > deadlines[type]) {
      deadlines[type] = deadline;
      levels[type] = level;
    }
    return may;
  }

  private boolean mayExceed(Ceiling known, MappingState state, Candidate candidate, double level) {
    double lower = level - ScoreRounding.CHANCE_MARGIN;
    if (lower >= known.level && index.remembers(known.stamp)) {
      return anyOpenedAbove(known, state, candidate, lower);
    }
    if (known.above != PlacementQuestion.NONE
        && state.hasRoom(known.above)
        && state.chanceOfSuccessAtMost(candidate, known.above) > lower) {
      return true;
    }
    known.above = above(state, candidate, lower);
    if (known.above == PlacementQuestion.NONE) {
      known.level = highest;
      known.stamp = index.stamp();
    }
    return known.above != PlacementQuestion.NONE;
  }

  private boolean anyOpenedAbove(
      Ceiling known, MappingState state, Candidate candidate, double level) {
    while (known.stamp < index.stamp()) {
      known.stamp++;
      MachineQueue queue = state.queue(index.opened(known.stamp));
      if (!queue.hasRoom()) {
        continue;
      }
      for (int p = queue.firstPlacement(); p <= queue.lastPlacement(); p++) {
        if (isAbove(state, candidate, queue, p, level)) {
          known.level = Double.POSITIVE_INFINITY;
          known.above = p;
          return true;
        }
        known.level = Math.max(known.level, highest);
      }
    }
    return false;
  }

  /**
   * A placement with room on which a candidate may have a chance of success above a level; {@link
   * PlacementQuestion#NONE} if there is none. Then {@link #highest} is not below any chance there
   * is.
   */
  private int above(MappingState state, Candidate candidate, double level) {
    highest = 0;
    return index.isOfFew()
        ? aboveOfFew(state, candidate, level)
        : aboveOfMany(state, candidate, level);
  }

  private int aboveOfFew(MappingState state, Candidate candidate, double level) {
    for (int p = 0; p < state.placements(); p++) {
      if (state.hasRoom(p) && chanceAtMost(state, candidate, p, 1) > level) {
        return p;
      }
    }
    return PlacementQuestion.NONE;
  }

  private int aboveOfMany(MappingState state, Candidate candidate, double level) {
    GroupNodes groups =
        new GroupNodes(index, nodes, state, candidate.task(), TailNumber.CHANCE_OF_SUCCESS, false);
    nodes.clear();
    groups.addTypes(false);
    while (-nodes.lowest(true) > level) {
      SearchNodes.Node node = nodes.pop(true);
      if (node.level > 0) {
        groups.open(node);
      } else if (chanceAtMost(state, candidate, node.place, -node.bound) > level) {
        return node.place;
      }
    }
    highest = Math.max(highest, -nodes.lowest(true));
    return PlacementQuestion.NONE;
  }

  /**
   * Whether a placement may give a candidate a chance of success above a level; {@link #highest} is
   * then not below what it may be later.
   */
  private boolean isAbove(
      MappingState state, Candidate candidate, MachineQueue queue, int placement, double level) {
    highest = 0;
    if (!queue.canRun(candidate.task().type())) {
      return false;
    }
    double bound =
        -index.scoreAtLeast(TailNumber.CHANCE_OF_SUCCESS, queue, placement, candidate.task());
    if (bound <= level) {
      highest = bound;
      return false;
    }
    return chanceAtMost(state, candidate, placement, bound) > level;
  }

  /**
   * Not less than the chance of success on a placement now; raises {@link #highest} to what it may
   * be later.
   */
  private double chanceAtMost(
      MappingState state, Candidate candidate, int placement, double loosely) {
    double chance = state.chanceOfSuccessAtMost(candidate, placement);
    double later = chance;
    if (state.rules().scope() == DroppingScope.PENDING) {
      later = index.isOfFew() ? 1 : chance / MachineQueue.SHARE_LEFT;
    }
    highest = Math.max(highest, Math.min(loosely, later));
    return chance;
  }
}
