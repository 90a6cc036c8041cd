package org.espalier.core.pruning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tasks are dropped because they would earn too little (DISSERTATION 2.4.4). */
class UtilityDroppingTest {
  /** A task is worth 10 as it arrives and 1 less with each tick, down to nothing. */
  private record Falling() implements UtilityFunction {
    @Override
    public double of(Task task, long completion) {
      return Math.max(0, 10 - (completion - task.arrival()));
    }
  }

  private static final AllocationRules UNBOUNDED = AllocationRules.unbounded(DroppingScope.NONE);

  private static Task task(int id, int type, long arrival) {
    return new Task(id, type, arrival, Task.NO_DEADLINE, new Falling());
  }

  private static HcSystem certain(long... byMachineType) {
    Pmf[][] times = new Pmf[1][byMachineType.length];
    for (int j = 0; j < byMachineType.length; j++) {
      times[0][j] = Pmf.at(byMachineType[j], 1);
    }
    return Scene.system(times);
  }

  /** The last mapping event of a scene, of which nothing is decided yet. */
  private static MappingSession fresh(Scene scene) {
    return new MappingSession(scene.session().event());
  }

  private static List<Decision> dropped(double threshold, MappingSession session) {
    new UtilityDropping(threshold).drop(session);
    return session.decisions();
  }

  @Test
  void aTaskIsJudgedByItsBestMachineAndStaysAtTheThreshold() {
    Scene scene = new Scene(certain(7, 4)).arrive(0, task(0, 0, 0)).settle(0);

    assertThat(dropped(0, fresh(scene))).isEmpty();
    assertThat(dropped(6, fresh(scene))).isEmpty(); // 10 - 4
    assertThat(dropped(6.5, fresh(scene)))
        .containsExactly(
            new Decision.Discard(
                task(0, 0, 0), DropReason.LOW_UTILITY, new Basis("utility", 6, 6.5)));
  }

  /** Machine 1 runs type 1 only, so it is special, and so is that type. Both earn 10 - 4. */
  @Test
  void specialTaskTypesMayHaveAThresholdOfTheirOwn() {
    Pmf four = Pmf.at(4, 1);
    Scene scene =
        new Scene(Scene.system(new @Nullable Pmf[][] {{four, null}, {four, four}}))
            .arrive(0, task(0, 0, 0))
            .arrive(0, task(1, 1, 0))
            .settle(0);

    assertThat(tasksDropped(new UtilityDropping(7, 5), fresh(scene))).containsExactly(0);
    assertThat(tasksDropped(new UtilityDropping(5, 7), fresh(scene))).containsExactly(1);
    assertThat(tasksDropped(new UtilityDropping(0, 7), fresh(scene))).containsExactly(1);
    assertThat(tasksDropped(new UtilityDropping(7), fresh(scene))).containsExactly(0, 1);
  }

  private static List<Integer> tasksDropped(UtilityDropping dropping, MappingSession session) {
    dropping.drop(session);
    return session.decisions().stream().map(decision -> decision.task().id()).toList();
  }

  @Test
  void aMachineThatIsBusyOrFullCountsAndOneOutOfServiceDoesNot() {
    AllocationRules one = AllocationRules.bounded(1, DroppingScope.NONE);
    Scene busy = new Scene(certain(2), one).given(0).arrive(0, task(0, 0, 0)).settle(0);
    busy.arrive(0, task(1, 0, 0)).settle(0);

    assertThat(dropped(6, fresh(busy))).isEmpty(); // 10 - 2 - 2
    assertThat(dropped(7, fresh(busy))).hasSize(1);

    Scene away = new Scene(certain(2));
    away.manager().machineChanged(0, 0, false);
    away.arrive(0, task(0, 0, 0)).settle(0);
    assertThat(dropped(9.5, fresh(away))).as("no machine takes tasks").isEmpty();
  }

  /** In immediate mode the machine that the heuristic wants decides. */
  @Test
  void aTaskThatIsMappedAsItArrivesIsJudgedWhereItIsPut() {
    Scene scene = new Scene(certain(7, 4), UNBOUNDED).arrive(0, task(0, 0, 0)).settle(0);
    MappingSession session = fresh(scene);
    Candidate candidate = session.open().getFirst();

    assertThat(dropped(5, session)).isEmpty();
    assertThat(session.admits(candidate, 1)).isTrue();
    assertThat(session.assign(candidate, 0, Scene.basis())).isFalse();
    assertThat(session.decisions())
        .containsExactly(
            new Decision.Discard(
                candidate.task(), DropReason.LOW_UTILITY, new Basis("utility", 3, 5)));

    MappingSession again = fresh(scene);
    new UtilityDropping(6).drop(again);
    assertThat(again.assign(candidate, 1, Scene.basis())).as("at the threshold").isTrue();
  }

  @Test
  void aTaskThatCouldNotBeMappedAsItArrivedIsJudgedByItsBestMachine() {
    Scene scene = new Scene(certain(7, 4), UNBOUNDED).arrive(0, task(0, 0, 0)).settle(0);
    scene.arrive(3, task(1, 0, 3)).settle(3);

    assertThat(dropped(5, fresh(scene)))
        .extracting(Decision::task)
        .containsExactly(task(0, 0, 0)); // 10 - 3 - 4
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void dropsThoseWhoseMostIsBelowTheThreshold(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    @Nullable Pmf[][] times = new Pmf[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double[] weights = random.doubles(1 + random.nextInt(4)).map(w -> w + 0.1).toArray();
        boolean runs = j == i || random.nextInt(3) > 0;
        times[i][j] = runs ? Pmf.normalised(random.nextInt(1, 9), 1, weights) : null;
      }
    }
    Scene scene = new Scene(Scene.system(times, 0, 0, 1, 2));
    scene.to(session -> {
      for (Candidate candidate : session.open()) {
        int place = random.nextInt(session.placements());
        if (session.hasRoom(place) && session.canRun(candidate, place)) {
          session.assign(candidate, place, Scene.basis());
        }
      }
    });
    int tasks = 0;
    for (int now = 0; now < 6; now++) {
      for (int n = 0; n < 3; n++) {
        scene.arrive(now, task(tasks++, random.nextInt(3), now));
      }
      scene.settle(now);
      for (double threshold : new double[] {1, 3, 5, 7}) {
        MappingSession session = fresh(scene);
        assertThat(dropped(threshold, session))
            .extracting(decision -> decision.task().id())
            .isEqualTo(plain(threshold, fresh(scene)));
      }
    }
  }

  private static List<Integer> plain(double threshold, MappingSession session) {
    List<Integer> below = new ArrayList<>();
    for (Candidate candidate : session.open()) {
      double most =
          IntStream.range(0, session.placements())
              .filter(p -> session.canRun(candidate, p))
              .mapToDouble(p -> session.expectedUtility(candidate, p))
              .max()
              .orElse(threshold);
      if (most < threshold) {
        below.add(candidate.task().id());
      }
    }
    return below;
  }

  @Test
  void aThresholdIsAFiniteNumberThatIsNotNegative() {
    assertThat(new UtilityDropping(0)).isEqualTo(UtilityDropping.NONE);
    for (double wrong : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new UtilityDropping(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("utility threshold is %s".formatted(wrong));
    }
  }
}
