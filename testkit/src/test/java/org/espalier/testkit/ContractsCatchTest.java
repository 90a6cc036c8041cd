package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairNumber;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;
import org.espalier.core.model.Placement;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.junit.jupiter.api.Test;

/** The contracts tell what is wrong with heuristics that are. */
class ContractsCatchTest {
  private static final Basis WHY = Basis.of("whim", 1);

  private static final class Heuristic extends MappingHeuristicContract {
    private final MappingHeuristic heuristic;

    Heuristic(MappingHeuristic heuristic) {
      this.heuristic = heuristic;
    }

    @Override
    protected MappingHeuristic newHeuristic(PolicySettings settings) {
      return heuristic;
    }
  }

  private static final class Policy extends AllocationPolicyContract {
    private final Function<MappingEvent, List<Decision>> decisions;

    Policy(Function<MappingEvent, List<Decision>> decisions) {
      this.decisions = decisions;
    }

    @Override
    protected AllocationPolicy newPolicy(PolicySettings settings) {
      return new AllocationPolicy() {
        @Override
        public String name() {
          return "wrong";
        }

        @Override
        public List<Decision> decide(MappingEvent event) {
          return decisions.apply(event);
        }
      };
    }
  }

  private static void caught(ThrowingCallable contract, String message) {
    assertThatThrownBy(contract)
        .isInstanceOf(IllegalDecisionException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aHeuristicThatIgnoresRoom() {
    MappingHeuristic greedy =
        session -> session.open().forEach(candidate -> session.assign(candidate, 0, WHY));
    caught(new Heuristic(greedy)::worksOnASingleMachine, "whose queue is full");
    caught(
        new Heuristic(greedy)::mapsNothingWhenNoMachineHasRoomButWhereItDrops,
        "whose queue is full");
  }

  @Test
  void aHeuristicThatIgnoresWhereTypesCanRun() {
    MappingHeuristic anywhere =
        session -> {
          for (Candidate candidate : session.open()) {
            for (int p = 0; p < session.placements(); p++) {
              if (session.hasRoom(p)) {
                session.assign(candidate, p, WHY);
                break;
              }
            }
          }
        };
    caught(new Heuristic(anywhere)::mapsTasksOnlyWhereTheyCanRun, "where it cannot run");
    new Heuristic(anywhere).keepsTheRulesOnOrdinarySystems();
  }

  @Test
  void aHeuristicThatFailsWithoutCandidates() {
    MappingHeuristic first = session -> session.open().getFirst();
    caught(new Heuristic(first)::mapsNothingWhenNothingWaits, "NoSuchElementException");
  }

  @Test
  void aHeuristicThatRemembersMoreThanTheEvents() {
    int[] calls = {0};
    MappingHeuristic moody =
        session -> {
          if (calls[0]++ % 3 != 0) {
            firstFit(session);
          }
        };
    assertThatThrownBy(new Heuristic(moody)::theSameEventsGiveTheSameDecisions)
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aHeuristicThatDecidesOtherwiseWhenItIsAskedToExplain() {
    MappingHeuristic shy =
        session -> {
          if (!session.event().explain()) {
            firstFit(session);
          }
        };
    assertThatThrownBy(new Heuristic(shy)::explainingDoesNotChangeWhatIsDecided)
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aMeasureThatDependsOnMoreThanItSays() {
    PairNumber ofDeadline = (session, candidate, placement) -> candidate.task().deadline();
    PairOrder wrong = PairOrder.lowest(PairMeasure.ofType("soonest", ofDeadline));
    PairOrder right = PairOrder.lowest(new PairMeasure("soonest", ofDeadline));

    assertThatThrownBy(new Heuristic(inTwoPhases(wrong))::keepsTheRulesOnOrdinarySystems)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("measure \"soonest\" says that it depends on the type");
    new Heuristic(inTwoPhases(right)).keepsTheRulesOnOrdinarySystems();
  }

  private static MappingHeuristic inTwoPhases(PairOrder order) {
    return new TwoPhaseHeuristic(FirstPhase.ALL_MACHINES, order, order);
  }

  @Test
  void aPolicyThatReturnsNothing() {
    caught(new Policy(event -> null)::keepsTheRulesOnOrdinarySystems, "returned nothing");
  }

  @Test
  void aHeuristicThatDiscardsWhatThePrunerDefers() {
    assertThatThrownBy(() ->
            new Heuristic(session ->
                session.open().forEach(c -> session.discard(c, DropReason.LOW_UTILITY, WHY)))
                .mapsNothingThatThePrunerDefers())
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aHeuristicCannotMapWhatThePrunerDefers() {
    new Heuristic(
            session -> {
              session.filterBy(new DeferringFilter(task -> -1));
              firstFit(session);
            })
        .mapsNothingThatThePrunerDefers();
  }

  @Test
  void aPolicyWithoutAReasonForWhatItDoes() {
    AllocationPolicyContract contract =
        new Policy(event -> {
          List<Decision> decisions = new ArrayList<>();
          if (!event.candidates().isEmpty() && event.queues().getFirst().size() == 0) {
            Candidate first = event.candidates().getFirst();
            decisions.add(
                new Decision.Assign(
                    first.task(), new Placement(0, 0, 0), Basis.of("nothing", Double.NaN)));
          }
          return decisions;
        });
    assertThatThrownBy(contract::worksOnASingleMachine)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("breaks the rules");
  }

  /** A policy that fails at the end of the range that it declares. */
  private static final class Fragile implements PolicyProvider {
    private static final PolicyParameter<Integer> PARTS =
        PolicyParameter.whole("parts", 0, 9, 3, "parts of a whole", "none");

    @Override
    public String name() {
      return "Fragile";
    }

    @Override
    public String summary() {
      return "parts a whole";
    }

    @Override
    public String source() {
      return "none";
    }

    @Override
    public List<PolicyParameter<?>> parameters() {
      return List.of(PARTS);
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      int share = 100 / settings.parameters().get(PARTS);
      return PolicyProvider.ofHeuristic(
              name(), summary(), source(), s -> session -> assertThat(share).isPositive())
          .create(settings, pruning);
    }
  }

  @Test
  void aPolicyThatFailsAtTheEndOfARange() {
    PolicyProviderContract contract =
        new PolicyProviderContract() {
          @Override
          protected PolicyProvider provider() {
            return new Fragile();
          }
        };
    contract.keepsTheRulesWithAnyPartsOfThePruner();
    contract.saysOfEachParameterWhatItIs();
    assertThatThrownBy(contract::keepsTheRulesAtTheEndsOfTheRangesOfItsParameters)
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void aDroppingThatMapsToo() {
    DroppingContract contract =
        new DroppingContract() {
          @Override
          protected Dropping newDropping(PolicySettings settings) {
            return (session, fairness) -> firstFit(session);
          }
        };
    assertThatThrownBy(contract::onlyDropsAndOnlyWhatIsQueued).isInstanceOf(AssertionError.class);
  }

  @Test
  void aDroppingThatDropsWhatIsNotThere() {
    DroppingContract contract =
        new DroppingContract() {
          @Override
          protected Dropping newDropping(PolicySettings settings) {
            return (session, fairness) -> session.drop(0, 0, DropReason.PROACTIVE, WHY);
          }
        };
    caught(contract::keepsTheRulesOnOrdinarySystems, "failed at time");
  }

  private static void firstFit(MappingSession session) {
    for (Candidate candidate : session.open()) {
      for (int p = 0; p < session.placements(); p++) {
        if (session.hasRoom(p) && session.canRun(candidate, p)) {
          session.assign(candidate, p, WHY);
          break;
        }
      }
    }
    assertThat(session.decisions()).isNotNull();
  }
}
