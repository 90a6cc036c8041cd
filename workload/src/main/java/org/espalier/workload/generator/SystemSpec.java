package org.espalier.workload.generator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a generated system is like (DISSERTATION 2.6.3, 3.5.3.1, appendix E). COV is the coefficient
 * of variation, standard deviation over mean.
 *
 * @param name what users call it
 * @param tick what one tick is, to which execution times are rounded
 * @param taskTypes its task types
 * @param special its special machine types, each of which runs only task types that are special to
 *     it
 * @param general its general machine types, which run all task types
 * @param power what its machines draw
 */
public record SystemSpec(
    String name,
    Duration tick,
    TaskTypes taskTypes,
    MachineTypes special,
    MachineTypes general,
    Power power) {
  /** Task types at most. */
  public static final int MOST_TASK_TYPES = 1_000;

  private static final int MOST_MACHINE_TYPES = 100;

  /**
   * Task types.
   *
   * @param count how many there are
   * @param special how many of them are special to a special machine type
   * @param leastEach of how many a special machine type has at least
   * @param mostEach of how many a special machine type has at most
   * @param cov COV of their mean execution times
   */
  public record TaskTypes(int count, int special, int leastEach, int mostEach, double cov) {}

  /**
   * Machine types of one kind.
   *
   * @param machines how many machines there are of each
   * @param mean mean execution time on them
   * @param cov COV of the execution times of a task type along them
   */
  public record MachineTypes(List<Integer> machines, Duration mean, double cov) {
    public MachineTypes {
      machines = List.copyOf(machines);
    }
  }

  /**
   * Power. What a machine draws is static power, which hangs on its type alone, and dynamic power,
   * of which each P-state has a share. In a P-state of share s execution takes longer by a factor
   * from a gamma distribution with mean 1/sqrt(s), drawn again until it is above 1.
   *
   * @param staticWatts mean static power
   * @param staticCov its COV along machine types
   * @param dynamicWatts mean dynamic power in P-state 0
   * @param dynamicCov its COV along task types
   * @param dynamicCovMachineTypes its COV along machine types
   * @param shares shares of the dynamic power by P-state, 1 first, falling
   * @param slowDownCov COV of the factors
   * @param idleDrawsStatic whether idle machines draw their static power; they draw nothing in the
   *     source
   */
  public record Power(
      double staticWatts,
      double staticCov,
      double dynamicWatts,
      double dynamicCov,
      double dynamicCovMachineTypes,
      List<Double> shares,
      double slowDownCov,
      boolean idleDrawsStatic) {
    public Power {
      shares = List.copyOf(shares);
    }
  }

  /**
   * A specification.
   *
   * @throws IllegalArgumentException if it has {@link #problems}
   */
  public SystemSpec {
    List<String> problems = problems(taskTypes, special, general, power);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  /** The system of the source, whose COVs of power and slow-down it does not give. */
  public static SystemSpec of(String name) {
    return new SystemSpec(
        name,
        Duration.ofMillis(1),
        new TaskTypes(100, 17, 3, 5, 0.1),
        new MachineTypes(List.of(2, 2, 3, 3), Duration.ofMinutes(1), 0.1),
        new MachineTypes(List.of(5, 5, 5, 10, 10, 10, 10, 15, 20), Duration.ofMinutes(10), 0.25),
        new Power(66, 0.25, 133, 0.1, 0.25, List.of(1.0, 0.75, 0.5), 0.1, false));
  }

  /**
   * Why parts of a specification do not go together, a sentence each, which names settings as
   * studies do.
   */
  public static List<String> problems(
      TaskTypes taskTypes, MachineTypes special, MachineTypes general, Power power) {
    List<String> problems = new ArrayList<>();
    checkSpecial(taskTypes, special.machines().size(), problems);
    addIf(
        problems,
        general.machines().isEmpty() && taskTypes.count() > taskTypes.special(),
        "general_machines is empty, so that %s task types could run on no machine; give machine"
            + " types that run them",
        taskTypes.count() - taskTypes.special());
    checkCount("special", special, problems);
    checkCount("general", general, problems);
    checkShares(power.shares(), problems);
    return problems;
  }

  private static void checkSpecial(TaskTypes types, int machineTypes, List<String> problems) {
    addIf(
        problems,
        types.special() < 0 || types.special() > types.count(),
        "special_task_types is %s of %s task types; expected 0 to all of them",
        types.special(),
        types.count());
    boolean range = 1 <= types.leastEach() && types.leastEach() <= types.mostEach();
    addIf(
        problems,
        !range,
        "special_each is %s..%s; expected a range from 1 on, since a special machine type without a"
            + " special task type has nothing to run",
        types.leastEach(),
        types.mostEach());
    long least = (long) machineTypes * types.leastEach();
    long most = (long) machineTypes * types.mostEach();
    addIf(
        problems,
        range && (types.special() < least || types.special() > most),
        "special_task_types is %s; %s special machine types with %s to %s each have %s to %s, so"
            + " change special_task_types, special_each or special_machines",
        types.special(),
        machineTypes,
        types.leastEach(),
        types.mostEach(),
        least,
        most);
  }

  private static void checkCount(String kind, MachineTypes types, List<String> problems) {
    addIf(
        problems,
        types.machines().size() > MOST_MACHINE_TYPES,
        "%s_machines names %s machine types; expected at most %s",
        kind,
        types.machines().size(),
        MOST_MACHINE_TYPES);
  }

  private static void checkShares(List<Double> shares, List<String> problems) {
    boolean falling =
        IntStream.range(1, shares.size()).allMatch(p -> shares.get(p) < shares.get(p - 1));
    addIf(
        problems,
        shares.isEmpty() || !falling || shares.getFirst() != 1 || !(shares.getLast() > 0),
        "power_shares is %s; expected shares of the dynamic power above 0 and at most 1, the first"
            + " 1 and each below the one before",
        shares);
  }

  private static void addIf(
      List<String> problems, boolean wrong, String message, Object... values) {
    if (wrong) {
      problems.add(message.formatted(values));
    }
  }
}
