package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Prices beside the same steps written out plainly, and what they must come to. */
class DualPricesTest {
  private final SplittableRandom random = new SplittableRandom(5);
  private final PlainPrices plain = new PlainPrices(random);
  private double[] price = {};
  private double lambda;

  private Task task(int id) {
    return plain.task(id, id * 7L);
  }

  /** The step as it is published. */
  private void step(List<Task> tasks, double rate, double flow, double eta) {
    double ticks = tasks.size() / rate;
    double[] use = plain.use(tasks, price, lambda);
    plain.move(price, tasks, use, ticks, eta);
    double over = use[PlainPrices.MACHINE_TYPES] / (flow * ticks) - 1;
    lambda =
        Math.max(lambda * Math.exp(eta * Math.clamp(over, -1, 1)), 0.001 * plain.mean(tasks, true));
  }

  @RepeatedTest(20)
  void theyAreThoseOfTheStepsWrittenOut(RepetitionInfo run) {
    IntStream.range(0, run.getCurrentRepetition() * 3).forEach(i -> random.nextInt());
    TypeChoices[] choices = TypeChoices.of(plain.system());
    List<Task> tasks = IntStream.range(0, 150).mapToObj(this::task).toList();
    double rate = random.nextDouble(0.01, 0.2);
    double flow = random.nextDouble(50, 600);
    SampleSet set = set(choices, tasks, rate);
    DualPrices prices = new DualPrices(PlainPrices.MACHINE_TYPES);
    DualPrices.Supply supply = new DualPrices.Supply(plain.machines, flow);

    prices.solve(set, choices, supply);
    prices.follow(set, choices, supply, 10, 0.02);

    price = new double[PlainPrices.MACHINE_TYPES];
    Arrays.fill(price, plain.mean(tasks, false) / 2);
    lambda = plain.mean(tasks, true) / 2;
    for (int step = 0; step < 400; step++) {
      step(tasks, rate, flow, 0.3 / (1 + 20.0 * step / 400));
    }
    for (int step = 0; step < 10; step++) {
      step(tasks, rate, flow, 0.02);
    }
    for (int j = 0; j < PlainPrices.MACHINE_TYPES; j++) {
      assertThat(prices.perTick(j)).isCloseTo(price[j], withPercentage(1e-6));
    }
    assertThat(prices.perJoule()).isCloseTo(lambda, withPercentage(1e-6));
  }

  private static SampleSet set(TypeChoices[] choices, List<Task> tasks, double rate) {
    Sample[] samples =
        tasks.stream()
            .map(task -> Sample.of(task, choices[task.type()], PlainPrices.HALF))
            .toArray(Sample[]::new);
    return new SampleSet(samples, rate);
  }

  @Test
  void whatNobodyWantsHasNextToNoPrice() {
    TypeChoices[] choices = TypeChoices.of(plain.system());
    SampleSet set = set(choices, IntStream.range(0, 100).mapToObj(this::task).toList(), 1e-9);
    DualPrices prices = new DualPrices(PlainPrices.MACHINE_TYPES);

    prices.solve(set, choices, new DualPrices.Supply(plain.machines, 1e9));

    assertThat(prices.perTick(1)).isCloseTo(0.001 * set.perTick(), withPercentage(1e-9));
    assertThat(prices.perJoule()).isCloseTo(0.001 * set.perJoule(), withPercentage(1e-9));
  }

  @Test
  void nothingHasToBeKnown() {
    TypeChoices[] choices = TypeChoices.of(plain.system());
    DualPrices prices = new DualPrices(PlainPrices.MACHINE_TYPES);

    prices.solve(
        new SampleSet(new Sample[0], 0), choices, DualPrices.Supply.ofTime(plain.machines));

    assertThat(prices.perTick(0)).isZero();
  }
}
