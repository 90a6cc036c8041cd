package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What tasks are worth where they could start. */
class WorthByUtilityTest {
  private static final SuccessWorth PLAIN = JustInTimeOptions.NONE.successes();

  private final UtilityPrices prices = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);

  /** Worth 10 at arrival, and 1 less each 10 ticks. */
  private static Task task(int type) {
    UtilityPoints points = new UtilityPoints(List.of(new Point(0, 10), new Point(100, 0)));
    return new Task(type, type, 0, Task.NO_DEADLINE, points);
  }

  /** The second task type runs on the second machine type alone; two tasks have arrived at 0. */
  private WorthByUtility worth(int... machines) {
    MappingSession session =
        new Scene(
                Scene.system(
                    new @Nullable Pmf[][] {{Pmf.at(40, 1), Pmf.at(10, 1)}, {null, Pmf.at(20, 1)}}))
            .to(event -> prices.update(event, PLAIN, 1, 1))
            .arrive(0, task(0))
            .arrive(0, task(1))
            .settle(0)
            .session();
    return new WorthByUtility(session, session.open(), prices, PLAIN, machines);
  }

  /** The most a task is worth that starts on a machine type at a time. */
  static double on(StartWorth worth, int machineType, Task task, double time) {
    return worth.offers(start(machineType, time), new Candidate(task, 0)).stream()
        .mapToDouble(StartWorth.Offer::worth)
        .reduce(0, Math::max);
  }

  private static Start start(int machineType, double time) {
    return new Start(0, new Start.Kind(machineType, time, 1), true);
  }

  private double cost(int type, int choice) {
    return prices.cost(prices.choices(type).all().get(choice), 0);
  }

  @Test
  void itIsUtilityLessWhatItCosts() {
    WorthByUtility worth = worth(1, 1);
    double first = 10 - 4 - cost(0, 0);
    double second = 10 - 1 - cost(0, 1);

    assertThat(on(worth, 0, task(0), 0)).isCloseTo(Math.max(0, first), within(1e-9));
    assertThat(on(worth, 1, task(0), 0)).isCloseTo(second, within(1e-9));
    assertThat(worth.best(task(0), 0)).isCloseTo(Math.max(first, second), within(1e-9));
    double atHalf = Math.max(6 - cost(0, 0) / 2, 9 - cost(0, 1) / 2);
    assertThat(worth.atHalf(task(0), 0)).isCloseTo(atHalf, within(1e-9));
  }

  @Test
  void whereATaskCannotRunItIsWorthNothing() {
    assertThat(on(worth(1, 1), 0, task(1), 0)).isZero();
    assertThat(worth(1, 0).best(task(1), 0))
        .as("no machine is there")
        .isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** Types of random times on two machine types; those of the first may be served as others. */
  private static HcSystem versions(SplittableRandom random) {
    @Nullable Pmf[][] times = new Pmf[3][2];
    for (Pmf[] row : times) {
      row[0] = Pmf.of(7L * random.nextInt(1, 9), 7, 0.25, 0.25, 0.5);
      row[1] = random.nextInt(3) == 0 ? null : Pmf.of(7L * random.nextInt(1, 9), 7, 0.5, 0.5);
    }
    HcSystem plain = Scene.system(times);
    List<TaskType> types = new ArrayList<>(plain.taskTypes());
    List<Version> all = List.of(new Version(0, 1), new Version(1, 0.7), new Version(2, 0.3));
    types.set(0, new TaskType(0, "k0", all));
    return new HcSystem(
        "s", plain.tick(), types, plain.machineTypes(), plain.machines(), plain.pet());
  }

  /**
   * Its worth in full summed over all completions, and what its type is owed where it is on time.
   */
  private static double gain(
      Task task, Version version, @Nullable Pmf time, double start, int owed) {
    double gain = 0;
    for (int i = 0; time != null && i < time.size(); i++) {
      long end = Math.round(start + time.time(i));
      double worth = (task.mustComplete() ? 1e6 : 1) * task.utility().of(task, end);
      gain += time.mass(i) * version.share() * (worth + (end <= task.deadline() ? owed : 0));
    }
    return gain;
  }

  /** The plain worth: over all versions, what each gains less the price of the time it takes. */
  @Test
  void itIsThatOfTheBestVersionWithAllThatCounts() {
    int[] best = new int[3];
    for (int seed = 1; seed <= 8; seed++) {
      compare(new SplittableRandom(seed), best);
    }

    assertThat(best).as("how often each version is the best one").doesNotContain(0);
  }

  private static void compare(SplittableRandom random, int... versionsTaken) {
    UtilityPrices prices = new UtilityPrices(Forecast.NONE, EnergySettings.NONE);
    HcSystem system = versions(random);
    int owed = random.nextInt(3);
    int[] machines = {1, 1};
    Scene scene = new Scene(system);
    for (int id = 0; id < 40; id++) {
      long length = random.nextLong(20, 150);
      UtilityFunction utility =
          random.nextBoolean()
              ? new DeadlineUtility(random.nextInt(1, 9), random.nextInt(4) == 0)
              : new UtilityPoints(List.of(new Point(0, 8), new Point(length, 0)));
      scene.arrive(5L * id, new Task(id, 0, 5L * id, 5L * id + length, utility));
      scene.to(session -> {
        session.event().addToWorth(type -> owed);
        prices.update(session, PLAIN, machines);
      });
      scene.settle(5L * id);
    }
    MappingSession session = scene.session();
    session.event().addToWorth(type -> owed);
    WorthByUtility worth = new WorthByUtility(session, session.open(), prices, PLAIN, machines);

    IntStream.range(0, worth.waiting().size())
        .forEach(number -> {
          Candidate candidate = worth.waiting().get(number);
          for (int j = 0; j < 2; j++) {
            double best = 0;
            int taken = -1;
            for (Version version : system.taskTypes().getFirst().versions()) {
              Pmf time = system.pet().find(version.type(), j, 0).orElse(null);
              int machineType = j;
              double cost =
                  IntStream.range(0, prices.choices(0).all().size())
                      .mapToObj(prices.choices(0).all()::get)
                      .filter(c -> c.machineType() == machineType && c.version().equals(version))
                      .mapToDouble(c -> prices.cost(c, session.now()))
                      .sum();
              double its = gain(candidate.task(), version, time, session.now(), owed) - cost;
              taken = its > best ? version.type() : taken;
              best = Math.max(best, its);
            }
            assertThat(on(worth, j, candidate.task(), session.now())).isCloseTo(best, within(1e-6));
            double there = worth.at(start(j, session.now()))[number];
            assertThat(Math.max(0, there)).isCloseTo(best, within(1e-6));
            if (taken >= 0) {
              versionsTaken[taken]++;
            }
          }
        });
  }
}
