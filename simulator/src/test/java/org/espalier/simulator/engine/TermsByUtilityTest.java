package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.SharesByType;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What JIT by utility brings where twice as many tasks come as two machines can do. Tasks of the
 * first type take 30, of the second 60; a poorer version of either takes 8.
 */
class TermsByUtilityTest {
  private static final int TASKS = 400;
  private static final List<String> NAMES = List.of("short", "long", "poor");
  private static final AllocationRules RULES =
      new AllocationRules(
          new TaskManagement.PendingSlot(),
          DroppingScope.NONE,
          DeadlineKind.SOFT,
          new Trigger(1, true, 0));

  private static HcSystem system(boolean hasVersions) {
    MachineType type = new MachineType(0, "node");
    List<TaskType> types = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Version full = new Version(i, 1);
      boolean mayBePoor = hasVersions && i < 2;
      List<Version> versions = mayBePoor ? List.of(full, new Version(2, 0.5)) : List.of(full);
      types.add(new TaskType(i, NAMES.get(i), versions));
    }
    return new HcSystem(
        "two",
        Duration.ofMillis(1),
        types,
        List.of(type),
        List.of(new Machine(0, "a", type), new Machine(1, "b", type)),
        PetMatrix.of(new Pmf[][] {{Pmf.at(30, 2)}, {Pmf.at(60, 2)}, {Pmf.at(8, 2)}}));
  }

  /** Worth 1 to 4 and falling to nothing in 300; a tenth must be completed by then. */
  private static List<Task> tasks(boolean mustSome) {
    SplittableRandom random = new SplittableRandom(3);
    List<Task> tasks = new ArrayList<>();
    long now = 0;
    for (int id = 0; id < TASKS; id++) {
      double worth = random.nextDouble(1, 4);
      UtilityPoints falling =
          new UtilityPoints(
              List.of(new Point(0, worth), new Point(300, worth / 2), new Point(300, 0)));
      boolean must = random.nextInt(10) == 0 && mustSome;
      now += random.nextInt(23);
      tasks.add(
          new Task(
              id,
              random.nextInt(2),
              now,
              now + 300,
              must ? new DeadlineUtility(0.1, true) : falling));
    }
    return tasks;
  }

  private static List<Departure> departures(
      HcSystem system, List<Task> tasks, SharesByType shares) {
    PolicySettings settings = PolicySettings.THESIS.withRules(RULES).withAtLeast(shares);
    return EventEngine.run(
            new Trial(
                system,
                RULES,
                new Workload("twice", tasks),
                (task, machine, pState) -> system.pet().get(task.type(), 0, pState).earliest()),
            PolicyRegistry.builtIn().find("JIT").orElseThrow().create(settings))
        .departures();
  }

  private static double earned(List<Departure> departures) {
    return departures.stream()
        .filter(departure -> departure.fate() == Fate.ON_TIME || departure.fate() == Fate.LATE)
        .mapToDouble(departure -> departure.task().utility().of(departure.task(), departure.time()))
        .sum();
  }

  private static long onTime(List<Departure> departures, Predicate<Task> which) {
    return departures.stream()
        .filter(departure -> departure.fate() == Fate.ON_TIME)
        .filter(departure -> which.test(departure.task().asked()))
        .count();
  }

  @Test
  void versionsEarnMoreThanTheTasksInFullAlone() {
    List<Task> tasks = tasks(false);
    List<Departure> with = departures(system(true), tasks, SharesByType.NONE);
    double without = earned(departures(system(false), tasks, SharesByType.NONE));

    assertThat(earned(with)).isGreaterThan(1.15 * without);
    assertThat(with).anyMatch(departure -> departure.task().isVersion());
  }

  @Test
  void whatMustBeCompletedIsThoughItIsWorthLeast() {
    List<Task> tasks = tasks(true);
    long all = tasks.stream().filter(Task::mustComplete).count();

    assertThat(all).isGreaterThan(25);
    assertThat(onTime(departures(system(false), tasks, SharesByType.NONE), Task::mustComplete))
        .isEqualTo(all);
  }

  /** The machine that can do it in time comes back when it has come; the other takes too long. */
  @Test
  void whatMustBeCompletedWaitsForAMachineThatIsAway() {
    MachineType fast = new MachineType(0, "fast");
    MachineType slow = new MachineType(1, "slow");
    HcSystem system =
        new HcSystem(
            "unlike",
            Duration.ofMillis(1),
            List.of(new TaskType(0, "only")),
            List.of(fast, slow),
            List.of(new Machine(0, "f", fast), new Machine(1, "s", slow)),
            PetMatrix.of(new Pmf[][] {{Pmf.at(10, 2), Pmf.at(1000, 2)}}));
    Task task = new Task(0, 0, 6, 300, new DeadlineUtility(1, true));
    Incidents away =
        new Incidents(
            List.of(
                new Journal.MachineChanged(2, 0, false), new Journal.MachineChanged(100, 0, true)),
            Set.of());

    List<Departure> departures =
        EventEngine.run(
                new Trial(
                    system,
                    RULES,
                    new Workload("one", List.of(task)),
                    (of, machine, pState) ->
                        system.pet().get(0, machine.type().id(), 0).earliest()),
                PolicyRegistry.builtIn()
                    .find("JIT")
                    .orElseThrow()
                    .create(PolicySettings.THESIS.withRules(RULES)),
                away,
                Journal.NONE)
            .departures();

    assertThat(departures).extracting(Departure::fate).containsExactly(Fate.ON_TIME);
  }

  /** A joule of it may cost more than all that its worth may cost. */
  @ParameterizedTest
  @ValueSource(strings = {"JIT", "Max-Max-Util"})
  void whatMustBeCompletedMayCostMoreThanItsWorthMay(String policy) {
    MachineType type = new MachineType(0, "m", 0, 10, 100);
    HcSystem system =
        new HcSystem(
            "one",
            Duration.ofSeconds(1),
            List.of(new TaskType(0, "only")),
            List.of(type),
            List.of(new Machine(0, "m", type)),
            PetMatrix.of(new Pmf[][] {{Pmf.at(10, 2)}}));
    EnergySettings energy = EnergySettings.NONE.withJoulesPerWorth(OptionalDouble.of(1));
    Workload tasks =
        new Workload(
            "two",
            List.of(
                new Task(0, 0, 6, 306, new DeadlineUtility(1)),
                new Task(1, 0, 8, 308, new DeadlineUtility(1, true))));
    AllocationRules hard = RULES.withDeadlines(DeadlineKind.HARD).withScope(DroppingScope.PENDING);

    List<Departure> departures =
        EventEngine.run(
                new Trial(system, hard, tasks, (task, machine, pState) -> 10),
                PolicyRegistry.builtIn()
                    .find(policy)
                    .orElseThrow()
                    .create(PolicySettings.THESIS.withRules(hard).withEnergy(energy)))
            .departures();

    assertThat(departures)
        .filteredOn(departure -> departure.fate() == Fate.ON_TIME)
        .extracting(departure -> departure.task().id())
        .containsExactly(1);
  }

  @Test
  void aLeastShareIsHeldThatIsNotWithout() {
    List<Task> tasks = tasks(false);
    Predicate<Task> isLong = task -> task.type() == 1;
    long all = tasks.stream().filter(isLong).count();
    SharesByType shares = new SharesByType(Map.of("long", 0.55));

    double without = onTime(departures(system(false), tasks, SharesByType.NONE), isLong);
    double with = onTime(departures(system(false), tasks, shares), isLong);

    assertThat(without / all).isLessThan(0.36);
    assertThat(with / all).isGreaterThan(0.52);
  }

  /** A task that is worth 3 for ever waits while those are worth 8 that come with it, then not. */
  @Test
  void whatWaitsAfterTheLastArrivalIsAskedForAgain() {
    List<Task> tasks = new ArrayList<>();
    IntStream.range(0, 60).forEach(id -> tasks.add(constant(id, id, id % 6 == 0 ? 3 : 8)));

    List<Departure> all = departures(system(false), tasks, SharesByType.NONE);

    assertThat(all).hasSize(60);
    assertThat(onTime(all, task -> true)).isGreaterThanOrEqualTo(50);
  }

  private static Task constant(int id, long arrival, double worth) {
    UtilityPoints points = new UtilityPoints(List.of(new Point(0, worth)));
    return new Task(id, 1, arrival, Task.NO_DEADLINE, points);
  }
}
