package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What JIT maps and drops where tasks earn utility, in random days of an event each 100 ticks in
 * which no machine has time for two tasks: the worth of all pairs, and a best matching. What rises
 * waits while it is worth more at the next event or at a later look, and is not dropped before it
 * falls.
 */
class JustInTimeByUtilityPropertyTest {
  private static final int MACHINES = 4;

  /** The second type may be served as the first. */
  private static final List<Version> VERSIONS = List.of(new Version(1, 1), new Version(0, 0.8));

  private static final JustInTimeOptions OPTIONS = JustInTimeOptions.NONE;

  private static final AllocationRules RULES =
      new AllocationRules(
          new TaskManagement.PendingSlot(),
          DroppingScope.NONE,
          DeadlineKind.SOFT,
          new Trigger(0, false, 100));

  /** A task is worth so much as it arrives, and less at a constant rate, down to nothing. */
  private record Falling(double most, double ticks) implements UtilityFunction {
    @Override
    public double of(Task task, long completion) {
      return most * Math.max(0, 1 - (completion - task.arrival()) / ticks);
    }
  }

  /** Refuses some pairs, by what is left of a number. */
  private record Some(int most) implements PairFilter {
    @Override
    public String reason() {
      return "some";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int placement) {
      return (7 * candidate.task().id() + 3 * placement) % 5 >= most;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      return Scene.basis();
    }
  }

