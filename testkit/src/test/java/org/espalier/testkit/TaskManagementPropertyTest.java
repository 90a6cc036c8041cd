package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random trials under each kind of task management: every task leaves once, polled machines hold
 * one task, and of a pending slot the first two tasks stay where they are, which the {@link
 * RuleWatcher} sees to.
 */
class TaskManagementPropertyTest {
  private static final List<String> POLICIES =
      List.of("MM", "PAM", "PAM-Drop", "MOC-P", "MSD", "MaxRobust", "FCFS", "Random");
  private static final int SEEDS = 3;

  private record Case(TaskManagement management, DroppingScope scope, Trigger trigger) {
    AllocationRules rules() {
      return AllocationRules.of(management, scope).withTrigger(trigger);
    }
  }

  static Stream<Case> cases() {
    return Stream.of(new BoundedQueues(3), new UnboundedQueues(), new PendingSlot(), new Polled())
        .flatMap(management ->
            Stream.of(DroppingScope.values())
                .flatMap(scope ->
                    Stream.of(Trigger.EVERY_EVENT, new Trigger(4, false, 5))
                        .map(trigger -> new Case(management, scope, trigger))));
  }

  private static List<ManualDriver> play(Case rules, boolean upset, boolean must) {
    List<ManualDriver> played = new ArrayList<>();
    PolicySettings settings = PolicySettings.THESIS.withRules(rules.rules());
    for (String name : POLICIES) {
      for (int seed = 0; seed < SEEDS; seed++) {
        TinyTrial ordinary = RandomTrials.ORDINARY.trial(seed);
        TinyTrial trial = must ? withMust(ordinary) : ordinary;
        ManualDriver driver =
            ManualDriver.of(
                trial.system(),
                settings.rules(),
                PolicyRegistry.builtIn().find(name).orElseThrow().create(settings));
        played.add(upset ? driver.playUpset(trial, seed) : driver.play(trial));
        assertThat(driver.departures())
            .as("%s, seed %d", name, seed)
            .extracting(departure -> departure.task().id())
            .doesNotHaveDuplicates()
            .hasSize(trial.workload().size());
      }
    }
    return played;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyTaskLeavesOnce(Case rules) {
    List<ManualDriver> played = play(rules, false, false);

    boolean remapped =
        played.stream()
            .flatMap(driver -> driver.recorder().entries().stream())
            .anyMatch(Journal.Returned.class::isInstance);
    assertThat(remapped).isEqualTo(rules.management() instanceof PendingSlot);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyTaskLeavesOnceWhenMachinesComeAndGo(Case rules) {
    play(rules, true, false);
  }

  /** Every fifth task must be completed; for its sake others go back, but not the like of it. */
  private static TinyTrial withMust(TinyTrial trial) {
    List<Task> tasks =
        trial.workload().tasks().stream()
            .map(t ->
                new Task(
                    t.id(),
                    t.type(),
                    t.arrival(),
                    t.deadline(),
                    new DeadlineUtility(1, t.id() % 5 == 4)))
            .toList();
    return new TinyTrial(trial.system(), new Workload("must", tasks), trial.actualTimes());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyTaskLeavesOnceWhereSomeMustBeCompleted(Case rules) {
    boolean goBack =
        play(rules, false, true).stream()
            .flatMap(driver -> driver.recorder().entries().stream())
            .anyMatch(Journal.Returned.class::isInstance);
    play(rules, true, true);

    assertThat(goBack)
        .isEqualTo(
            rules.management() instanceof BoundedQueues
                || rules.management() instanceof PendingSlot);
  }
}
