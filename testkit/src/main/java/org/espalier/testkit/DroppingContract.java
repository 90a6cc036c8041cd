package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Fairness;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;

/**
 * What every way of dropping must keep to: always engaged, with a heuristic that fills the queues
 * without looking at deadlines.
 */
public abstract class DroppingContract extends AllocationPolicyContract {
  /** For those who extend it. */
  protected DroppingContract() {}

  /** A new way of dropping. */
  protected abstract Dropping newDropping(PolicySettings settings);

  @Override
  protected AllocationPolicy newPolicy(PolicySettings settings) {
    Pruner pruner = new Pruner(ToggleSettings.ALWAYS, newDropping(settings), Deferring.NONE);
    return new ComposedPolicy("under test", pruner, new FillQueues());
  }

  @Test
  public void onlyDropsAndOnlyWhatIsQueued() {
    for (PolicySettings settings : settings()) {
      TinyTrial trial = RandomTrials.ORDINARY.trial(3);
      ManualDriver.of(trial.system(), settings.rules(), new Inspecting(newDropping(settings)))
          .play(trial);
    }
  }

  /** Maps each candidate to the first machine that has room and can run it. */
  private static final class FillQueues implements MappingHeuristic {
    @Override
    public void map(MappingSession session) {
      for (Candidate candidate : session.open()) {
        for (int p = 0; p < session.placements(); p++) {
          if (session.hasRoom(p) && session.canRun(candidate, p)) {
            session.assign(candidate, p, Basis.of("placement", p));
            break;
          }
        }
      }
    }
  }

  /** Looks at what the dropping did before it maps. */
  private record Inspecting(Dropping dropping) implements AllocationPolicy {
    @Override
    public String name() {
      return "under test";
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      MappingSession session = new MappingSession(event);
      dropping.drop(session, Fairness.none());
      int queued = 0;
      int left = 0;
      for (int m = 0; m < session.machines(); m++) {
        queued += event.queues().get(m).size();
        left += session.queue(m).size();
      }
      assertThat(session.decisions())
          .hasSize(queued - left)
          .allMatch(made -> made instanceof Decision.Drop || made instanceof Decision.Evict);
      assertThat(session.open()).hasSameSizeAs(event.candidates());
      new FillQueues().map(session);
      return session.decisions();
    }
  }
}
