package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.ManualDriver;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pool of deferred tasks of THESIS 7.2.5: an immediate heuristic with unbounded queues, of
 * which the pruner keeps tasks in the batch queue until they have a chance.
 *
 * <p>One machine, on which a task takes 2 or 4 ticks, equally likely. A first task starts at 0. The
 * second arrives at 1 and is due at 6: behind the first it is late if both take 4, so that its
 * chance is 0.75, which is not above the threshold.
 */
@ParameterizedClass
@ValueSource(
    strings = {
      "FCFS",
      "FCFS-In-Order",
      "MET",
      "MCT",
      "KPB",
      "MR",
      "SQ",
      "MaxRobust",
      "MaxRobustV",
      "Round-Robin",
      "Random"
    })
class ImmediateDeferringTest {
  private static final AllocationRules UNBOUNDED = AllocationRules.unbounded(DroppingScope.PENDING);
  private static final Task FIRST = new Task(0, 0, 0, 100);
  private static final Task SECOND = new Task(1, 0, 1, 6);

  @Parameter String heuristic;

  private ManualDriver twoArrivals(String suffix) {
    PolicySettings settings = PolicySettings.THESIS.withRules(UNBOUNDED);
    ManualDriver driver =
        ManualDriver.explaining(
            TinySystems.oneByOne(),
            UNBOUNDED,
            PolicyRegistry.builtIn().find(heuristic + suffix).orElseThrow().create(settings));
    return driver.arrive(0, FIRST).settle(0).arrive(1, SECOND).settle(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-Drop"})
  void withoutDeferringATaskIsMappedOnArrival(String suffix) {
    ManualDriver driver = twoArrivals(suffix);

    assertThat(driver.manager().unmapped()).isZero();
    assertThat(driver.manager().queue(0).tasks()).containsExactly(FIRST, SECOND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-D", "-P"})
  void aDeferredTaskIsMappedAtALaterEventWhenItHasAChance(String suffix) {
    ManualDriver driver = twoArrivals(suffix);

    assertThat(driver.manager().unmapped()).isEqualTo(1);
    assertThat(driver.manager().queue(0).tasks()).containsExactly(FIRST);
    driver.finish(2, 0).settle(2);
    assertThat(driver.manager().unmapped()).isZero();
    assertThat(driver.manager().queue(0).running()).contains(SECOND);
    driver.finish(6, 0).settle(6);
    assertThat(fates(driver)).containsExactly(Fate.ON_TIME, Fate.ON_TIME);
  }

  /** The first task takes 4: the second has a chance of 0.5 from then on, and then none. */
  @ParameterizedTest
  @ValueSource(strings = {"-D", "-P"})
  void aDeferredTaskThatNeverHasAChanceLeavesAtItsDeadline(String suffix) {
    ManualDriver driver = twoArrivals(suffix).finish(4, 0).settle(4);

    assertThat(driver.manager().unmapped()).isEqualTo(1);
    assertThat(driver.manager().nextWakeUp()).isEqualTo(6);
    driver.settle(6);
    assertThat(driver.manager().unmapped()).isZero();
    assertThat(fates(driver)).containsExactly(Fate.ON_TIME, Fate.EXPIRED_IN_BATCH);
  }

  private static List<Fate> fates(ManualDriver driver) {
    return driver.recorder().entries().stream()
        .filter(Journal.Left.class::isInstance)
        .map(entry -> ((Journal.Left) entry).departure().fate())
        .toList();
  }
}
