package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeferringRule;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each part of a pruner by itself: what may be set, and who suffers from what is dropped. */
class PruningPartsTest {
  private static void refused(ThrowingCallable making, String message) {
    assertThatThrownBy(making)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void sharesFromZeroToOneAreTaken() {
    for (double edge : new double[] {0, 1}) {
      assertThatCode(() -> Deferring.fixed(edge)).doesNotThrowAnyException();
      assertThatCode(() -> new DynamicDeferring(edge, edge)).doesNotThrowAnyException();
      assertThatCode(() -> new ThresholdDropping(edge, 0, false)).doesNotThrowAnyException();
      assertThat(new Fairness(edge, SharesByType.NONE).sufferage(0)).isZero();
    }
    for (double wrong : new double[] {-0.01, 1.01, Double.NaN}) {
      refused(() -> Deferring.fixed(wrong), "deferring threshold is " + wrong);
      refused(() -> new DynamicDeferring(wrong, 0.1), "dynamic deferring from " + wrong);
      refused(() -> new DynamicDeferring(0.1, wrong), "by " + wrong);
      refused(() -> new ThresholdDropping(wrong, 0, false), "dropping threshold is " + wrong);
      refused(() -> new Fairness(wrong, SharesByType.NONE), "fairness factor is " + wrong);
    }
    refused(() -> new ThresholdDropping(0.5, -0.1, false), "skewness scale is -0.1");
    refused(() -> new ProactiveDropping(0, 1), "eta 0");
    refused(() -> new ProactiveDropping(1, 0.9), "beta 0.9");
  }

  @Test
  void levelsAndWeightsOfAToggle() {
    assertThat(new Toggle(ToggleSettings.at(0, 1)).update(0)).as("at 0 it is engaged").isTrue();
    refused(() -> ToggleSettings.at(-1, 0.5), "toggle on at -1.0");
    refused(() -> new ToggleSettings(ToggleSettings.Mode.BY_LEVEL, 1, 2, 0.5), "off at 2.0");
    refused(() -> ToggleSettings.at(1, 0), "lambda is 0.0");
    refused(() -> ToggleSettings.at(1, 1.5), "lambda is 1.5");
  }

  /** A machine with a running task until 2 and two that wait, of two ticks each, until 3 and 5. */
  private static MappingSession overfull() {
    return overfull(3, 5);
  }

  private static MappingSession overfull(long... deadlines) {
    AllocationRules rules = AllocationRules.bounded(5, DroppingScope.PENDING);
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(2, 1)}}), rules);
    scene.to(session -> session.open().forEach(task -> session.assign(task, 0, Scene.basis())));
    scene.arrive(0, 0, 9);
    for (long deadline : deadlines) {
      scene.arrive(0, 0, deadline);
    }
    scene.settle(0);
    scene.to(session -> {}).arrive(1, 0, 9).settle(1);
    return scene.session();
  }

  /** What is dropped counts against its type at once, whoever drops it. */
  @Test
  void droppedTasksMakeTheirTypeSuffer() {
    List<Dropping> droppings =
        List.of(
            new ThresholdDropping(0.5, 0, false), ProactiveDropping.DEFAULT, new OptimalDropping());
    for (Dropping dropping : droppings) {
      Fairness fairness = new Fairness(0.1, SharesByType.NONE);
      MappingSession session = overfull();

      dropping.drop(session, fairness);

      int dropped = session.decisions().size();
      assertThat(dropped).as(dropping.toString()).isPositive();
      assertThat(fairness.sufferage(0)).isEqualTo(0.1 * dropped);
    }
  }

  /** Of three that wait the last can be on time anyway, and two if the first is gone. */
  @Test
  void optimalDroppingSaysWhatTheQueueGains() {
    MappingSession session = overfull(3, 5, 20);

    new OptimalDropping().drop(session, Fairness.none());

    assertThat(session.decisions())
        .singleElement()
        .satisfies(decision -> {
          assertThat(decision.task().id()).isEqualTo(1);
          assertThat(decision.basis().value()).isEqualTo(2);
          assertThat(decision.basis().limit()).isEqualTo(1);
        });
  }

  @Test
  void withoutAFactorNobodySuffers() {
    Fairness none = Fairness.none();
    none.dropped(new Task(0, 3, 0, 1));

    assertThat(none.sufferage(3)).isZero();
    assertThat(none.concede(0.25, 3)).isEqualTo(0.25);
  }

  @Test
  void aThresholdIsConcededByTaskTypeAndNotBelowNothing() {
    Fairness fairness = new Fairness(0.2, SharesByType.NONE);
    fairness.update(1, false);
    MappingSession session = overfull();

    DeferringRule rule = Deferring.fixed(0.9).rule(session, fairness);
    assertThat(rule.threshold(new Task(0, 0, 0, 1))).isEqualTo(0.9);
    assertThat(rule.threshold(new Task(0, 1, 0, 1))).isEqualTo(0.7);
    assertThat(Deferring.fixed(0.1).rule(session, fairness).threshold(new Task(0, 1, 0, 1)))
        .isZero();
    assertThat(Deferring.NONE.rule(session, fairness)).isEqualTo(DeferringRule.NEVER);
  }

  @Test
  void theThresholdOfWhatIsWorthMoreThanUsualIsAsMuchLower() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(2, 1)}}));
    Task much = new Task(0, 0, 0, 9, new DeadlineUtility(9));
    Task little = new Task(1, 0, 0, 9, new DeadlineUtility(3));
    scene.arrive(0, much).arrive(0, little).settle(0);
    Fairness fairness = Fairness.none();
    fairness.weigh(scene.session());
    DeferringRule rule = Deferring.fixed(0.9).rule(scene.session(), fairness);

    assertThat(rule.threshold(much)).isEqualTo(0.9 * 6 / 9);
    assertThat(rule.threshold(little)).isEqualTo(0.9);
  }

  @Test
  void allCountTheSameWhereWorthIsNotWeighed() {
    Scene scene =
        new Scene(Scene.system(new Pmf[][] {{Pmf.at(2, 1)}}), Scene.RULES.withWorth(false));
    Task much = new Task(0, 0, 0, 9, new DeadlineUtility(9));
    scene.arrive(0, much).arrive(0, new Task(1, 0, 0, 9, new DeadlineUtility(3))).settle(0);
    Fairness fairness = Fairness.none();
    fairness.weigh(scene.session());

    assertThat(fairness.concede(0.9, much, scene.session())).isEqualTo(0.9);
  }

  @Test
  void aPrunerOfNothingLeavesAllAsItIs() {
    MappingSession session = overfull();

    Pruner.none().prune(session);

    assertThat(session.decisions()).isEmpty();
    assertThat(session.hasFilters()).isFalse();
  }

  /** A heuristic of which only what it asks for is looked at. */
  private record Asking(OptionalLong askAgainAt) implements MappingHeuristic {
    @Override
    public void map(MappingSession session) {
      session.assign(session.open().getFirst(), 0, Scene.basis());
    }

    @Override
    public long evaluations(int open, int machines) {
      return 100L * open + machines;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {17, -1})
  void aPolicyTellsWhatItsHeuristicAsksFor(long at) {
    OptionalLong asked = at < 0 ? OptionalLong.empty() : OptionalLong.of(at);
    ComposedPolicy policy = new ComposedPolicy("P", Pruner.none(), new Asking(asked));
    MappingSession session = overfull();

    List<Decision> decisions = policy.decide(session.event());

    assertThat(policy.name()).isEqualTo("P");
    assertThat(decisions).hasSize(1);
    assertThat(policy.mappable()).hasValue(1);
    assertThat(policy.evaluations()).isEqualTo(101);
    assertThat(policy.postponed()).isZero();
    assertThat(policy.askAgainAt()).isEqualTo(asked);
    assertThat(policy.energy()).as("no budget").isEmpty();
  }
}
