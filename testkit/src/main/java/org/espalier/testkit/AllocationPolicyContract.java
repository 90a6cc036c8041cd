package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.DeadlineKind;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.TaskManagement.UnboundedQueues;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicySettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * What every allocation policy must keep to; extend it and say which policy.
 *
 * <p>The policy plays random small trials as a {@link CheckedPolicy}, and a {@link RuleWatcher}
 * looks on. With Java's assertions on, as build tools have them in tests, a measure of pairs that
 * depends on more than it says is caught too. A test that takes five minutes has failed.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
public abstract class AllocationPolicyContract {
  /** For those who extend it. */
  protected AllocationPolicyContract() {}

  /**
   * A new policy, in its first state.
   *
   * @param settings the settings it is to play by
   */
  protected abstract AllocationPolicy newPolicy(PolicySettings settings);

  /** The settings it must work with. */
  protected List<PolicySettings> settings() {
    AllocationRules narrow = AllocationRules.of(new Polled(), DroppingScope.NONE);
    AllocationRules soft =
        new AllocationRules(
            new UnboundedQueues(), DroppingScope.NONE, DeadlineKind.SOFT, Trigger.EVERY_EVENT);
    AllocationRules remapped = AllocationRules.of(new PendingSlot(), DroppingScope.PENDING);
    AllocationRules justInTime =
        PolicySettings.THESIS
            .rules()
            .withTrigger(new Trigger(4, false, 9))
            .withFill(Fill.JUST_IN_TIME);
    return List.of(
        PolicySettings.THESIS,
        PolicySettings.JOURNAL,
        PolicySettings.THESIS.withRules(remapped),
        PolicySettings.THESIS.withRules(narrow),
        PolicySettings.THESIS.withRules(soft),
        PolicySettings.JOURNAL.withRules(
            PolicySettings.JOURNAL.rules().withTrigger(new Trigger(3, false, 7))),
        PolicySettings.THESIS.withRules(justInTime));
  }

  /** How many random trials of each kind it plays with each of the settings. */
  protected int trials() {
    return 8;
  }

  @Test
  public void keepsTheRulesOnOrdinarySystems() {
    playAll(RandomTrials.ORDINARY);
  }

  @Test
  public void mapsTasksOnlyWhereTheyCanRun() {
    playAll(RandomTrials.WITH_GAPS);
  }

  @Test
  public void worksOnASingleMachine() {
    playAll(RandomTrials.ONE_MACHINE);
  }

  @Test
  public void worksOnMachinesOfOneType() {
    playAll(RandomTrials.HOMOGENEOUS);
  }

  @Test
  public void worksWithExecutionTimesOfZero() {
    playAll(RandomTrials.WITH_ZERO_TIMES);
  }

  @Test
  public void worksWhereEverythingIsATie() {
    playAll(RandomTrials.WITH_TIES);
  }

  @Test
  public void worksWithDeadlinesThatArePastOrFarAway() {
    playAll(RandomTrials.WITH_ODD_DEADLINES);
  }

  @Test
  public void worksWithExecutionTimesOfUnlikeSteps() {
    playAll(RandomTrials.WITH_UNLIKE_STEPS);
  }

  @Test
  public void theSameEventsGiveTheSameDecisions() {
    for (PolicySettings settings : settings()) {
      for (RandomTrials kind : RandomTrials.values()) {
        TinyTrial trial = kind.trial(1);
        checkRepeats(kind, settings, trial, play(settings, trial));
      }
    }
  }

  @Test
  public void worksWhenTasksFailAndMachinesComeAndGo() {
    for (PolicySettings settings : settings()) {
      for (RandomTrials kind : RandomTrials.values()) {
        TinyTrial trial = kind.trial(3);
        ManualDriver driver =
            ManualDriver.of(trial.system(), settings.rules(), newPolicy(settings));
        checkRepeats(kind, settings, trial, driver.playUpset(trial, 4));
      }
    }
  }

  private void checkRepeats(
      RandomTrials kind, PolicySettings settings, TinyTrial trial, ManualDriver driver) {
    NotificationRecorder first = driver.recorder();
    NotificationRecorder second =
        ManualDriver.replay(
            trial.system(), settings.rules(), newPolicy(settings), first.notifications());

    assertThat(second.entries()).as("%s with %s", kind, settings).isEqualTo(first.entries());
  }

