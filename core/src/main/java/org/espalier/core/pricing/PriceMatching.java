package org.espalier.core.pricing;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.heuristic.MappingHeuristic;

/**
 * Matching of waiting tasks with starts by what they are worth beyond the price of the time and the
 * energy that they take. What differs with what tasks are worth over time is how prices are
 * estimated, and which starts are looked at.
 */
abstract class PriceMatching implements MappingHeuristic {
  final ArrivalRates rates;
  final Pace pace = new Pace();
  final SuccessWorth successes;
  final Lead lead;
  private OptionalLong askAgainAt = OptionalLong.empty();

  /**
   * Nothing has been seen yet.
   *
   * @param forecast what is known of arrivals
   */
  PriceMatching(JustInTimeOptions options, Forecast forecast) {
    this.rates = new ArrivalRates(forecast);
    this.successes = options.successes();
    this.lead = new Lead(options.lead());
  }

  /**
   * Brings prices to the present, and starts what falls on starts that are now.
   *
   * @return when each machine is expected to be free, ticks; of those that may take a task now,
   *     when it was before. Nothing where none may be given one
   */
  abstract double[] match(MappingSession session);

  /** When each machine is expected to be free, ticks. */
  final double[] ready(MappingSession session) {
    return IntStream.range(0, session.machines())
        .mapToDouble(m -> pace.ready(session.queue(m), session.now()))
        .toArray();
  }

  /** How long prices hold if nothing arrives, ticks. */
  abstract double holdTime();

  /** Whether there are prices yet. */
  abstract boolean hasPrices();

  /** What tasks are worth at present prices. */
  abstract StartWorth worth(MappingSession session, List<Candidate> waiting);

  @Override
  public final OptionalLong askAgainAt() {
    return askAgainAt;
  }

  @Override
  public final void map(MappingSession session) {
    rates.observe(session.event());
    successes.observe(session.event(), rates);
    OptionalLong ofLead = lead.askAgainAt(session, pace, match(session));
    OptionalLong ofPutOff = PutOffTasks.askAgainAt(session, holdTime());
    askAgainAt = LongStream.concat(ofLead.stream(), ofPutOff.stream()).min();
  }

  /** It is that of the version and the P-state that leave most; empty where the task cannot run. */
  @Override
  public final Optional<Basis> price(MappingSession session, Candidate candidate, int machine) {
    if (!hasPrices()) {
      return Optional.empty();
    }
    MachineQueue queue = session.queue(machine);
    Start start = Start.of(queue, pace.ready(queue, session.now()), 1, true);
    Candidate asked = new Candidate(candidate.task().asked(), candidate.slot());
    return worth(session, List.of()).offers(start, asked).stream()
        .max(Comparator.comparingDouble(StartWorth.Offer::worth))
        .map(most -> new Basis("price", most.gain() - most.worth(), most.gain()));
  }
}
