package org.espalier.simulator.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks that have just the time that one machine takes. On the other one they are evicted, which
 * ends at their deadline as well: by the expected completion the machines are equal.
 */
class TieAtDeadlineTest {
  private static final int TASKS = 5;
  private static final Pmf SHORT = Pmf.of(2, 1, 1);
  private static final Pmf LONG = Pmf.of(4, 1, 1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MM",
        "MSD",
        "MMU",
        "EDF",
        "SJF",
        "MCT",
        "Sufferage",
        "Min-Min-Comp",
        "Max-Util",
        "Max-Max-Util",
        "Max-Utility",
        "MCT-P",
        "MM-P",
        "PAM",
        "JIT",
        "MaxRobust"
      })
  void theOrderOfMachinesDoesNotDecide(String policy) {
    assertThat(onTime(policy, DroppingScope.EXECUTING, LONG, SHORT)).isEqualTo(TASKS);
    assertThat(onTime(policy, DroppingScope.EXECUTING, SHORT, LONG)).isEqualTo(TASKS);
  }

  /** Chances count only where completions are cut: here 3 ticks, or 2 to 4, are a tie. */
  @ParameterizedTest
  @ValueSource(strings = {"MM", "MCT"})
  void whereNothingIsEvictedTheFirstMachineIsTaken(String policy) {
    Pmf spread = Pmf.of(2, 1, 0.5, 0, 0.5);
    Pmf certain = Pmf.of(3, 1, 1);

    assertThat(machines(policy, DroppingScope.PENDING, spread, certain)).containsOnly(0);
    assertThat(machines(policy, DroppingScope.PENDING, certain, spread)).containsOnly(0);
  }

  private static long onTime(String policy, DroppingScope scope, Pmf first, Pmf second) {
    return run(policy, scope, 2, first, second).departures().stream()
        .filter(left -> left.fate() == Fate.ON_TIME)
        .count();
  }

  private static List<Integer> machines(String policy, DroppingScope scope, Pmf first, Pmf second) {
    return run(policy, scope, 3, first, second).departures().stream()
        .map(left -> left.machine())
        .toList();
  }

  private static TrialOutcome run(
      String policy, DroppingScope scope, long time, Pmf first, Pmf second) {
    List<Task> tasks = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      tasks.add(new Task(i, 0, 10L * i, 10L * i + time));
    }
    AllocationRules rules = AllocationRules.bounded(3, scope);
    PolicySettings settings = PolicySettings.JOURNAL.withRules(rules);
    Pmf[] times = {first, second};
    return EventEngine.run(
        new Trial(
            TinySystems.of(new Pmf[][] {times}),
            rules,
            new Workload("just in time", tasks),
            (task, machine, pState) -> times[machine.id()].earliest()),
        PolicyRegistry.builtIn().find(policy).orElseThrow().create(settings));
  }
}
