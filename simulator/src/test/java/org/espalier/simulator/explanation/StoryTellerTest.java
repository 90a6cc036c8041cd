package org.espalier.simulator.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.DeferringFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.espalier.testkit.TinySystems;
import org.junit.jupiter.api.Test;

/** Stories told from journals written by hand. */
final class StoryTellerTest {
  private static final Task FIRST = new Task(0, 0, 0, 50);
  private static final Task OURS = new Task(1, 0, 2, 60);
  private static final Task LAST = new Task(2, 0, 3, 70);
  private static final HcSystem SYSTEM = TinySystems.oneByOne();
  private static final AllocationRules RULES = AllocationRules.bounded(3, DroppingScope.PENDING);
  private static final Basis COMPLETION = Basis.of("expected completion", 20);

  private final StoryTeller teller = new StoryTeller(OURS.id());

  private static Basis chance(double value, double limit) {
    return new Basis("chance of success", value, limit);
  }

  private List<Moment> tell(Journal.Entry... entries) {
    for (Journal.Entry entry : entries) {
      teller.record(entry);
    }
    return teller.story().orElseThrow().moments();
  }

  private static Journal.Entry decided(long time, Decision decision) {
    return new Journal.Decided(time, decision);
  }

  private static Decision drop(Task task, int machine) {
    return new Decision.Drop(task, machine, DropReason.BELOW_THRESHOLD, chance(0.2, 0.5));
  }

  private static Decision deferral(int machine, Basis basis) {
    return new Decision.Defer(
        OURS, new Placement(machine, machine, 0), DeferringFilter.REASON, basis);
  }

  private static Journal.Entry left(Task task, Fate fate, int machine, long start, long time) {
    return new Journal.Left(
        new Departure(task, fate, new Placement(machine, machine, 0), start, time));
  }

  @Test
  void waitsAreDeferralsAndEventsThatSayNothing() {
    List<Moment> moments =
        tell(
            new Journal.EventHeld(1, 0, 0),
            new Journal.Arrived(2, OURS),
            new Journal.EventHeld(2, 1, 0),
            decided(2, deferral(0, chance(0.4, 0.9))),
            decided(2, deferral(1, chance(0.6, 0.9))),
            decided(2, deferral(2, chance(0.5, 0.9))),
            new Journal.EventHeld(5, 1, 0),
            new Journal.EventHeld(7, 1, 0),
            decided(7, deferral(0, chance(0.3, 0.9))),
            new Journal.EventHeld(8, 1, 0),
            left(OURS, Fate.EXPIRED_IN_BATCH, -1, Departure.NOT_STARTED, 61));

    assertThat(moments)
        .containsExactly(
            new Moment.Arrived(2),
            new Moment.Deferred(2, 1, DeferringFilter.REASON, chance(0.6, 0.9), List.of()),
            new Moment.PassedOver(5, List.of()),
            new Moment.Deferred(7, 0, DeferringFilter.REASON, chance(0.3, 0.9), List.of()),
            new Moment.PassedOver(8, List.of()),
            new Moment.Left(
                new Departure(
                    OURS, Fate.EXPIRED_IN_BATCH, Placement.NOWHERE, Departure.NOT_STARTED, 61)));
  }

  @Test
  void dropsAheadMakeRoomWhereverItWaits() {
    Decision dropInEvent = drop(FIRST, 0);
    Decision dropElsewhere = drop(new Task(9, 0, 1, 9), 1);
    List<Moment> moments =
        tell(
            new Journal.Arrived(0, FIRST),
            decided(0, new Decision.Assign(FIRST, new Placement(0, 0, 0), COMPLETION)),
            new Journal.Arrived(2, OURS),
            new Journal.Arrived(3, LAST),
            new Journal.EventHeld(3, 2, 0),
            decided(3, dropInEvent),
            left(FIRST, Fate.DROPPED_PENDING, 0, Departure.NOT_STARTED, 3),
            decided(3, dropElsewhere),
            decided(3, new Decision.Assign(LAST, new Placement(0, 0, 0), COMPLETION)),
            decided(3, new Decision.Assign(OURS, new Placement(0, 0, 0), COMPLETION)),
            new Journal.EventHeld(4, 0, 0),
            decided(4, drop(LAST, 0)),
            left(LAST, Fate.DROPPED_PENDING, 0, Departure.NOT_STARTED, 4),
            new Journal.Started(4, new Placement(0, 0, 0), OURS),
            new Journal.Finished(24, 0, OURS, 24),
            left(OURS, Fate.ON_TIME, 0, 4, 24));

    assertThat(moments)
        .containsExactly(
            new Moment.Arrived(2),
            new Moment.MadeRoom(3, dropInEvent, Double.NaN, Double.NaN),
            new Moment.Assigned(3, 0, COMPLETION, List.of(LAST), List.of()),
            new Moment.MadeRoom(4, drop(LAST, 0), Double.NaN, Double.NaN),
            new Moment.Started(4, 0),
            new Moment.Left(new Departure(OURS, Fate.ON_TIME, new Placement(0, 0, 0), 4, 24)));
  }

