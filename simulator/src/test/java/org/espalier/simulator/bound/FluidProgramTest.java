package org.espalier.simulator.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** The fluid program by hand, and held against a general solver of linear programs. */
class FluidProgramTest {
  private static final IntFunction<List<Version>> IN_FULL = i -> List.of(new Version(i, 1));
  private static final int INSTANCES = 20;
  private static final double MUCH = 1e4;

  /** Three tasks that take 2 ticks each have 4 ticks of one machine: two are on time. */
  @Test
  void certainTimesShareTheMachine() {
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{Pmf.at(2, 1)}}});

    FluidProgram program =
        new FluidProgram(pet, List.of(new TaskClass(0, 9, 1, 3)), new double[] {4});

    assertThat(program.bound()).isCloseTo(2, within(1e-9));
    assertThat(program.prices()[0]).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void whatCannotFinishByItsDeadlineBringsNothing() {
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{Pmf.at(2, 1)}}});

    assertThat(new FluidProgram(pet, List.of(new TaskClass(0, 1, 1, 3)), new double[] {99}).bound())
        .isZero();
  }

  /**
   * Half of the tasks take 1 tick, the others 10. Stopped after 1 tick, a task takes 1 and is on
   * time with 1/2; run to its end, it takes 5.5. Four tasks in 6 ticks: all get 1 tick, for 2 on
   * time, and the other 2 ticks bring 0.5 for 4.5 each.
   */
  @Test
  void stoppingEarlyMayPay() {
    PetMatrix pet =
        PetMatrix.of(new Pmf[][][] {{{Pmf.of(1, 1, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0.5)}}});

    FluidProgram program =
        new FluidProgram(pet, List.of(new TaskClass(0, 20, 1, 4)), new double[] {6});

    assertThat(program.bound()).isCloseTo(2 + 2 * 0.5 / 4.5, within(1e-9));
  }

  @Test
  void aMachineTypeWithoutMachinesRunsNothing() {
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{Pmf.at(2, 1)}, {Pmf.at(1, 1)}}});

    double bound =
        new FluidProgram(pet, List.of(new TaskClass(0, 9, 1, 3)), new double[] {4, 0}).bound();

    assertThat(bound).isCloseTo(2, within(1e-9));
  }

  @Test
  void withoutTasksItIsNothing() {
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{Pmf.at(2, 1)}}});

    assertThat(new FluidProgram(pet, List.of(), new double[] {4}).bound()).isZero();
  }

  @Test
  void agreesWithAGeneralSolver() {
    for (int seed = 0; seed < INSTANCES; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      PetMatrix pet = pet(random);
      List<TaskClass> classes = classes(pet, random);
      double[] ticks = ticks(pet, classes, random);

      assertThat(new FluidProgram(pet, classes, ticks).bound())
          .as("seed %d", seed)
          .isCloseTo(solved(pet, classes, ticks, new double[pet.taskTypes()]), within(1e-6));
    }
  }

  /**
   * Three tasks of 3 ticks in 6 ticks, each worth 4, or 2.5 as a version of 1 tick. All three as
   * the version take 3 ticks and are worth 7.5; each of 3 ticks in place of one of 1 is worth 1.5
   * more for 2 ticks, and 1.5 of them are had.
   */
  @Test
  void aTaskIsServedByOneOfItsVersions() {
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{Pmf.at(3, 1)}}, {{Pmf.at(1, 1)}}});
    List<TaskClass> classes = List.of(new TaskClass(0, 9, 4, 3));
    List<Version> versions = List.of(new Version(0, 1), new Version(1, 0.625));

    FluidProgram full = new FluidProgram(pet, classes, new double[] {6});
    FluidProgram poorer =
        new FluidProgram(pet, classes, new double[] {6}, new double[2], _ -> versions);

    assertThat(full.bound()).isCloseTo(8, within(1e-9));
    assertThat(poorer.bound()).isCloseTo(7.5 + 1.5 * 1.5, within(1e-9));
    assertThat(poorer.prices()[0]).isCloseTo(0.75, within(1e-9));
  }

  /** Three tasks of a type in 4 ticks of 2 each, worth 1, and three of another, worth 8. */
  @Test
  void worthAndALeastNumberHaveTheirPrices() {
    Pmf two = Pmf.at(2, 1);
    PetMatrix pet = PetMatrix.of(new Pmf[][][] {{{two}}, {{two}}});
    List<TaskClass> classes = List.of(new TaskClass(0, 9, 1, 3), new TaskClass(1, 9, 8, 3));

    FluidProgram free = new FluidProgram(pet, classes, new double[] {4});
    FluidProgram held =
        new FluidProgram(pet, classes, new double[] {4}, new double[] {0.5, 0}, IN_FULL);

    assertThat(free.bound()).isCloseTo(2 * 8, within(1e-9));
    assertThat(held.bound()).isCloseTo(0.5 + 1.5 * 8, within(1e-9));
    assertThat(held.pricesOfLeast()[0])
        .as("one of 8 is lost for one of 1")
        .isCloseTo(7, within(1e-9));
    assertThat(
            new FluidProgram(pet, classes, new double[] {4}, new double[] {1, 1.1}, IN_FULL)
                .bound())
        .as("no time for so many")
        .isNaN();
  }

  @Test
  void leastNumbersAgreeWithAGeneralSolver() {
    int held = 0;
    for (int seed = 0; seed < INSTANCES; seed++) {
      SplittableRandom random = new SplittableRandom(1000 + seed);
      PetMatrix pet = pet(random);
      List<TaskClass> classes = classes(pet, random);
      double[] ticks = ticks(pet, classes, random);
      double[] least = new double[pet.taskTypes()];
      classes.forEach(c -> least[c.type()] += random.nextDouble(0.5) * c.count());
      least[random.nextInt(least.length)] = 0;

      double found = new FluidProgram(pet, classes, ticks, least, IN_FULL).bound();
      double expected = solved(pet, classes, ticks, least);

      assertThat(found)
          .as("seed %d: %s", 1000 + seed, Arrays.toString(least))
          .satisfies(bound -> {
            if (Double.isNaN(expected)) {
              assertThat(bound).isNaN();
            } else {
              assertThat(bound).isCloseTo(expected, within(1e-5));
            }
          });
      held += Double.isNaN(expected) ? 0 : 1;
    }
    assertThat(held).as("some can be held, some cannot").isBetween(3, INSTANCES - 1);
  }

  private static PetMatrix pet(SplittableRandom random) {
    Pmf[][][] cells = new Pmf[1 + random.nextInt(5)][1 + random.nextInt(4)][];
    for (Pmf[][] row : cells) {
      for (int j = 0; j < row.length; j++) {
        row[j] = new Pmf[] {time(random)};
      }
    }
    return PetMatrix.of(cells);
  }

  private static Pmf time(SplittableRandom random) {
    double[] weights = new double[1 + random.nextInt(8)];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = random.nextInt(3) * random.nextDouble();
    }
    weights[random.nextInt(weights.length)] += 0.1;
    return Pmf.normalised(random.nextInt(10), 1, weights);
  }

  private static List<TaskClass> classes(PetMatrix pet, SplittableRandom random) {
    List<TaskClass> classes = new ArrayList<>();
    for (int type = 0; type < pet.taskTypes(); type++) {
      for (int c = random.nextInt(4); c >= 0; c--) {
        classes.add(
            new TaskClass(type, random.nextInt(25), worth(random), 20 * random.nextDouble()));
      }
    }
    return classes;
  }

  private static double worth(SplittableRandom random) {
    return 1 << random.nextInt(4);
  }

  /** From far too little time to more than enough. */
  private static double[] ticks(PetMatrix pet, List<TaskClass> classes, SplittableRandom random) {
    double tasks = classes.stream().mapToDouble(TaskClass::count).sum();
    return random.doubles(pet.machineTypes(), 0, 8 * tasks / pet.machineTypes()).toArray();
  }

  /**
   * The program as it is written, a variable for each class, machine type and whole time, and one
   * for each task type that has a least number: what of that is had, which is worth very much. NaN
   * where not all of it can be had.
   */
  private static double solved(
      PetMatrix pet, List<TaskClass> classes, double[] ticks, double[] least) {
    int types = classes.size() + ticks.length;
    double[] capacity = new double[types + 2 * least.length];
    List<double[]> columns = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < least.length; i++) {
      double[] column = new double[capacity.length];
      column[types + i] = 1;
      column[types + least.length + i] = 1;
      columns.add(column);
      values.add(MUCH);
      capacity[types + i] = least[i];
    }
    for (int c = 0; c < classes.size(); c++) {
      capacity[c] = classes.get(c).count();
      for (int j = 0; j < ticks.length; j++) {
        capacity[classes.size() + j] = ticks[j];
        Pmf time = pet.get(classes.get(c).type(), j, 0);
        for (long w = 0; w <= classes.get(c).length(); w++) {
          double[] column = new double[capacity.length];
          column[c] = 1;
          column[classes.size() + j] = expectedTicks(time, w);
          column[types + least.length + classes.get(c).type()] = -time.cumulative(w);
          columns.add(column);
          values.add(classes.get(c).worth() * time.cumulative(w));
        }
      }
    }
    double paid = MUCH * Arrays.stream(least).sum();
    double value = solved(columns, values, capacity) - paid;
    return value < -MUCH * 1e-6 ? Double.NaN : value;
  }

  private static double expectedTicks(Pmf time, long stopped) {
    double sum = 0;
    for (int k = 0; k < time.size(); k++) {
      sum += time.mass(k) * Math.min(stopped, time.time(k));
    }
    return sum;
  }

  private static double solved(List<double[]> columns, List<Double> values, double[] capacity) {
    List<LinearConstraint> rows = new ArrayList<>();
    for (int r = 0; r < capacity.length; r++) {
      int row = r;
      double[] use = columns.stream().mapToDouble(column -> column[row]).toArray();
      rows.add(new LinearConstraint(use, Relationship.LEQ, capacity[r]));
    }
    double[] worth = values.stream().mapToDouble(Double::doubleValue).toArray();
    return new SimplexSolver()
        .optimize(
            new MaxIter(100_000),
            new LinearObjectiveFunction(worth, 0),
            new LinearConstraintSet(rows),
            GoalType.MAXIMIZE,
            new NonNegativeConstraint(true))
        .getValue();
  }
}
