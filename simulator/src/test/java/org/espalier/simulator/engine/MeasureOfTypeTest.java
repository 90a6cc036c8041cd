package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.heuristic.FirstPhase;
import org.espalier.core.heuristic.PairMeasure;
import org.espalier.core.heuristic.PairNumber;
import org.espalier.core.heuristic.PairOrder;
import org.espalier.core.heuristic.TwoPhaseHeuristic;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.NotificationRecorder;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A measure that says that it depends on the type only is believed, and checked in tests. */
class MeasureOfTypeTest {
  private static final PairNumber OF_TYPE =
      (session, candidate, placement) ->
          session.meanExecutionTime(candidate, placement) + session.expectedReadyTime(placement);
  private static final PairNumber OF_DEADLINE =
      (session, candidate, placement) ->
          candidate.task().deadline() * session.meanExecutionTime(candidate, placement);
  private static final PairNumber OF_ARRIVAL =
      (session, candidate, placement) -> candidate.task().arrival() + placement;
  private static final PairNumber OF_UTILITY =
      (session, candidate, placement) ->
          candidate.task().utility().of(candidate.task(), candidate.task().arrival());
  private static final PairNumber OF_DEADLINE_ENDLESS =
      (session, candidate, placement) ->
          candidate.task().deadline() > candidate.task().arrival() ? Double.POSITIVE_INFINITY : 0;

  private static AllocationPolicy policy(PairMeasure measure) {
    return new ComposedPolicy(
        measure.name(),
        Pruner.none(),
        new TwoPhaseHeuristic(
            FirstPhase.ALL_MACHINES, PairOrder.lowest(measure), PairOrder.lowest(measure)));
  }

  private static void run(RandomTrials kind, PairMeasure measure, Journal journal) {
    TinyTrial tiny = kind.trial(4);
    Trial trial =
        new Trial(
            tiny.system(), PolicySettings.JOURNAL.rules(), tiny.workload(), tiny.actualTimes()::of);
    EventEngine.run(trial, policy(measure), journal);
  }

  @ParameterizedTest
  @EnumSource
  void theSameIsDecidedWhetherItIsSaidOrNot(RandomTrials kind) {
    NotificationRecorder said = new NotificationRecorder();
    NotificationRecorder unsaid = new NotificationRecorder();

    run(kind, PairMeasure.ofType("said", OF_TYPE), said);
    run(kind, new PairMeasure("said", OF_TYPE), unsaid);

    assertThat(said.decisions()).isEqualTo(unsaid.decisions());
  }

  @Test
  void aMeasureThatDependsOnMoreThanItSaysIsCaught() {
    caught(OF_DEADLINE);
    caught(OF_DEADLINE_ENDLESS);
    caught(OF_ARRIVAL);
    caught(OF_UTILITY);
  }

  private static void caught(PairNumber function) {
    PairMeasure measure = PairMeasure.ofType("too little", function);
    assertThatThrownBy(() -> run(RandomTrials.ORDINARY, measure, Journal.NONE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "measure \"too little\" says that it depends on the type of a task only");
    PairMeasure honest = new PairMeasure("honest", function);
    assertThatCode(() -> run(RandomTrials.ORDINARY, honest, Journal.NONE))
        .doesNotThrowAnyException();
  }
}
