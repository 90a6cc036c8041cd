package org.espalier.simulator.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.budget.EnergySettings;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Task;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.pricing.JustInTime;
import org.espalier.core.pricing.JustInTimeByUtility;
import org.espalier.core.pricing.JustInTimeOptions;
import org.espalier.core.pruning.ComposedPolicy;
import org.espalier.core.pruning.Deferring;
import org.espalier.core.pruning.Dropping;
import org.espalier.core.pruning.Pruner;
import org.espalier.core.pruning.ToggleSettings;
import org.espalier.core.registry.PolicySettings;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.engine.EventEngine;
import org.espalier.simulator.engine.Trial;
import org.espalier.testkit.RandomTrials;
import org.espalier.testkit.TinyTrial;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The prices that stories of tasks tell, against what the policy said of the pairs it chose. */
class PriceStoryTest {
  private static final TinyTrial TINY = RandomTrials.ORDINARY.trial(5);

  static Stream<Arguments> policies() {
    JustInTimeOptions plain = JustInTimeOptions.NONE;
    JustInTimeOptions evicting = new JustInTimeOptions(0, 0, true, Duration.ZERO);
    return Stream.of(
        Arguments.of("JIT", new JustInTime(plain, Forecast.NONE)),
        Arguments.of("JIT that evicts", new JustInTime(evicting, Forecast.NONE)),
        Arguments.of(
            "JIT by utility",
            new JustInTimeByUtility(JustInTimeOptions.NONE, Forecast.NONE, EnergySettings.NONE)));
  }

  private static TaskStory story(Task task, MappingHeuristic heuristic) {
    StoryTeller teller = new StoryTeller(task.id());
    Pruner pruner = new Pruner(ToggleSettings.NEVER, Dropping.NONE, Deferring.fixed(0));
    Trial trial =
        new Trial(
            TINY.system(),
            PolicySettings.JOURNAL.rules(),
            TINY.workload(),
            new CounterStream(1, 1, TINY.system().pet()));
    EventEngine.run(
        trial, teller.watching(new ComposedPolicy("priced", pruner, heuristic)), teller);
    return teller.story().orElseThrow();
  }

  /** What is chosen is worth its gain less its price; what is left waiting says both. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("policies")
  void worthIsTheGainLessThePrice(String name, MappingHeuristic heuristic) {
    List<Double> priced = new ArrayList<>();
    Task task = TINY.workload().tasks().get(12);
    for (Moment.Assigned assigned : story(task, heuristic).all(Moment.Assigned.class).toList()) {
      assigned.chances().stream()
          .filter(chance -> chance.machine() == assigned.machine())
          .flatMap(chance -> chance.price().stream())
          .forEach(price -> {
            Basis own = price.own();
            assertThat(own.limit() - own.value()).isCloseTo(assigned.basis().value(), within(1e-9));
            priced.add(own.value());
          });
    }

    assertThat(priced).as(name).isNotEmpty().allMatch(price -> price >= 0);
  }
}
