package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** JIT with its options, and beside filters of others. */
class JustInTimeTest {
  private static final Pmf SHORT_OR_LONG = Pmf.of(10, 10, 0.5, 0, 0, 0, 0.5);

  private static JustInTime jit(boolean evicts, Duration lead) {
    return new JustInTime(new JustInTimeOptions(0, 0, evicts, lead), Forecast.NONE);
  }

  /** Who maps in the events of a scene, and what it decided in the last. */
  private static List<Decision> last(Scene scene, JustInTime policy, long now) {
    List<Decision> decisions = new ArrayList<>();
    scene.to(session -> {
      policy.map(session);
      decisions.clear();
      decisions.addAll(session.decisions());
    });
    scene.settle(now);
    return decisions;
  }

  /** A task runs since 0 that has until 40, and has not ended at 20, so it takes until 50. */
  private static List<Decision> beside(boolean evicts, long deadline) {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{SHORT_OR_LONG}}));
    JustInTime policy = jit(evicts, Duration.ZERO);
    scene.given(0).arrive(0, 0, deadline).settle(0);
    return last(scene.arrive(20, 0, 90), policy, 20);
  }

  @Test
  void aTaskIsStoppedThatIsNotWorthItsTime() {
    assertThat(beside(true, 40))
        .anySatisfy(decision -> {
          assertThat(decision).isInstanceOf(Decision.Evict.class);
          assertThat(decision.task().id()).isZero();
          assertThat(((Decision.Evict) decision).reason()).isEqualTo(DropReason.BELOW_PRICE);
          assertThat(decision.basis().value()).isNegative();
        });
    assertThat(beside(true, 60)).as("it will be in time").isEmpty();
    assertThat(beside(false, 40)).as("it may not be stopped").isEmpty();
  }

  @Test
  void aMachineTakesItsNextTaskALeadBeforeItIsFree() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    JustInTime policy = jit(false, Duration.ofSeconds(3));
    last(scene.arrive(0, 0, 50), policy, 0);

    assertThat(last(scene.arrive(2, 0, 50), policy, 2)).isEmpty();
    assertThat(policy.askAgainAt()).isEqualTo(OptionalLong.of(7));
    assertThat(last(scene.arrive(7, 0, 60), policy, 7)).hasSize(1);
  }

  /** Type 0 would be taken for the time of two of type 1; where types are to fare alike it is. */
  @Test
  void aTypeThatSuffersIsWorthMore() {
    JustInTimeOptions fair = new JustInTimeOptions(10, 0.5, false, Duration.ZERO);
    Pmf[][] times = {{Pmf.at(20, 1)}, {Pmf.at(10, 1)}};

    assertThat(ofType(0, new JustInTime(JustInTimeOptions.NONE, Forecast.NONE), times)).isZero();
    assertThat(ofType(0, new JustInTime(fair, Forecast.NONE), times)).isGreaterThan(5);
  }

  /** How many tasks of a type start where one of each comes every 10 ticks. */
  private static int ofType(int type, JustInTime policy, Pmf[][] times) {
    Scene scene = new Scene(Scene.system(times));
    int started = 0;
    for (int now = 0; now < 600; now += 10) {
      if (scene.manager().queue(0).isBusy()) {
        Task running = scene.manager().queue(0).task(0);
        if (now - scene.manager().queue(0).start() >= (running.type() == 0 ? 20 : 10)) {
          scene.manager().taskFinished(now, 0);
        }
      }
      scene.arrive(now, 0, now + 21).arrive(now, 1, now + 21);
      for (Decision decision : last(scene, policy, now)) {
        started += now > 100 && decision.task().type() == type ? 1 : 0;
      }
    }
    return started;
  }

  /** Admits one task on one machine. */
  private record Only(int task, int machine) implements PairFilter {
    @Override
    public String reason() {
      return "only";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int placement) {
      return candidate.task().id() == task && state.machineOf(placement) == machine;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      return Scene.basis();
    }
  }

  @Test
  void aPairThatAFilterRefusesIsNotMatched() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}, 0, 0, 0));
    for (int id = 0; id < 4; id++) {
      scene.arrive(0, 0, 50 + id);
    }
    MappingSession session = new MappingSession(scene.settle(0).session().event());
    session.filterBy(new Only(2, 1));
    jit(false, Duration.ZERO).map(session);

    assertThat(session.decisions())
        .singleElement()
        .satisfies(decision -> {
          assertThat(decision.task().id()).isEqualTo(2);
          assertThat(decision.machine()).isEqualTo(1);
        });
  }

  /** With tasks that take from 6 to 20 ticks on hundreds of machines, in rounds of 64 starts. */
  @Test
  void manyIdleMachinesTakeOneTaskEach() {
    Scene scene =
        new Scene(
            Scene.system(new Pmf[][] {{Pmf.at(10, 1), Pmf.at(10, 1)}}, machines(150)),
            AllocationRules.bounded(2, DroppingScope.EXECUTING));
    for (int id = 0; id < 100; id++) {
      scene.arrive(0, 0, 60 + id);
    }
    List<Decision> decisions = last(scene, jit(false, Duration.ZERO), 0);

    assertThat(decisions).hasSize(100);
    assertThat(decisions).extracting(Decision::machine).doesNotHaveDuplicates();
    assertThat(decisions.stream().filter(decision -> decision.machine() % 2 == 0).count())
        .as("kinds of starts take turns")
        .isEqualTo(50);
  }

  private static int[] machines(int count) {
    int[] types = new int[count];
    for (int m = 0; m < count; m++) {
      types[m] = m % 2;
    }
    return types;
  }

  @Test
  void optionsAreFiniteAndNotNegative() {
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new JustInTimeOptions(wrong, 0, false, Duration.ZERO))
          .hasMessageContaining("weight of fairness is " + wrong);
    }
    assertThatThrownBy(() -> new JustInTimeOptions(0, 0, false, Duration.ofNanos(-1)))
        .hasMessageContaining("lead is PT-0.000000001S");
    assertThat(new JustInTimeOptions(0, 0, false, Duration.ZERO)).isEqualTo(JustInTimeOptions.NONE);
  }

  /** Seconds since 1970 are hours of that clock, of which those before the first are not known. */
  @Test
  void aForecastOfAWorkloadBeginsWithItsFirstHour() {
    Duration second = Duration.ofSeconds(1);
    long first = 1_700_000_000;
    Workload late =
        new Workload(
            "w",
            List.of(new Task(0, 0, first, first + 9), new Task(1, 0, first + 5400, first + 5500)));
    Workload early =
        new Workload("w", List.of(new Task(0, 0, 1800, 1900), new Task(1, 0, 5400, 5500)));

    Forecast ofLate = Forecast.of("late.csv", late, second);
    assertThat(ofLate.known()).isEqualTo(first + 5401 - Math.floorDiv(first, 3600) * 3600);
    assertThat(ofLate.hours().getFirst().number()).isEqualTo(first / 3600);
    Forecast ofEarly = Forecast.of("early.csv", early, second);
    assertThat(ofEarly.known()).as("from 0").isEqualTo(5401);
    assertThat(Forecast.of("none.csv", new Workload("w", List.of()), second).hours()).hasSize(1);
    assertThat(ofEarly.startingAt(second).start()).isEqualTo(second);
    assertThat(ofEarly.name()).isEqualTo("early.csv").isEqualTo(ofEarly.toString());
    assertThat(ofEarly).isNotEqualTo(ofLate).isEqualTo(Forecast.of("early.csv", early, second));
    assertThat(ofEarly).hasSameHashCodeAs(Forecast.of("early.csv", early, second));
  }
}
