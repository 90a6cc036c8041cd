package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs held to the theorem of duality: who fits and is worth what the prices say is best. */
class PackingProgramTest {
  @Test
  void theBestOfTwoActivitiesTakesTheResource() {
    PackingProgram program =
        new PackingProgram(new double[] {3, 5}, new double[][] {{1, 2}}, new double[] {4});

    assertThat(program.value()).isEqualTo(12);
    assertThat(program.amounts()).containsExactly(4, 0);
    assertThat(program.price(0)).isEqualTo(3);
  }

  @Test
  void whatIsNotScarceHasNoPrice() {
    PackingProgram program =
        new PackingProgram(new double[] {1}, new double[][] {{1}, {1}}, new double[] {2, 3});

    assertThat(program.price(0)).isEqualTo(1);
    assertThat(program.price(1)).isZero();
  }

  @Test
  void anEmptyCapacityAllowsNothing() {
    PackingProgram program =
        new PackingProgram(new double[] {1, 2}, new double[][] {{1, 1}}, new double[] {0});

    assertThat(program.value()).isZero();
    assertThat(program.amounts()).containsOnly(0);
    assertThat(program.price(0)).isGreaterThanOrEqualTo(2 - 1e-9);
  }

  @Test
  void whatCostsNothingHasNoEnd() {
    assertThatThrownBy(
            () -> new PackingProgram(new double[] {1}, new double[][] {{0}}, new double[] {1}))
        .hasMessageContaining("activity 0 uses no resource");
  }

  @Test
  void pricesProveThatThePackingIsBest() {
    SplittableRandom random = new SplittableRandom(4);
    for (int run = 0; run < 400; run++) {
      int resources = 1 + random.nextInt(12);
      int activities = 1 + random.nextInt(40);
      double[] value = random.doubles(activities).toArray();
      double[][] use = new double[resources][activities];
      for (int a = 0; a < activities; a++) {
        use[random.nextInt(resources)][a] = 0.1 + random.nextDouble();
        for (int r = 0; r < resources; r++) {
          use[r][a] += random.nextInt(3) == 0 ? random.nextDouble() : 0;
        }
      }
      double[] capacity = new double[resources];
      for (int r = 0; r < resources; r++) {
        capacity[r] = random.nextInt(5) == 0 ? 0 : 3 * random.nextDouble();
      }
      check(value, use, capacity);
    }
  }

  /** Many packings are equally good, as where all machines are alike. */
  @Test
  void tiesDoNotMakeItTurnInCircles() {
    int resources = 20;
    double[] value = new double[100];
    double[][] use = new double[resources][100];
    double[] capacity = new double[resources];
    for (int a = 0; a < 100; a++) {
      value[a] = 1;
      use[a % 10][a] = 1;
      use[10 + a / 10][a] = 1;
    }
    java.util.Arrays.fill(capacity, 1);
    check(value, use, capacity);
  }

  private static void check(double[] value, double[][] use, double[] capacity) {
    PackingProgram program = new PackingProgram(value, use, capacity);
    double[] amounts = program.amounts();
    double worth = 0;
    for (int a = 0; a < value.length; a++) {
      assertThat(amounts[a]).isGreaterThanOrEqualTo(0);
      worth += value[a] * amounts[a];
      double cost = 0;
      for (int r = 0; r < capacity.length; r++) {
        cost += program.price(r) * use[r][a];
      }
      assertThat(cost).isGreaterThanOrEqualTo(value[a] - 1e-8);
    }
    double priced = 0;
    for (int r = 0; r < capacity.length; r++) {
      double used = 0;
      for (int a = 0; a < value.length; a++) {
        used += use[r][a] * amounts[a];
      }
      assertThat(used).isLessThanOrEqualTo(capacity[r] + 1e-8);
      priced += program.price(r) * capacity[r];
    }
    assertThat(program.value()).isCloseTo(worth, offset(1e-7));
    assertThat(priced).isCloseTo(worth, offset(1e-7));
  }

  /** Activities that come later give the value that they give at once, on awkward sizes too. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 20})
  void addsActivities(int resources) {
    SplittableRandom random = new SplittableRandom(resources);
    int activities = 3 * resources + 1;
    double[] value = random.doubles(activities).toArray();
    double[] capacity = random.doubles(resources).toArray();
    double[][] use = new double[resources][activities];
    for (double[] row : use) {
      Arrays.setAll(row, a -> random.nextInt(3) == 0 ? 0 : random.nextDouble());
    }
    use[0] = Arrays.stream(use[0]).map(share -> share + 0.1).toArray();
    PackingProgram grown = new PackingProgram(new double[0], new double[resources][0], capacity);
    for (int a = 0; a < activities; a++) {
      int activity = a;
      grown.add(value[a], Arrays.stream(use).mapToDouble(row -> row[activity]).toArray());
      if (a % 2 == 0) {
        grown.solve();
      }
    }
    grown.solve();

    PackingProgram whole = new PackingProgram(value, use, capacity);
    assertThat(grown.value()).isCloseTo(whole.value(), offset(1e-9));
    double worth = 0;
    for (int a = 0; a < activities; a++) {
      worth += value[a] * grown.amounts()[a];
    }
    assertThat(worth).isCloseTo(whole.value(), offset(1e-9));
  }
}
