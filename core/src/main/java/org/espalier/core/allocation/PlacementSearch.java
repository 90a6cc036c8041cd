package org.espalier.core.allocation;

import java.util.BitSet;
import org.espalier.core.allocation.PlacementOrder.TailNumber;
import org.espalier.core.allocation.PlacementQuestion.Extent;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.jspecify.annotations.Nullable;

/**
 * Finds placements for candidates, looking closely at as few as possible. What was found for a
 * candidate is remembered ({@link Standing}, {@link ChanceCeilings}), so that most searches are
 * spared. One serves a resource manager.
 */
final class PlacementSearch {
  private final PlacementIndex index;
  private final SearchNodes nodes = new SearchNodes();
  private final CandidateTable<Standing> standings =
      new CandidateTable<>(c -> new Standing(c.task()));
  private final ChanceCeilings ceilings;

  /** By task type, what is known of the candidate that was searched for last. */
  private final @Nullable Standing[] lastFound;

  private @Nullable PlacementOrder lastOrder;

  private long searches;

  /**
   * A search that has found nothing yet.
   *
   * @param queues it clears which of them have changed
   */
  PlacementSearch(HcSystem system, Placements all, DroppingScope scope, MachineQueues queues) {
    this.index = new PlacementIndex(system, all, scope, queues);
    this.ceilings = new ChanceCeilings(index, nodes, system.taskTypes().size());
    this.lastFound = new Standing[system.taskTypes().size()];
  }

  /**
   * The best placement; {@link PlacementQuestion#NONE} if the candidate can run nowhere.
   *
   * @param changed see {@link PlacementIndex#look}
   */
  int best(
      MappingState state,
      BitSet changed,
      Candidate candidate,
      PlacementOrder order,
      Extent extent) {
    index.look(state, changed);
    PlacementQuestion question = new PlacementQuestion(state, candidate, order, extent);
    TailNumber number = order.number();
    if (number == null || state.rules().scope() == DroppingScope.PENDING) {
      return find(new BestPlacement(question, index, nodes));
    }
    Standing standing = standings.of(candidate);
    standing.begin(question, number, index);
    int sure = standing.sure(question);
    if (sure == PlacementQuestion.NONE && !index.isOfFew() && adopts(question, number, standing)) {
      sure = standing.sure(question);
    }
    return sure == PlacementQuestion.NONE ? findAndKeep(question, standing) : sure;
  }

  private int findAndKeep(PlacementQuestion question, Standing standing) {
    BestPlacement search = new BestPlacement(question, index, nodes);
    int best = find(search);
    if (best == PlacementQuestion.NONE) {
      standing.forget();
    } else {
      standing.found(question.queue(best), best, search);
    }
    lastFound[question.candidate().task().type()] = standing;
    lastOrder = question.order();
    return best;
  }

  private int find(BestPlacement search) {
    searches++;
    int best = search.find();
    search.renewMeasured();
    return best;
  }

  /** How many searches were made that what was remembered did not spare. */
  long searches() {
    return searches;
  }

  /** Whether the placements are so many that those of a span of deadlines can be told apart. */
  boolean isOfMany() {
    return !index.isOfFew();
  }

  /**
   * See {@link MappingSession#contenders}.
   *
   * @param changed see {@link PlacementIndex#look}
   */
  int @Nullable [] contenders(
      MappingState state,
      BitSet changed,
      Candidate soonest,
      Candidate latest,
      PlacementOrder order,
      Extent extent,
      int... among) {
    index.look(state, changed);
    Contenders contenders =
        new Contenders(
            new PlacementQuestion(state, soonest, order, extent),
            new PlacementQuestion(state, latest, order, extent));
    return among.length > 0 ? contenders.of(among) : contenders.ofAll(index, nodes);
  }

  /**
   * Takes over what the last search found for a candidate of the same type, if the bounds hold for
   * this one too. Expected completions do not fall as the deadline gets later, and chances of
   * success do not rise as it gets sooner.
   */
  private boolean adopts(PlacementQuestion question, TailNumber number, Standing standing) {
    Task task = question.candidate().task();
    Standing last = lastFound[task.type()];
    if (last == null || last.equals(standing) || !question.order().equals(lastOrder)) {
      return false;
    }
    long later = last.task().deadline() - task.deadline();
    boolean holds = number == TailNumber.EXPECTED_COMPLETION ? later <= 0 : later >= 0;
    if (holds && last.stamp() == index.stamp()) {
      standing.adopt(last, later);
      return true;
    }
    return false;
  }

  /**
   * See {@link MappingState#chanceMayExceed}.
   *
   * @param changed see {@link PlacementIndex#look}
   */
  boolean chanceMayExceed(MappingState state, BitSet changed, Candidate candidate, double level) {
    index.look(state, changed);
    return ceilings.mayExceed(state, candidate, level);
  }
}
