package org.espalier.core.pricing;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.model.Task;
import org.espalier.core.model.TimeSpan;
import org.espalier.core.pricing.TypeChoices.Choice;

/**
 * What tasks are worth beyond what they cost, at the prices of one mapping event. All tasks are as
 * they were asked for.
 *
 * @param machines number of machines that take tasks, by type
 */
record WorthByUtility(
    MappingSession session,
    List<Candidate> waiting,
    UtilityPrices prices,
    SuccessWorth successes,
    int... machines)
    implements StartWorth {
  /**
   * The most a task is worth that starts somewhere at a time; negative infinity where no machine
   * takes it.
   */
  double best(Task task, double start) {
    return best(task, start, choice -> prices.cost(choice, start));
  }

  /** The same at half the prices, and at the least that energy ever costs. */
  double atHalf(Task task, double start) {
    return best(task, start, choice -> prices.leastCost(choice) / 2);
  }

  private double best(Task task, double start, ToDoubleFunction<Choice> cost) {
    double best = Double.NEGATIVE_INFINITY;
    for (Choice choice : prices.choices(task.type()).all()) {
      if (machines[choice.machineType()] > 0) {
        best =
            Math.max(best, gain(task, choice, start, TimeSpan.NEVER) - cost.applyAsDouble(choice));
      }
    }
    return best;
  }

  @Override
  public double[] at(Start start) {
    return waiting.stream()
        .map(candidate -> offers(start, candidate).stream())
        .mapToDouble(offers -> offers.mapToDouble(Offer::worth).max().orElse(0))
        .map(worth -> start.kind().factor() * worth)
        .toArray();
  }

  @Override
  public List<Offer> offers(Start start, Candidate candidate) {
    List<Offer> offers = new ArrayList<>();
    TypeChoices all = prices.choices(candidate.task().type());
    for (Choice choice : all.on(start.kind().machineType())) {
      double gain = gain(candidate.task(), choice, start.time(), start.kind().until());
      double worth = gain - prices.cost(choice, start.time());
      offers.add(new Offer(candidate.as(choice.version()), choice.pState(), gain, worth));
    }
    return offers;
  }

  private double gain(Task task, Choice choice, double start, long until) {
    double success =
        session.event().moreWorth(task.type()) == 0 ? 0 : choice.success(task, start, until);
    return successes.over(task, session, choice.utility(task, start, until), success);
  }
}