  private static HcSystem system(SplittableRandom random) {
    long[][][] times = new long[3][2][2];
    for (long[][] row : times) {
      for (long[] cell : row) {
        cell[0] = random.nextLong(100, 260);
        cell[1] = cell[0] + random.nextLong(1, 80);
      }
    }
    List<PState> pStates = List.of(new PState("P0", 100), new PState("P1", 40));
    List<MachineType> types =
        IntStream.range(0, 2).mapToObj(j -> new MachineType(j, "t" + j, 0, 0, pStates)).toList();
    return new HcSystem(
        "day",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "k0"), new TaskType(1, "k1", VERSIONS), new TaskType(2, "k2")),
        types,
        IntStream.range(0, MACHINES)
            .mapToObj(m -> new Machine(m, "m" + m, types.get(m / 3)))
            .toList(),
        PetMatrix.ofExecutionTimes(times, 1));
  }

  /** Worth nothing for some time, all from then on, and falling at once. */
  private static UtilityFunction rising(double most, long after, long ticks) {
    return new UtilityPoints(
        List.of(new Point(after, 0), new Point(after, most), new Point(after + ticks, 0)));
  }

  /** Lets a day pass in which so many fifths of the pairs are refused; what was seen in it. */
  private static int[] day(int seed, int refused, boolean rises) {
    SplittableRandom random = new SplittableRandom(seed);
    JustInTimeByUtility policy =
        new JustInTimeByUtility(OPTIONS, Forecast.NONE, EnergySettings.NONE);
    UtilityPrices prices = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);
    int[] seen = new int[3];
    Scene scene = new Scene(system(random), RULES);
    scene.to(session -> {
      MappingSession plain = new MappingSession(session.event());
      int[] machines = new int[2];
      IntStream.range(0, MACHINES)
          .filter(m -> plain.queue(m).isAvailable())
          .forEach(m -> machines[m / 3]++);
      SuccessWorth successes = OPTIONS.successes();
      prices.update(plain, successes, machines);
      if (refused > 0) {
        session.filterBy(new Some(refused));
      }
      policy.map(session);
      seen[2] +=
          compare(
              plain,
              session,
              new WorthByUtility(plain, plain.open(), prices, successes, machines),
              refused);
      session.decisions().forEach(d -> seen[d instanceof Decision.Assign ? 0 : 1]++);
    });
    int tasks = 0;
    for (int now = 0; now <= 3000; now += 50) {
      for (int m = 0; m < MACHINES; m++) {
        if (scene.manager().queue(m).isBusy()
            && now - scene.manager().queue(m).start() >= 150 + 50L * m) {
          scene.manager().taskFinished(now, m);
        }
      }
      for (int n = random.nextInt(now < 1500 ? 7 : 2); n > 0; n--) {
        Falling falling = new Falling(random.nextDouble(1, 9), random.nextDouble(200, 1200));
        UtilityFunction worth =
            rises && random.nextBoolean()
                ? rising(falling.most, random.nextInt(700), (long) falling.ticks)
                : falling;
        scene.arrive(now, new Task(tasks++, random.nextInt(3), now, Task.NO_DEADLINE, worth));
      }
      if (now == 1000 || now == 2000) {
        scene.manager().machineChanged(now, 3, now == 2000);
      }
      scene.settle(now);
    }
    return seen;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void whatIsMappedIsPartOfABestMatching(int seed) {
    int[] seen = day(seed, 0, false);

    assertThat(seen[0]).as("mapped").isGreaterThan(20);
    assertThat(seen[1]).as("dropped").isGreaterThan(5);
    assertThat(seen[2]).as("waited").isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void whatRisesWaitsForMore(int seed) {
    int[] seen = day(seed, 0, true);

    assertThat(seen[0]).as("mapped").isGreaterThan(20);
    assertThat(seen[1]).as("dropped").isGreaterThan(5);
    assertThat(seen[2]).as("waited").isGreaterThan(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void whatIsRefusedIsNotMapped(int refused) {
    int mapped = day(20 + refused, refused, refused % 2 == 0)[0];

    assertThat(mapped > 10).isEqualTo(refused < 5);
  }

  /** By all of its looks, also those after the curve has fallen. */
  private static boolean isMoreLater(WorthByUtility worth, Task task, long at, double now) {
    return IntStream.range(0, 8).anyMatch(k -> worth.best(task, at + (100L << k)) > now);
  }

  /** The number of tasks that wait for more. */
  private static int compare(
      MappingSession plain, MappingSession session, WorthByUtility worth, int refused) {
    List<Candidate> wanted = new ArrayList<>();
    List<Integer> hopeless = new ArrayList<>();
    int waiting = 0;
    for (Candidate candidate : plain.open()) {
      double now = worth.best(candidate.task(), plain.now());
      if (now > 0
          && candidate.task().utility() instanceof UtilityPoints
          && isMoreLater(worth, candidate.task(), plain.now(), now)) {
        waiting++;
      } else if (now > 0) {
        wanted.add(candidate);
      } else if (worth.atHalf(candidate.task().falling(), plain.now()) <= 0) {
        hopeless.add(candidate.task().id());
      }
    }
    assertThat(session.decisions().stream().filter(Decision.Discard.class::isInstance))
        .extracting(decision -> decision.task().id())
        .isEqualTo(hopeless);
    double[][] worths = new double[MACHINES][wanted.size()];
    boolean[] isFree = new boolean[MACHINES];
    for (int m = 0; m < MACHINES; m++) {
      double ready = plain.expectedReadyTime(plain.fastestPlacement(m));
      isFree[m] = ready < plain.now() + 100 && plain.queue(m).hasRoom();
      for (int c = 0; plain.queue(m).isAvailable() && c < wanted.size(); c++) {
        worths[m][c] = WorthByUtilityTest.on(worth, m / 3, wanted.get(c).task(), ready);
      }
    }
    int[] mapped = new int[MACHINES];
    Arrays.fill(mapped, -1);
    for (Decision decision : session.decisions()) {
      if (decision instanceof Decision.Assign assign) {
        int m = assign.machine();
        assertThat(isFree[m] && mapped[m] < 0).as("machine %s has time for it", m).isTrue();
        mapped[m] = wanted.stream().map(Candidate::task).toList().indexOf(assign.task().asked());
        Candidate candidate = wanted.get(mapped[m]);
        assertThat(new Some(refused).admits(session, candidate, assign.placement().id())).isTrue();
        assertThat(assign.basis().value())
            .isEqualTo(bestState(plain, worth, refused, m, candidate));
      }
    }
    if (refused == 0) {
      checkBest(worths, mapped, isFree);
    }
    return waiting;
  }

  /** What a task is worth by the best of its choices that are admitted. */
  private static double bestState(
      MappingSession plain, WorthByUtility worth, int refused, int machine, Candidate candidate) {
    int first = plain.fastestPlacement(machine);
    double ready = plain.expectedReadyTime(first);
    Start start = new Start(machine, new Start.Kind(machine / 3, ready, 1), true);
    return worth.offers(start, candidate).stream()
        .filter(offer -> new Some(refused).admits(plain, offer.candidate(), first + offer.pState()))
        .mapToDouble(StartWorth.Offer::worth)
        .max()
        .orElseThrow();
  }

  /** A task may be kept for a machine that is free later. */
  private static void checkBest(double[][] worths, int[] mapped, boolean... isFree) {
    double sum = 0;
    double[][] left = new double[worths.length][];
    for (int m = 0; m < worths.length; m++) {
      sum += mapped[m] < 0 ? 0 : worths[m][mapped[m]];
      left[m] = isFree[m] ? new double[worths[m].length] : worths[m].clone();
      for (int taken : mapped) {
        if (taken >= 0) {
          left[m][taken] = 0;
        }
      }
    }
    assertThat(sum + most(left)).isCloseTo(most(worths), within(1e-4));
  }

  private static double most(double[][] worths) {
    int[] chosen = PlainMatching.of(worths, worths[0].length);
    return IntStream.range(0, worths.length)
        .filter(m -> chosen[m] >= 0)
        .mapToDouble(m -> worths[m][chosen[m]])
        .sum();
  }
}
