package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.DualPrices.Market;
import org.espalier.core.pricing.DualPrices.Stretch;
import org.espalier.core.pricing.TypeChoices.Choice;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Prices beside the same steps written out plainly, and what they must come to. */
class DualPricesTest {
  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  private final SplittableRandom random = new SplittableRandom(5);
  private final PlainPrices plain = new PlainPrices(random);
  private final TypeChoices[] choices = TypeChoices.of(plain.system());

  private List<Task> tasks(int count) {
    return IntStream.range(0, count).mapToObj(id -> plain.task(id, id * 7L)).toList();
  }

  private SampleSet set(List<Task> tasks, double rate) {
    Sample[] samples =
        tasks.stream()
            .map(task -> Sample.of(task, choices[task.type()], PlainPrices.HALF))
            .toArray(Sample[]::new);
    return new SampleSet(samples, rate);
  }

  private Market market(List<Stretch> stretches, double joules) {
    return new Market(
        choices, plain.machines, stretches, joules, 0, (sample, c) -> sample.utilities()[c]);
  }

  private static double perTick(DualPrices prices, int stretch, int machineType) {
    return prices.cost(stretch, choice(machineType, 1, 0), 1);
  }

  private static double perJoule(DualPrices prices) {
    return prices.cost(0, choice(0, 0, 1), 1);
  }

  private static Choice choice(int machineType, double ticks, double joules) {
    return new Choice(machineType, new Version(0, 1), 0, Pmf.at(1, 1), ticks, joules, 0);
  }

  /** The program over some stretches as it is published: prices of time for each, one of energy. */
  private final class Plain {
    private final List<List<Task>> stretches;
    private final double[] ticks;
    private final double[][] price;
    private double lambda;

    Plain(List<List<Task>> stretches, double... ticks) {
      this.stretches = stretches;
      this.ticks = ticks;
      this.price = new double[ticks.length][PlainPrices.MACHINE_TYPES];
      for (int s = 0; s < ticks.length; s++) {
        Arrays.fill(price[s], plain.mean(stretches.get(s), false) / 2);
      }
      lambda = most() / 2;
    }

    private double most() {
      return stretches.stream().mapToDouble(tasks -> plain.mean(tasks, true)).max().orElseThrow();
    }

    void step(double joules, double eta) {
      double taken = 0;
      for (int s = 0; s < ticks.length; s++) {
        double[] use = plain.use(stretches.get(s), price[s], lambda);
        plain.move(price[s], stretches.get(s), use, ticks[s], eta);
        taken += use[PlainPrices.MACHINE_TYPES];
      }
      double factor = Math.exp(Math.clamp(eta * (taken / joules - 1), -1, 1));
      lambda = Math.max(lambda * factor, 0.001 * most());
    }
  }

  @RepeatedTest(20)
  void theyAreThoseOfTheStepsWrittenOut(RepetitionInfo run) {
    IntStream.range(0, run.getCurrentRepetition() * 3).forEach(i -> random.nextInt());
    List<List<Task>> tasks = List.of(tasks(150), tasks(20), tasks(70));
    double[] ticks = random.doubles(3, 500, 20_000).toArray();
    double joules = random.nextDouble(1e5, 3e6);
    List<Stretch> stretches = new ArrayList<>();
    for (int s = 0; s < 3; s++) {
      SampleSet set = set(tasks.get(s), tasks.get(s).size() / ticks[s]);
      stretches.add(new Stretch(s, set, ticks[s], 1));
    }
    DualPrices prices = new DualPrices(3, PlainPrices.MACHINE_TYPES);
    prices.find(market(stretches, joules));
    prices.follow(market(stretches, joules / 2));

    Plain slow = new Plain(tasks, ticks);
    for (int step = 1; step < 50; step++) {
      slow.step(joules, 1.0 / step);
    }
    slow.step(joules / 2, 0.02);

    for (int s = 0; s < 3; s++) {
      for (int j = 0; j < PlainPrices.MACHINE_TYPES; j++) {
        assertThat(perTick(prices, s, j)).isCloseTo(slow.price[s][j], withPercentage(1e-6));
      }
    }
    assertThat(perJoule(prices)).isCloseTo(slow.lambda, withPercentage(1e-6));
  }

  /** Half of the time of each machine type is asked for, or all of it three times. */
  @Test
  void timeIsDearerTheMoreTasksCome() {
    List<Task> tasks = tasks(100);
    DualPrices quiet = new DualPrices(1, PlainPrices.MACHINE_TYPES);
    DualPrices busy = new DualPrices(1, PlainPrices.MACHINE_TYPES);

    quiet.find(market(List.of(new Stretch(0, set(tasks, 0.01), 1, 1)), UNLIMITED));
    busy.find(market(List.of(new Stretch(0, set(tasks, 0.2), 1, 1)), UNLIMITED));

    for (int j = 0; j < PlainPrices.MACHINE_TYPES; j++) {
      assertThat(perTick(busy, 0, j)).isGreaterThan(2 * perTick(quiet, 0, j));
    }
    assertThat(perJoule(busy)).isZero();
  }

  /**
   * Twenty tasks that are all alike want one machine, each for 10 of 100 ticks: who pays is
   * indifferent. They choose all at once, so that a price by the sign of what is asked alone would
   * have half of all times twice as much as there is.
   */
  @Test
  void timeIsNotTooCheapWhereAllChooseAtOnce() {
    TypeChoices[] alike = TypeChoices.of(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    Sample[] samples =
        IntStream.range(0, 20)
            .mapToObj(id -> Sample.of(new Task(id, 0, 0, 90), alike[0], 0))
            .toArray(Sample[]::new);
    SampleSet set = new SampleSet(samples, 0.5);
    Market market =
        new Market(
            alike,
            new int[] {1},
            List.of(new Stretch(0, set, 1, 1)),
            UNLIMITED,
            0,
            (sample, c) -> sample.utilities()[c]);
    DualPrices prices = new DualPrices(1, 1);
    prices.find(market);
    double used = 0;
    for (int event = 0; event < 4000; event++) {
      used += 10 * perTick(prices, 0, 0) < 1 ? 0.5 * 10 : 0;
      prices.follow(market);
    }

    assertThat(used / 4000).as("of the time of the machine").isBetween(0.9, 1.1);
  }

  @Test
  void whatNobodyWantsHasNextToNoPrice() {
    SampleSet set = set(tasks(100), 1e-9);
    DualPrices prices = new DualPrices(1, PlainPrices.MACHINE_TYPES);
    Market market = market(List.of(new Stretch(0, set, 1, 1)), 1e9);

    prices.find(market);
    IntStream.range(0, 500).forEach(event -> prices.follow(market));

    assertThat(perTick(prices, 0, 1)).isCloseTo(0.001 * set.perTick(), withPercentage(1e-9));
    assertThat(perJoule(prices)).isCloseTo(0.001 * set.perJoule(), withPercentage(1e-9));
  }

  @Test
  void nothingHasToBeKnown() {
    DualPrices prices = new DualPrices(1, PlainPrices.MACHINE_TYPES);

    prices.find(market(List.of(new Stretch(0, new SampleSet(new Sample[0], 0), 1, 1)), UNLIMITED));

    assertThat(perTick(prices, 0, 0)).isZero();
  }
}