  @Test
  public void explainingDoesNotChangeWhatIsDecided() {
    for (PolicySettings settings : settings()) {
      for (RandomTrials kind : RandomTrials.values()) {
        TinyTrial trial = kind.trial(2);
        ManualDriver silent = play(settings, trial);
        ManualDriver explaining =
            ManualDriver.explaining(trial.system(), settings.rules(), newPolicy(settings))
                .play(trial);

        assertThat(withoutDeferrals(explaining))
            .as("%s with %s", kind, settings)
            .isEqualTo(withoutDeferrals(silent));
      }
    }
  }

  @Test
  public void mapsNothingWhenNothingWaits() {
    for (PolicySettings settings : settings()) {
      PolicySettings always = settings.withRules(settings.rules().withTrigger(Trigger.EVERY_EVENT));
      Task task = new Task(0, 0, 0, 20);
      ManualDriver driver =
          ManualDriver.of(
              TinySystems.oneByOne(), always.rules(), new Preloaded(newPolicy(always), 1));
      driver.arrive(0, task).settle(0).finish(2, 0).settle(2);

      assertThat(driver.recorder().events())
          .containsExactly(new Journal.EventHeld(0, 1, 0), new Journal.EventHeld(2, 0, 0));
      assertThat(assigned(driver)).containsExactly(task);
    }
  }

  @Test
  public void mapsNothingWhenNoMachineHasRoomButWhereItDrops() {
    PolicySettings settings =
        PolicySettings.THESIS.withRules(AllocationRules.bounded(2, DroppingScope.NONE));
    ManualDriver driver =
        ManualDriver.of(
            TinySystems.oneByOne(), settings.rules(), new Preloaded(newPolicy(settings), 2));
    for (Task task : TinyWorkloads.burst(5, 0, 0, 100).tasks()) {
      driver.arrive(0, task);
    }
    driver.settle(0).arrive(1, new Task(5, 0, 1, 100)).settle(1);

    int mapped = assigned(driver).size();
    int dropped = driver.departures().size();
    assertThat(driver.recorder().events()).hasSize(2);
    assertThat(mapped).as("mapped, two of them beforehand").isBetween(2, 2 + dropped);
    assertThat(driver.manager().unmapped()).isEqualTo(6 - mapped);
  }

  private void playAll(RandomTrials kind) {
    for (PolicySettings settings : settings()) {
      for (int seed = 0; seed < trials(); seed++) {
        TinyTrial trial = kind.trial(seed);
        checkFates(settings, trial, play(settings, trial));
      }
    }
  }

  private ManualDriver play(PolicySettings settings, TinyTrial trial) {
    return ManualDriver.of(trial.system(), settings.rules(), newPolicy(settings)).play(trial);
  }

  /** Hard deadlines give every task a fate in the end; soft ones leave it waiting at worst. */
  private static void checkFates(PolicySettings settings, TinyTrial trial, ManualDriver driver) {
    List<Integer> seen = new ArrayList<>();
    for (Departure departure : driver.departures()) {
      seen.add(departure.task().id());
    }
    int left = settings.rules().isHard() ? 0 : driver.manager().unmapped();
    assertThat(seen).doesNotHaveDuplicates().hasSize(trial.workload().size() - left);
  }

  private static List<Journal.Decided> withoutDeferrals(ManualDriver driver) {
    return driver.decisions().stream()
        .filter(decided -> !(decided.decision() instanceof Decision.Defer))
        .toList();
  }

  private static List<Task> assigned(ManualDriver driver) {
    return driver.decisions().stream()
        .map(Journal.Decided::decision)
        .filter(Decision.Assign.class::isInstance)
        .map(Decision::task)
        .toList();
  }

  /** Maps the first tasks itself, at its first event, and leaves all later events to a policy. */
  private static final class Preloaded implements AllocationPolicy {
    private final AllocationPolicy policy;
    private final int count;
    private boolean loaded;

    Preloaded(AllocationPolicy policy, int count) {
      this.policy = policy;
      this.count = count;
    }

    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      if (loaded) {
        return policy.decide(event);
      }
      loaded = true;
      return event.candidates().stream()
          .limit(count)
          .map(Candidate::task)
          .<Decision>map(task ->
              new Decision.Assign(
                  task, event.system().placements().getFirst(), Basis.of("preloaded", 0)))
          .toList();
    }
  }
}
