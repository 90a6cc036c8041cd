package org.espalier.simulator.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.espalier.core.model.MachineType;
import org.espalier.report.statistics.MeanInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cheapest fleet, against looking at all. */
class FleetSearchTest {
  private static final List<MachineType> TYPES =
      List.of(new MachineType(0, "gpu", 2, 0, 0), new MachineType(1, "cpu", 0.3, 0, 0));

  private static int power(Map<String, Integer> fleet) {
    return 8 * fleet.getOrDefault("gpu", 0) + fleet.getOrDefault("cpu", 0);
  }

  /** More machines serve more; each gpu beside another one a little less. */
  private static double share(Map<String, Integer> fleet) {
    double lost = 0.4 * fleet.getOrDefault("gpu", 0) * fleet.getOrDefault("gpu", 0);
    return 100 * (1 - Math.exp(-(power(fleet) - lost) / 6));
  }

  private static FleetSearch search(List<Integer> ran) {
    return new FleetSearch(
        TYPES,
        fleet -> 100 * (1 - Math.exp(-power(fleet) / 5.5)),
        (fleet, trials) -> {
          ran.add(trials);
          return new MeanInterval(trials, share(fleet), 0.1);
        },
        30,
        tried -> {});
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 80, 95, 99})
  void itFindsWhatLookingAtAllFinds(double least) {
    double cheapest = Double.POSITIVE_INFINITY;
    for (int gpus = 0; gpus < 12; gpus++) {
      for (int cpus = 0; cpus < 60; cpus++) {
        double price = 2 * gpus + 0.3 * cpus;
        if (share(Map.of("gpu", gpus, "cpu", cpus)) >= least && price < cheapest) {
          cheapest = price;
        }
      }
    }
    List<Integer> ran = new ArrayList<>();

    FleetSearch.Result found = search(ran).find(least);

    FleetSearch.Tried best = found.best().orElseThrow();
    assertThat(best.price()).isCloseTo(cheapest, within(1e-9));
    assertThat(best.trials()).isEqualTo(30);
    assertThat(found.trials()).isEqualTo(ran.stream().mapToInt(Integer::intValue).sum());
    assertThat(found.ruledOut()).isGreaterThan(found.tried().size());
  }

  @Test
  void itEndsWhereNoFleetServesWellEnough() {
    FleetSearch.Result found =
        new FleetSearch(
                TYPES,
                fleet -> Double.NaN,
                (fleet, trials) -> new MeanInterval(trials, 90, 0.1),
                2,
                t -> {})
            .find(99);

    assertThat(found.best()).isEmpty();
    assertThat(found.tried()).hasSize(FleetSearch.MOST_TRIED);
  }
}
