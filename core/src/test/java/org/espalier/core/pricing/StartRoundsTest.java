package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Who starts where in a mapping event. */
class StartRoundsTest {
  private static final Pmf[][] TIMES = {{Pmf.at(10, 1), Pmf.at(30, 1)}};

  /**
   * What is assigned where starts are now on some machines of the first type, and after 20 ticks on
   * the others.
   *
   * @param idle how many are now
   */
  private static List<Decision.Assign> assigned(int machines, int idle, long... deadlines) {
    Scene scene = new Scene(Scene.system(TIMES, new int[machines]));
    for (long deadline : deadlines) {
      scene.arrive(0, 0, deadline);
    }
    MappingSession session = scene.settle(0).session();
    Pace pace = new Pace();
    SuccessWorth successes = new SuccessWorth(0, new Sufferage(0));
    FluidPrices prices = new FluidPrices();
    prices.update(session, new ArrivalRates(Forecast.NONE), pace, successes, new double[machines]);
    WaitingTasks waiting = WaitingTasks.of(session, session.open());
    StartWorth worth =
        new WorthByDeadline(session, waiting, successes, pace, prices, false, new HashMap<>());
    List<Start> starts = new ArrayList<>(starts(0, idle, 0, true));
    starts.addAll(starts(idle, machines, 20, false));
    StartWorth beyond = LaterWorth.of(worth, starts, _ -> 2 * idle > machines ? 0 : 20);
    new StartRounds(session, beyond).map(starts);
    return session.decisions().stream().map(Decision.Assign.class::cast).toList();
  }

  private static List<Start> starts(int from, int to, double time, boolean isNow) {
    return IntStream.range(from, to)
        .mapToObj(m -> new Start(m, new Start.Kind(0, time, 1), isNow))
        .toList();
  }

  /** The first can start later, so the one start that is now is left to the second. */
  @Test
  void onlyWhatFallsOnAStartThatIsNowIsAssigned() {
    assertThat(assigned(2, 1, 50, 12))
        .singleElement()
        .satisfies(assign -> {
          assertThat(assign.task().id()).isEqualTo(1);
          assertThat(assign.machine()).isZero();
        });
  }

  @Test
  void moreMachinesThanAMatchingLooksAtAllTakeATask() {
    long[] deadlines = IntStream.range(0, 200).mapToLong(i -> 100).toArray();
    List<Decision.Assign> assigned = assigned(150, 150, deadlines);

    assertThat(assigned).hasSize(150).extracting(Decision.Assign::machine).doesNotHaveDuplicates();
    assertThat(assigned).extracting(Decision.Assign::task).doesNotHaveDuplicates();
  }
}
