package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What becomes of policies that decide what cannot be. Two machines, of which only the first can
 * run tasks of type 1; at 0 task 0 runs and task 1 is pending on machine a; tasks 2 to 4 wait.
 */
class IllegalDecisionsTest {
  private static final Basis WHY = Basis.of("whim", 1);
  private static final Version SMALL = new Version(2, 0.5);
  private static final Task RUNNING = new Task(0, 0, 0, 100);
  private static final Task PENDING = new Task(1, 0, 0, 100);
  private static final Task WAITING = new Task(2, 0, 1, 100);
  private static final Task PICKY = new Task(3, 1, 1, 100);
  private static final Task OTHER = new Task(4, 0, 1, 100);
  private static final Task STRANGER = new Task(77, 0, 1, 100);

  private static HcSystem system() {
    Pmf some = Pmf.at(5, 1);
    MachineType left = new MachineType(0, "left");
    MachineType right = new MachineType(1, "right");
    return new HcSystem(
        "two machines",
        Duration.ofSeconds(1),
        List.of(
            new TaskType(0, "easy", List.of(new Version(0, 1), SMALL)),
            new TaskType(1, "picky"),
            new TaskType(2, "small")),
        List.of(left, right),
        List.of(new Machine(0, "a", left), new Machine(1, "b", right)),
        PetMatrix.of(new @Nullable Pmf[][] {{some, some}, {some, null}, {some, some}}));
  }

  /** The run of a policy that fills machine a at 0 and does as told at 1. */
  private static Scripted run(Function<MappingEvent, List<Decision>> atOne) {
    Scripted run =
        new Scripted(
            system(),
            AllocationRules.bounded(2, DroppingScope.NONE),
            event ->
                event.now() == 0
                    ? List.of(
                        new Decision.Assign(RUNNING, new Placement(0, 0, 0), WHY),
                        new Decision.Assign(PENDING, new Placement(0, 0, 0), WHY))
                    : atOne.apply(event));
    return run.arrive(RUNNING, PENDING).settle(0).arrive(WAITING, PICKY, OTHER);
  }

  private static void refused(List<Decision> decisions, String... problems) {
    Scripted run = run(event -> decisions);
    List<Journal.Entry> before = new ArrayList<>(run.entries);

    assertThatThrownBy(() -> run.settle(1))
        .isInstanceOf(IllegalDecisionException.class)
        .hasMessageContaining("policy scripted")
        .hasMessageContaining("time 1")
        .hasMessageContainingAll(problems);
    // nothing of it was applied
    assertThat(run.entries.subList(0, before.size())).isEqualTo(before);
    assertThat(run.entries.subList(before.size(), run.entries.size()))
        .allMatch(Journal.EventHeld.class::isInstance);
    assertThat(run.manager.unmapped()).isEqualTo(3);
    assertThat(run.manager.queue(0).size()).isEqualTo(2);
  }

  @Test
  void assigningToAFullQueue() {
    refused(
        List.of(new Decision.Assign(WAITING, new Placement(0, 0, 0), WHY)),
        "task 2 is assigned to machine a, whose queue is full (2 tasks)");
  }

  @Test
  void assigningTwice() {
    refused(
        List.of(
            new Decision.Assign(WAITING, new Placement(1, 1, 0), WHY),
            new Decision.Assign(WAITING, new Placement(1, 1, 0), WHY)),
        "task 2 is assigned, dropped or discarded twice");
  }

  @Test
  void assigningWhereTheTypeCannotRun() {
    refused(
        List.of(new Decision.Assign(PICKY, new Placement(1, 1, 0), WHY)),
        "task 3 is assigned to machine b, where its type cannot run");
  }

  @Test
  void assigningWhatDoesNotWait() {
    refused(
        List.of(new Decision.Assign(STRANGER, new Placement(1, 1, 0), WHY)),
        "task 77 is not in the batch queue");
    refused(
        List.of(new Decision.Assign(PENDING, new Placement(1, 1, 0), WHY)),
        "task 1 is not in the batch queue");
  }

  @Test
  void namingAMachineThatDoesNotExist() {
    refused(
        List.of(
            new Decision.Assign(WAITING, new Placement(2, 2, 0), WHY),
            new Decision.Assign(OTHER, Placement.NOWHERE, WHY)),
        "a decision on task 2 names machine 2; there are machines 0 to 1",
        "a decision on task 4 names machine -1");
  }

  @Test
  void namingAPlacementThatIsAnother() {
    for (Placement none : List.of(new Placement(1, 0, 0), new Placement(2, 1, 1))) {
      refused(
          List.of(new Decision.Assign(WAITING, none, WHY)),
          "task 2 is assigned to " + none + ", which the system does not have");
    }
  }

  @Test
  void assigningAsAVersionOfSomethingElse() {
    Placement free = new Placement(1, 1, 0);
    Task half = WAITING.as(new Version(2, 0.75));
    Task late = new Task(2, 0, 1, 101).as(SMALL);
    for (Task none : List.of(half, late)) {
      refused(
          List.of(new Decision.Assign(none, free, WHY)),
          "task 2 is assigned as " + none + ", which is no version of it");
    }
    Scripted run =
        run(event -> List.of(new Decision.Assign(WAITING.as(SMALL), free, WHY))).settle(1);
    assertThat(run.manager.queue(1).task(0)).isEqualTo(WAITING.as(SMALL));
    assertThat(run.calls).contains("1: start 2 on b");
  }

