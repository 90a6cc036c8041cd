package org.example.heuristics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.heuristic.MappingHeuristic;
import org.espalier.core.model.Task;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.testkit.ManualDriver;
import org.espalier.testkit.MappingHeuristicContract;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

/** The contract of heuristics, and what is peculiar to this one. */
class LeastSlackTest extends MappingHeuristicContract {
  @Override
  protected MappingHeuristic newHeuristic(PolicySettings settings) {
    return new LeastSlack();
  }

  /** One machine on which a task takes 2 or 4 ticks: done at 3 on average, the next one at 6. */
  @Test
  void theSoonestDeadlineThatCanBeMetGoesFirst() {
    Task relaxed = new Task(0, 0, 0, 50);
    Task hopeless = new Task(1, 0, 0, 2);
    Task urgent = new Task(2, 0, 0, 5);
    ManualDriver driver =
        ManualDriver.of(
            TinySystems.oneByOne(),
            PolicySettings.THESIS.rules(),
            newPolicy(PolicySettings.THESIS));
    driver.arrive(0, relaxed).arrive(0, hopeless).arrive(0, urgent).settle(0);

    List<Task> mapped =
        driver.decisions().stream()
            .map(decided -> decided.decision())
            .filter(Decision.Assign.class::isInstance)
            .map(Decision::task)
            .toList();
    assertEquals(List.of(urgent, relaxed), mapped);
  }

  /** Done at 3 on average, which leaves 2 of 5 ticks: enough for a margin of 0.4, not for more. */
  @Test
  void theMarginIsASetting() {
    assertEquals(1, mappedWithMargin(0.4));
    assertEquals(0, mappedWithMargin(0.5));
  }

  @SuppressWarnings("unchecked")
  private static long mappedWithMargin(double margin) {
    LeastSlack policy = new LeastSlack();
    var parameter = (PolicyParameter<Double>) policy.parameters().getFirst();
    PolicySettings settings =
        PolicySettings.THESIS.withParameters(ParameterValues.DEFAULTS.with(parameter, margin));
    ManualDriver driver =
        ManualDriver.of(
            TinySystems.oneByOne(), settings.rules(), policy.create(settings, PruningParts.NONE));
    driver.arrive(0, new Task(0, 0, 0, 5)).settle(0);
    return driver.decisions().stream()
        .filter(decided -> decided.decision() instanceof Decision.Assign)
        .count();
  }

  @Test
  void bothHeuristicsAreFoundAsServices() {
    PolicyRegistry registry = PolicyRegistry.withServices(LeastSlack.class.getClassLoader());

    assertEquals("Least-Slack", registry.find("Least-Slack").orElseThrow().provider().name());
    assertEquals(
        "Robust-Shortest", registry.find("Robust-Shortest-P").orElseThrow().provider().name());
  }
}
