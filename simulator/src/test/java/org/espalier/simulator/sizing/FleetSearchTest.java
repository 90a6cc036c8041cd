package org.espalier.simulator.sizing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.espalier.core.model.MachineType;
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

  private static FleetSearch search(List<String> ran) {
    return new FleetSearch(
        TYPES,
        fleet -> 100 * (1 - Math.exp(-power(fleet) / 5.5)),
        (fleet, first, last) -> {
          IntStream.rangeClosed(first, last).forEach(trial -> ran.add(fleet + " " + trial));
          return IntStream.rangeClosed(first, last)
              .mapToDouble(trial -> share(fleet) + 0.3 * (trial % 2 == 0 ? 1 : -1));
        },
        30,
        tried -> {});
  }

  private static double price(Map<String, Integer> fleet) {
    return 2 * fleet.get("gpu") + 0.3 * fleet.get("cpu");
  }

  /** All fleets that could matter. */
  private static Stream<Map<String, Integer>> all() {
    return IntStream.range(0, 12)
        .boxed()
        .flatMap(gpus -> IntStream.range(0, 60).mapToObj(cpus -> Map.of("gpu", gpus, "cpu", cpus)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 80, 95, 99})
  void itFindsWhatLookingAtAllFinds(double least) {
    double cheapest =
        all()
            .filter(fleet -> share(fleet) >= least)
            .mapToDouble(FleetSearchTest::price)
            .min()
            .orElseThrow();
    List<String> ran = new ArrayList<>();

    FleetSearch.Result found = search(ran).find(least, 0);

    FleetSearch.Tried best = found.best().orElseThrow();
    assertThat(best.price()).isCloseTo(cheapest, within(1e-9));
    assertThat(best.trials()).isEqualTo(30);
    assertThat(best.share().mean()).isCloseTo(share(best.machines()), within(1e-9));
    assertThat(ran).doesNotHaveDuplicates().hasSize(found.trials());
    assertThat(found.ruledOut()).isPositive();
    assertThat(search(new ArrayList<>()).find(least, cheapest).best().orElseThrow().price())
        .isCloseTo(cheapest, within(1e-9));
  }

  /**
   * What is cheaper is shown not to serve. Who loses twice what may be lost needs half the trials.
   */
  @Test
  void whatCannotBeOnTimeOftenEnoughLeavesEarly() {
    FleetSearch.Result found = search(new ArrayList<>()).find(99, 0);

    double price = found.best().orElseThrow().price();
    List<FleetSearch.Tried> cheaper =
        found.tried().stream().filter(fleet -> fleet.price() < price - 1e-9).toList();
    assertThat(cheaper).allSatisfy(fleet -> assertThat(fleet.share().mean()).isLessThan(99));
    assertThat(cheaper)
        .filteredOn(fleet -> share(fleet.machines()) < 98)
        .isNotEmpty()
        .allSatisfy(fleet -> assertThat(fleet.trials()).isLessThanOrEqualTo(18));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.3, 2, 5.2, 9})
  void theBestOfABudgetIsThatOfAll(double budget) {
    double most =
        all()
            .filter(fleet -> price(fleet) <= budget && power(fleet) > 0)
            .mapToDouble(FleetSearchTest::share)
            .max()
            .orElse(0);

    FleetSearch.Result found = search(new ArrayList<>()).best(budget);

    double share = found.best().map(best -> best.share().mean()).orElse(0.0);
    assertThat(share).isCloseTo(most, within(1e-9));
  }

  /** Few trials that happen to be equal are no certainty. */
  @Test
  void equalTrialsDoNotDecide() {
    FleetSearch search =
        new FleetSearch(
            TYPES,
            fleet -> Double.NaN,
            (fleet, first, last) ->
                IntStream.rangeClosed(first, last)
                    .mapToDouble(trial -> trial < 4 ? 98.9 : trial < 6 ? Double.NaN : 99.2),
            20,
            tried -> {});

    assertThat(search.find(99, 0).best().orElseThrow().price()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void itEndsWhereNoFleetServesWellEnough() {
    FleetSearch.Result found =
        new FleetSearch(
                TYPES,
                fleet -> Double.NaN,
                (fleet, first, last) -> IntStream.rangeClosed(first, last).mapToDouble(trial -> 90),
                2,
                t -> {})
            .find(99, 0);

    assertThat(found.best()).isEmpty();
    assertThat(found.tried()).hasSizeGreaterThanOrEqualTo(FleetSearch.MOST_TRIED);
  }

  @Test
  void whyNoFleetWasFoundIsSaid() {
    FleetSearch none =
        new FleetSearch(
            TYPES,
            fleet -> Double.NaN,
            (fleet, first, last) -> IntStream.rangeClosed(first, last).mapToDouble(trial -> 10),
            1,
            tried -> {});

    assertThat(none.find(50, 0).none())
        .matches("no fleet was found of the 1000 that cost [0-9.]+ an hour or less");
    assertThat(search(new ArrayList<>()).best(0.2).none())
        .isEqualTo("no fleet was found of the 0 that cost 0 an hour or less");
    assertThat(search(new ArrayList<>()).best(5_000).none())
        .matches("no fleet was found of the 199999 .* or less, and more are too many");
  }
}