  @Test
  void deferringWhatDoesNotWait() {
    refused(
        List.of(new Decision.Defer(PENDING, new Placement(1, 1, 0), "whim", WHY)),
        "task 1 is not in the batch queue");
  }

  @Test
  void droppingWhatIsNotThere() {
    DropReason reason = DropReason.PROACTIVE;
    refused(
        List.of(new Decision.Drop(WAITING, 0, reason, WHY)),
        "task 2 is to be dropped from machine a, but it is not there");
    refused(
        List.of(new Decision.Drop(PENDING, 1, reason, WHY)),
        "task 1 is to be dropped from machine b, but it is not there");
    refused(
        List.of(new Decision.Drop(RUNNING, 0, reason, WHY)),
        "task 0 is to be dropped from machine a, but it is not there");
    refused(
        List.of(new Decision.Evict(PENDING, 0, reason, WHY)),
        "task 1 is to be evicted from machine a, but it is not there");
  }

  @Test
  void droppingTwice() {
    refused(
        List.of(
            new Decision.Drop(PENDING, 0, DropReason.PROACTIVE, WHY),
            new Decision.Drop(PENDING, 0, DropReason.PROACTIVE, WHY)),
        "task 1 is assigned, dropped or discarded twice");
  }

  @Test
  void discardingWhatDoesNotWaitToBeMapped() {
    refused(List.of(discard(PENDING)), "task 1 is not in the batch queue");
    refused(
        List.of(discard(WAITING), new Decision.Assign(WAITING, new Placement(1, 1, 0), WHY)),
        "task 2 is assigned, dropped or discarded twice");
  }

  private static Decision discard(Task task) {
    return new Decision.Discard(task, DropReason.LOW_UTILITY, WHY);
  }

  @Test
  void allProblemsAreToldAtOnce() {
    refused(
        List.of(
            new Decision.Assign(WAITING, new Placement(0, 0, 0), WHY),
            new Decision.Assign(PICKY, new Placement(1, 1, 0), WHY),
            new Decision.Assign(STRANGER, new Placement(1, 1, 0), WHY),
            new Decision.Drop(OTHER, 0, DropReason.PROACTIVE, WHY)),
        "task 2 is assigned to machine a, whose queue is full",
        "task 3 is assigned to machine b, where its type cannot run",
        "task 77 is not in the batch queue",
        "task 4 is to be dropped from machine a, but it is not there");
  }

  @Test
  void returningNothing() {
    Scripted run = run(event -> null);

    assertThatThrownBy(() -> run.settle(1))
        .isInstanceOf(IllegalDecisionException.class)
        .hasMessageContaining("policy scripted returned nothing at time 1")
        .hasMessageContaining("return an empty list");
  }

  @Test
  void returningANullDecision() {
    Scripted run = run(event -> Collections.<Decision>singletonList(null));

    assertThatThrownBy(() -> run.settle(1))
        .isInstanceOf(IllegalDecisionException.class)
        .hasMessageContaining("a decision is null");
  }

  @Test
  void throwing() {
    IllegalStateException thrown = new IllegalStateException("out of ideas");
    Scripted run =
        run(event -> {
          throw thrown;
        });

    assertThatThrownBy(() -> run.settle(1))
        .isInstanceOf(IllegalDecisionException.class)
        .hasMessageContaining("policy scripted failed at time 1")
        .hasMessageContaining("out of ideas")
        .hasCause(thrown);
  }

  @Test
  void aSlotThatADropFreesFirstIsFree() {
    Scripted run =
        run(event ->
            List.of(
                new Decision.Drop(PENDING, 0, DropReason.PROACTIVE, WHY),
                new Decision.Assign(PICKY, new Placement(0, 0, 0), WHY)));
    run.settle(1);

    assertThat(run.manager.queue(0).tasks()).containsExactly(RUNNING, PICKY);
    assertThat(run.left()).containsExactly("1: 1 DROPPED_PROACTIVELY");
  }

  @Test
  void aSlotThatADropFreesOnlyLaterIsNot() {
    refused(
        List.of(
            new Decision.Assign(PICKY, new Placement(0, 0, 0), WHY),
            new Decision.Drop(PENDING, 0, DropReason.PROACTIVE, WHY)),
        "whose queue is full");
  }

  @Test
  void theSessionRefusesAtOnce() {
    sessionRefuses(s -> s.assign(waiting(s, 2), 0, WHY), "whose queue is full (2 tasks)");
    sessionRefuses(s -> s.assign(waiting(s, 3), 1, WHY), "where it cannot run");
    sessionRefuses(
        s -> {
          s.assign(waiting(s, 2), 1, WHY);
          s.assign(waiting(s, 2), 1, WHY);
        },
        "task 2 is not open in this mapping event");
  }

  @Test
  void theSessionRefusesWhatItWouldDeferToo() {
    sessionRefuses(
        s -> {
          s.filterBy(new DeferringFilter(task -> 1));
          s.assign(waiting(s, 2), 0, WHY);
        },
        "whose queue is full (2 tasks)");
  }

  private static Candidate waiting(MappingSession session, int id) {
    return session.event().candidates().stream()
        .filter(candidate -> candidate.task().id() == id)
        .findFirst()
        .orElseThrow();
  }

  private static void sessionRefuses(Consumer<MappingSession> wrong, String message) {
    Scripted run =
        run(event -> {
          MappingSession session = new MappingSession(event);
          wrong.accept(session);
          return session.decisions();
        });

    assertThatThrownBy(() -> run.settle(1))
        .isInstanceOf(IllegalDecisionException.class)
        .hasMessageContaining(message);
  }
}
