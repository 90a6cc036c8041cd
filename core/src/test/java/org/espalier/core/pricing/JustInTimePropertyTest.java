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
import org.espalier.core.allocation.MachineQueue;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What JIT starts, in random days, against the steps of docs/just-in-time.md taken one after the
 * other: a linear program for each demand, the worth of each task at each start, and a best
 * matching.
 */
class JustInTimePropertyTest {
  /** What the steps know of what has been: the same as the policy. */
  private static final class Known {
    final ArrivalRates rates = new ArrivalRates(Forecast.NONE);
    final Pace pace = new Pace();
    double[] prices = {};
    double[] means = {};
    double[] usual = {};
    double used;
    double solved = Double.NEGATIVE_INFINITY;
  }

  private static HcSystem system(SplittableRandom random) {
    @Nullable Pmf[][] times = new Pmf[3][2];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 2; j++) {
        double[] weights = random.doubles(1 + random.nextInt(12)).map(w -> w * w).toArray();
        boolean runs = i != 2 || j != 0 || random.nextInt(2) == 0;
        times[i][j] = runs ? Pmf.normalised(random.nextInt(2, 12), 1, weights) : null;
      }
    }
    return Scene.system(times, 0, 0, 1);
  }

  /** Lets a day pass, and shows each of its mapping events before and after the policy. */
  private static void day(int seed, DroppingScope scope, Known known, boolean isOpen) {
    SplittableRandom random = new SplittableRandom(seed);
    JustInTimeOptions options = new JustInTimeOptions(0, 0, false, Duration.ZERO);
    JustInTime policy = new JustInTime(options, Forecast.NONE);
    Scene scene = new Scene(system(random), AllocationRules.bounded(2, scope));
    scene.to(session -> {
      known.rates.observe(session.event());
      known.pace.observe(session.event(), known.rates.meanLength());
      MappingSession plain = new MappingSession(session.event());
      policy.map(session);
      compare(plain, session, known);
      assertThat(policy.askAgainAt().isPresent())
          .as("a task waits beside an idle machine")
          .isEqualTo(IdleMachines.forWaiting(session) > 0);
    });
    int rush = isOpen ? 2 : 4;
    for (int now = 0; now < 60; now++) {
      for (int m = 0; m < 3; m++) {
        if (scene.manager().queue(m).isBusy() && random.nextInt(5) == 0) {
          scene.manager().taskFinished(now, m);
        }
      }
      for (int n = random.nextInt(rush); n > 0; n--) {
        scene.arrive(now, random.nextInt(3), now + random.nextInt(5, 40));
      }
      if (now == 30) {
        scene.manager().machineChanged(now, 0, false);
      }
      if (now == 40) {
        scene.manager().machineChanged(now, 0, true);
      }
      scene.settle(now);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsStartedIsPartOfABestMatching(DroppingScope scope) {
    for (int seed = 1; seed <= 4; seed++) {
      day(seed, scope, new Known(), false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {11, 12, 13, 14})
  void soItIsWhereMachinesAreIdle(int seed) {
    day(seed, DroppingScope.EXECUTING, new Known(), true);
  }

  private static void compare(MappingSession plain, MappingSession session, Known known) {
    List<Candidate> waiting = plain.open();
    int machines = plain.machines();
    boolean[] isIdle = new boolean[machines];
    double[] ready = new double[machines];
    for (int m = 0; m < machines; m++) {
      MachineQueue queue = plain.queue(m);
      isIdle[m] = queue.isAvailable() && queue.size() == 0;
      ready[m] = known.pace.ready(queue, plain.now());
    }
    boolean isAnyIdle = IntStream.range(0, machines).anyMatch(m -> isIdle[m]);
    if (waiting.isEmpty() || !isAnyIdle) {
      assertThat(session.decisions()).isEmpty();
      return;
    }
    price(plain, known, ready);
    int[] started = new int[machines];
    Arrays.fill(started, -1);
    for (Decision decision : session.decisions()) {
      List<Integer> ids = waiting.stream().map(c -> c.task().id()).toList();
      assertThat(started[decision.machine()]).as("one start of a machine").isEqualTo(-1);
      started[decision.machine()] = ids.indexOf(decision.task().id());
    }
    double[][] gains = gains(plain, known, ready, isIdle);
    double best = best(gains, new boolean[waiting.size()]);
    double[][] given = gains.clone();
    double sum = 0;
    for (int m = 0; m < machines; m++) {
      if (isIdle[m]) {
        if (started[m] >= 0) {
          sum += gains[m][started[m]];
          assertThat(gains[m][started[m]]).as("a start is worth something").isPositive();
        }
        given[m] = new double[waiting.size()];
      }
    }
    boolean[] taken = new boolean[waiting.size()];
    Arrays.stream(started).filter(c -> c >= 0).forEach(c -> taken[c] = true);
    assertThat(sum + best(given, taken)).isCloseTo(best, within(1e-9));
  }

  /** What each task gains, [machine][task]. */
  private static double[][] gains(
      MappingSession plain, Known known, double[] ready, boolean[] isIdle) {
    List<Candidate> waiting = plain.open();
    double need = Math.pow(known.used, 8);
    double discount = 1 - 0.15 * need;
    double[][] gains = new double[ready.length][waiting.size()];
    for (int c = 0; c < waiting.size(); c++) {
      Task task = waiting.get(c).task();
      double later = 0;
      for (int m = 0; m < ready.length; m++) {
        double mean = known.means[plain.queue(m).machine().type().id()];
        later = Math.max(later, worth(plain, known, m, task, plain.now() + 2 * mean));
      }
      for (int m = 0; m < ready.length; m++) {
        double part = known.means[plain.queue(m).machine().type().id()] / 50;
        double wait = isIdle[m] ? 0 : part * Math.ceil((ready[m] - plain.now()) / part);
        double start = plain.now() + wait;
        double worth = (isIdle[m] ? 1 : discount) * worth(plain, known, m, task, start);
        gains[m][c] = worth > 0 ? Math.max(1e-9 * worth, worth - 0.9 * later) : 0;
      }
    }
    return gains;
  }

  private static double worth(
      MappingSession plain, Known known, int machine, Task task, double start) {
    MachineQueue queue = plain.queue(machine);
    double left = task.deadline() - start;
    if (!queue.isAvailable() || !queue.canRun(task.type()) || left <= 0) {
      return 0;
    }
    int j = queue.machine().type().id();
    Pmf time = queue.executionTime(task.type(), 0);
    double chance = known.pace.chance(time, left);
    double taken = known.pace.taken(time, left, queue.scope() == DroppingScope.EXECUTING);
    double charged = taken - 0.25 * Math.min(taken, known.means[j]);
    double charge = Math.pow(known.used, 8) * known.prices[j] * charged;
    double least = chance * 0.04 * taken / Math.max(1, taken + known.usual[j]);
    return chance - Math.max(charge, least);
  }

  /** The most that the starts gain by the tasks that are not taken. */
  private static double best(double[][] gains, boolean... taken) {
    double[][] left = new double[gains.length][taken.length];
    for (int s = 0; s < gains.length; s++) {
      for (int c = 0; c < taken.length; c++) {
        left[s][c] = taken[c] ? 0 : gains[s][c];
      }
    }
    int[] chosen = PlainMatching.of(left, taken.length);
    return IntStream.range(0, left.length)
        .filter(s -> chosen[s] >= 0)
        .mapToDouble(s -> left[s][chosen[s]])
        .sum();
  }

  /** Solves the program for the demands, if prices are too old. */
  private static void price(MappingSession plain, Known known, double[] ready) {
    double horizon = 2 * known.rates.meanLength();
    if (plain.now() - known.solved < horizon / 50) {
      return;
    }
    PetMatrix pet = plain.system().pet();
    int types = pet.taskTypes();
    int all = types + pet.machineTypes();
    known.solved = plain.now();
    known.usual = new double[pet.machineTypes()];
    for (int j = 0; j < known.usual.length; j++) {
      known.usual[j] = known.pace.factor() * pet.meanOverTaskTypes(j);
    }
    double[] waiting = new double[types];
    for (Candidate candidate : plain.open()) {
      Task task = candidate.task();
      double left = (task.deadline() - plain.now()) / known.rates.length(task.type());
      waiting[task.type()] += Math.min(1, Math.max(0, left));
    }
    double[] machines = new double[pet.machineTypes()];
    for (int m = 0; m < ready.length; m++) {
      if (plain.queue(m).isAvailable()) {
        double free = horizon - (ready[m] - plain.now());
        machines[plain.queue(m).machine().type().id()] += Math.max(0, free);
      }
    }
    double coming = 0;
    for (int i = 0; i < types; i++) {
      coming += known.rates.expected(i, horizon, plain.now());
    }
    List<double[]> activities = activities(plain, known, machines);
    double[] value = activities.stream().mapToDouble(a -> a[2]).toArray();
    double[][] use = new double[all][value.length];
    for (int a = 0; a < value.length; a++) {
      use[(int) activities.get(a)[0]][a] = 1;
      use[types + (int) activities.get(a)[1]][a] = activities.get(a)[3];
    }
    known.prices = new double[machines.length];
    known.means = new double[machines.length];
    double off = Math.min(1, 2 / Math.sqrt(coming));
    for (double demand : new double[] {1 - off, 1, 1 + off}) {
      double[] capacity = new double[all];
      for (int i = 0; i < types; i++) {
        double expected = known.rates.expected(i, horizon, plain.now());
        boolean isServed = activities.stream().map(a -> (int) a[0]).toList().contains(i);
        capacity[i] = waiting[i] + (isServed ? demand * expected : 0);
      }
      System.arraycopy(machines, 0, capacity, types, machines.length);
      read(known, new PackingProgram(value, use, capacity), use, types, machines, demand == 1);
    }
  }

  private static void read(
      Known known,
      PackingProgram program,
      double[][] use,
      int types,
      double[] machines,
      boolean isExpected) {
    double[] amounts = program.amounts();
    double taken = 0;
    for (int j = 0; j < machines.length; j++) {
      double tasks = 0;
      double time = 0;
      for (int a = 0; a < amounts.length; a++) {
        tasks += use[types + j][a] > 0 ? amounts[a] : 0;
        time += use[types + j][a] * amounts[a];
      }
      taken += time;
      known.prices[j] += program.price(types + j) / 3;
      known.means[j] += (tasks > 0 ? time / tasks : known.usual[j]) / 3;
    }
    double there = Arrays.stream(machines).sum();
    if (isExpected) {
      known.used = there > 0 ? Math.min(1, taken / there) : 1;
    }
  }

  /** Task type, machine type, chance and time of each. */
  private static List<double[]> activities(MappingSession plain, Known known, double[] machines) {
    PetMatrix pet = plain.system().pet();
    boolean isCut = plain.queue(0).scope() == DroppingScope.EXECUTING;
    List<double[]> activities = new ArrayList<>();
    for (int i = 0; i < pet.taskTypes(); i++) {
      for (int j = 0; j < machines.length; j++) {
        double length = known.rates.length(i);
        if (machines[j] == 0
            || !pet.canRun(i, j)
            || known.pace.chance(pet.get(i, j, 0), length) == 0) {
          continue;
        }
        Pmf time = pet.get(i, j, 0);
        double[] densest = {};
        for (double share : new double[] {1, 0.5, 0.25, 0.125}) {
          double left = Math.max(share * length, known.pace.shortest(time));
          double chance = known.pace.chance(time, left);
          double[] activity = {i, j, chance, known.pace.taken(time, left, isCut)};
          if (share == 1) {
            activities.add(activity);
          }
          densest =
              densest.length == 0 || density(activity) > density(densest) ? activity : densest;
        }
        if (!Arrays.equals(densest, activities.getLast())) {
          activities.add(densest);
        }
      }
    }
    return activities;
  }

  private static double density(double... activity) {
    return activity[2] / Math.max(1, activity[3]);
  }
}
