package org.espalier.simulator.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Workload;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.simulator.engine.TrialOutcome;
import org.espalier.testkit.CheckedPolicy;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.api.Test;

/** Simulated trials with a filter and a discarding heuristic of a test's own, and their stories. */
class FilterStoryTest {
  private static final int NIGHT = 6;
  private static final TinyTrial TINY = RandomTrials.ORDINARY.trial(5);

  /** Lets nothing be mapped before a time. */
  private record Opening(long time) implements PairFilter {
    @Override
    public String reason() {
      return "opening hours";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int machine) {
      return state.now() >= time;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int machine) {
      return new Basis("time", state.now(), time);
    }
  }

  private static AllocationPolicy policy(MappingHeuristic heuristic) {
    Pruner pruner = new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.fixed(0.1));
    return new ComposedPolicy("of the test", pruner, heuristic);
  }

  private static void firstFit(MappingSession session) {
    for (Candidate candidate : session.open()) {
      for (int p = 0; p < session.placements(); p++) {
        if (session.hasRoom(p) && session.canRun(candidate, p)) {
          session.assign(candidate, p, Basis.of("placement", p));
          break;
        }
      }
    }
  }

  private static TrialOutcome run(AllocationPolicy policy, StoryTeller teller) {
    Workload workload = TINY.workload();
    Trial trial =
        new Trial(
            TINY.system(),
            PolicySettings.THESIS.rules(),
            workload,
            new CounterStream(1, 1, TINY.system().pet()));
    return EventEngine.run(trial, new CheckedPolicy(teller.watching(policy)), teller);
  }

  private static List<Moment.Deferred> refusals(TaskStory story, Predicate<Moment.Deferred> which) {
    return story.all(Moment.Deferred.class).filter(which).toList();
  }

  @Test
  void whatAFilterRefusedStandsInTheStory() {
    StoryTeller teller = new StoryTeller(TINY.workload().tasks().getFirst().id());
    MappingHeuristic late =
        session -> {
          session.filterBy(new Opening(NIGHT));
          firstFit(session);
        };
    TrialOutcome outcome = run(policy(late), teller);

    assertThat(outcome.departures())
        .filteredOn(departure -> departure.start() >= 0)
        .isNotEmpty()
        .allMatch(departure -> departure.start() >= NIGHT);
    assertThat(refusals(teller.story().orElseThrow(), d -> d.filter().equals("opening hours")))
        .isNotEmpty()
        .allMatch(d -> d.time() < NIGHT && d.basis().limit() == NIGHT);
  }

  @Test
  void whatAPolicyDiscardedStandsInTheStory() {
    StoryTeller teller = new StoryTeller(TINY.workload().tasks().getFirst().id());
    Basis worth = new Basis("worth", 0, 1);
    TrialOutcome outcome =
        run(
            policy(session ->
                session.open().forEach(c -> session.discard(c, DropReason.LOW_UTILITY, worth))),
            teller);

    assertThat(outcome.departures())
        .hasSameSizeAs(TINY.workload().tasks())
        .allMatch(departure -> departure.fate() == Fate.DISCARDED && departure.machine() < 0);
    assertThat(teller.story().orElseThrow().all(Moment.Pruned.class))
        .singleElement()
        .satisfies(pruned -> assertThat(pruned.decision().basis()).isEqualTo(worth));
  }
}