  @Test
  void dropsBehindItAreNoneOfItsBusiness() {
    Decision ours = drop(OURS, 0);
    List<Moment> moments =
        tell(
            new Journal.Arrived(2, OURS),
            new Journal.Arrived(3, LAST),
            new Journal.EventHeld(3, 2, 0),
            decided(3, new Decision.Assign(OURS, new Placement(0, 0, 0), COMPLETION)),
            decided(3, new Decision.Assign(LAST, new Placement(0, 0, 0), COMPLETION)),
            decided(3, new Decision.Assign(FIRST, new Placement(0, 0, 0), COMPLETION)),
            new Journal.EventHeld(4, 0, 0),
            decided(4, drop(LAST, 0)),
            decided(4, ours),
            left(OURS, Fate.DROPPED_PENDING, 0, Departure.NOT_STARTED, 4));

    assertThat(moments)
        .containsExactly(
            new Moment.Arrived(2),
            new Moment.Assigned(3, 0, COMPLETION, List.of(), List.of()),
            new Moment.Pruned(4, ours, List.of(FIRST)),
            new Moment.Left(
                new Departure(
                    OURS, Fate.DROPPED_PENDING, new Placement(0, 0, 0), Departure.NOT_STARTED, 4)));
  }

  /** What only live services tell. */
  @Test
  void aTaskMayBeLostAndRunAgain() {
    List<Moment> moments =
        tell(
            new Journal.Arrived(2, OURS),
            new Journal.EventHeld(2, 1, 0),
            decided(2, new Decision.Assign(OURS, new Placement(0, 0, 0), COMPLETION)),
            new Journal.Started(2, new Placement(0, 0, 0), OURS),
            new Journal.Arrived(3, LAST),
            new Journal.EventHeld(3, 1, 0),
            decided(3, new Decision.Assign(LAST, new Placement(0, 0, 0), COMPLETION)),
            new Journal.Learned(4, 0, 0, 0, Pmf.at(5, 1)),
            new Journal.MachineChanged(4, 1, false),
            new Journal.PolicyChanged(4, "MM", ""),
            new Journal.Lost(5, 0, OURS, 5),
            new Journal.Returned(5, 0, OURS),
            new Journal.EventHeld(5, 1, 0),
            new Journal.EventHeld(6, 1, 0),
            decided(6, new Decision.Assign(OURS, new Placement(0, 0, 0), COMPLETION)),
            new Journal.Started(7, new Placement(0, 0, 0), OURS),
            new Journal.Failed(9, 0, OURS, 9),
            left(OURS, Fate.FAILED, 0, 7, 9));

    assertThat(moments)
        .containsExactly(
            new Moment.Arrived(2),
            new Moment.Assigned(2, 0, COMPLETION, List.of(), List.of()),
            new Moment.Started(2, 0),
            new Moment.Lost(5, 0),
            new Moment.Returned(5, 0),
            new Moment.PassedOver(5, List.of()),
            new Moment.Assigned(6, 0, COMPLETION, List.of(LAST), List.of()),
            new Moment.Started(7, 0),
            new Moment.Left(new Departure(OURS, Fate.FAILED, new Placement(0, 0, 0), 7, 9)));
  }

  @Test
  void aServiceThatBeginsAgainFindsWhatItHas() {
    List<Moment> moments =
        tell(
            new Journal.Arrived(2, OURS),
            new Journal.EventHeld(2, 1, 0),
            decided(2, new Decision.Assign(FIRST, new Placement(0, 0, 0), COMPLETION)),
            decided(2, new Decision.Assign(OURS, new Placement(0, 0, 0), COMPLETION)),
            began(
                20, List.of(OURS), List.of(new Journal.Running(new Placement(0, 0, 0), FIRST, 3))),
            new Journal.EventHeld(20, 1, 0),
            decided(20, new Decision.Assign(OURS, new Placement(0, 0, 0), COMPLETION)),
            began(30, List.of(), List.of(new Journal.Running(new Placement(0, 0, 0), OURS, 21))),
            new Journal.Cancelled(31, OURS),
            left(OURS, Fate.CANCELLED, 0, 21, 31));

    assertThat(moments)
        .containsExactly(
            new Moment.Arrived(2),
            new Moment.Assigned(2, 0, COMPLETION, List.of(FIRST), List.of()),
            new Moment.Found(20, -1),
            new Moment.Assigned(20, 0, COMPLETION, List.of(FIRST), List.of()),
            new Moment.Found(30, 0),
            new Moment.Left(new Departure(OURS, Fate.CANCELLED, new Placement(0, 0, 0), 21, 31)));
    assertThat(teller.system()).contains(SYSTEM);
    assertThat(teller.tasks()).containsExactly(FIRST.id(), OURS.id());
  }

  private static Journal.Began began(long time, List<Task> waiting, List<Journal.Running> running) {
    return new Journal.Began(
        time, SYSTEM, RULES, "PAM", "", waiting, running, Optional.empty(), List.of());
  }

  @Test
  void knowsWhichTasksThereAre() {
    teller.record(new Journal.Arrived(3, LAST));
    teller.record(new Journal.Arrived(4, FIRST));
    assertThat(teller.story()).isEmpty();
    assertThat(teller.tasks()).containsExactly(0, 2);
  }
}
