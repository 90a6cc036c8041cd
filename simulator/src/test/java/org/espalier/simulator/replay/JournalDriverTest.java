package org.espalier.simulator.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.allocation.rules.Fill;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.core.allocation.rules.TaskManagement;
import org.espalier.core.allocation.rules.TaskManagement.BoundedQueues;
import org.espalier.core.allocation.rules.TaskManagement.PendingSlot;
import org.espalier.core.allocation.rules.TaskManagement.Polled;
import org.espalier.core.allocation.rules.Trigger;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals of random lives replay to themselves, and whatever is changed in them is found. */
class JournalDriverTest {
  private static final int STEPS = 400;
  private static final RegisteredPolicies POLICIES =
      new RegisteredPolicies(PolicyRegistry.builtIn());

  private static List<Journal.Entry> withoutDeferrals(List<Journal.Entry> journal) {
    return journal.stream().filter(entry -> !isDeferral(entry)).toList();
  }

  private static boolean isDeferral(Journal.Entry entry) {
    return entry instanceof Journal.Decided decided && decided.decision() instanceof Decision.Defer;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aJournalReplaysToItself(long seed) {
    List<Journal.Entry> journal = RandomLife.journal(seed, STEPS);

    Replayed replayed = JournalDriver.run(journal, POLICIES);

    assertThat(replayed.difference()).isEmpty();
    assertThat(replayed.entries()).isEqualTo(withoutDeferrals(journal));
    assertThat(journal).anyMatch(JournalDriverTest::isDeferral);
    assertThat(replayed.decisions()).hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aJournalOfEachTaskManagementReplaysToItself(long seed) {
    for (TaskManagement management : List.of(new PendingSlot(), new Polled())) {
      AllocationRules rules =
          AllocationRules.of(management, DroppingScope.EXECUTING)
              .withTrigger(new Trigger(3, true, 7));
      List<Journal.Entry> journal =
          RandomLife.journal(seed, STEPS, List.of("MM", "PAM-Drop"), rules);

      Replayed replayed = JournalDriver.run(journal, POLICIES);

      assertThat(replayed.difference()).as("%s", management).isEmpty();
      assertThat(replayed.entries()).isEqualTo(withoutDeferrals(journal));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aJournalOfQueuesFilledJustInTimeReplaysToItself(long seed) {
    for (TaskManagement management : List.of(new PendingSlot(), new BoundedQueues(3))) {
      for (Trigger trigger : List.of(Trigger.EVERY_EVENT, new Trigger(4, false, 9))) {
        AllocationRules rules =
            AllocationRules.of(management, DroppingScope.EXECUTING)
                .withTrigger(trigger)
                .withFill(Fill.JUST_IN_TIME);
        List<Journal.Entry> journal =
            RandomLife.journal(seed, STEPS, List.of("MM", "PAM", "Max-Max-UPT"), rules);

        Replayed replayed = JournalDriver.run(journal, POLICIES);

        assertThat(replayed.difference()).as("%s, %s", management, trigger).isEmpty();
        assertThat(replayed.entries()).isEqualTo(withoutDeferrals(journal));
        assertThat(journal).anyMatch(JournalDriverTest::isBackByFill);
      }
    }
  }

  private static boolean isBackByFill(Journal.Entry entry) {
    return entry instanceof Journal.Decided decided
        && decided.decision() instanceof Decision.Defer defer
        && defer.filter().equals(Fill.REASON);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aJournalOfChargesReplaysToItself(long seed) {
    AllocationRules rules =
        AllocationRules.bounded(3, DroppingScope.EXECUTING).withCharge(new SchedulerCharge(0.4));
    List<Journal.Entry> journal = RandomLife.journal(seed, STEPS, List.of("MM", "PAM-Drop"), rules);

    Replayed replayed = JournalDriver.run(journal, POLICIES);

    assertThat(journal).filteredOn(Journal.Charged.class::isInstance).hasSizeGreaterThan(50);
    assertThat(replayed.difference()).isEmpty();
    assertThat(replayed.entries()).isEqualTo(withoutDeferrals(journal));
  }

  /** All, or a third of them each day. */
  static List<String> policies() {
    List<String> all = PolicyRegistry.builtIn().names();
    return TestSample.of(all.size() / 3, all.size()).mapToObj(all::get).toList();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aJournalOfEveryPolicyReplaysToItself(String policy) {
    for (int seed : TestSample.of(1, 30).toArray()) {
      List<Journal.Entry> journal = RandomLife.journal(seed, STEPS, List.of(policy));

      assertThat(JournalDriver.run(journal, POLICIES).difference())
          .as("seed %d of the sample of %s", seed, TestSample.day())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aDecisionThatIsMissingOrAnotherIsFound(long seed) {
    List<Journal.Entry> journal = withoutDeferrals(RandomLife.journal(seed, STEPS));
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      int place = random.nextInt(journal.size());
      if (journal.get(place)
          instanceof
          Journal.Decided(long time, Decision.Assign(var task, var placement, var basis))) {
        List<Journal.Entry> other = new ArrayList<>(journal);
        Journal.Entry changed =
            new Journal.Decided(
                time, new Decision.Assign(task, on((placement.machine() + 1) % 3), basis));
        other.set(place, changed);
        Difference expected =
            new Difference(place + 1, Optional.of(changed), Optional.of(journal.get(place)));
        assertThat(JournalDriver.run(other, POLICIES).difference()).contains(expected);

        other.remove(place);
        assertThat(JournalDriver.run(other, POLICIES).difference())
            .hasValueSatisfying(d -> assertThat(d.entry()).isEqualTo(place + 1));
      }
    }
  }

  @Test
  void anotherPolicyIsADifferenceThatNamesBothSides() {
    List<Journal.Entry> journal = new ArrayList<>(RandomLife.journal(1, STEPS));
    Journal.Began began = (Journal.Began) journal.getFirst();
    journal.set(
        0,
        new Journal.Began(
            began.time(),
            began.system(),
            began.rules(),
            "MM",
            began.settings(),
            began.waiting(),
            began.running(),
            began.spent(),
            began.held()));

    assertThat(JournalDriver.run(journal, POLICIES).difference().orElseThrow().toString())
        .matches("entry \\d+: the journal says \\{.*}, the replay \\{.*}");
  }

  @Test
  void aJournalThatEndsInTheMidstOfAStepIsADifference() {
    List<Journal.Entry> journal = withoutDeferrals(RandomLife.journal(2, STEPS));
    int held = journal.lastIndexOf(last(Journal.EventHeld.class, journal));
    int decided = journal.lastIndexOf(last(Journal.Decided.class, journal));

    assertThat(JournalDriver.run(journal.subList(0, Math.max(held + 1, decided)), POLICIES))
        .extracting(Replayed::difference)
        .satisfies(d -> assertThat(d.isPresent()).isEqualTo(decided > held));
  }

  private static <T> T last(Class<T> kind, List<Journal.Entry> journal) {
    return journal.stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  @Test
  void aJournalWithoutAStartOrWithWhatCannotBeIsRefused() {
    List<Journal.Entry> journal = RandomLife.journal(1, STEPS);
    List<Journal.Entry> cut = journal.subList(1, 40);
    List<Journal.Entry> impossible = List.of(journal.getFirst(), finished());

    assertThatThrownBy(() -> JournalDriver.run(cut, POLICIES))
        .hasMessageContaining("entry 1 of the journal cannot be replayed")
        .hasMessageContaining("has begun");
    assertThatThrownBy(() -> JournalDriver.run(impossible, POLICIES))
        .hasMessageContaining("entry 2 of the journal cannot be replayed")
        .hasMessageContaining("runs none");
  }

  private static Journal.Finished finished() {
    return new Journal.Finished(101, 0, new Task(1, 0, 100, 200), 101);
  }

  @Test
  void settingsAreOptionsOfPolicies() {
    Journal.Began began = (Journal.Began) RandomLife.journal(1, 1).getFirst();

    assertThat(POLICIES.create(began, "PAM", "").name()).isEqualTo("PAM");
    assertThat(
            RegisteredPolicies.settings(
                    PolicyRegistry.builtIn(), began, "{\"dropping_threshold\":\"0.3\"}", Map.of())
                .common()
                .pruning()
                .byThreshold()
                .threshold())
        .isEqualTo(0.3);
    assertThatThrownBy(() -> POLICIES.create(began, "PAN", "{}")).hasMessageContaining("PAM");
    assertThatThrownBy(() -> POLICIES.create(began, "PAM", "none"))
        .hasMessageContaining("no JSON object");
    assertThatThrownBy(
            () -> POLICIES.create(began, "PAM", "{\"droping_threshold\":1,\"toggle_lambda\":7}"))
        .hasMessageContaining("dropping_threshold?")
        .hasMessageContaining("toggle_lambda is 7");
  }

  private static Placement on(int machine) {
    return new Placement(machine, machine, 0);
  }
}
