package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.energy.EnergyStanding;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The working copy of a mapping event, by hand. Machine a has two P-states and thus the placements
 * 0 and 1, machine b has placement 2 and cannot run picky tasks. Queues hold two tasks.
 */
class MappingSessionTest {
  private static final Basis WHY = Basis.of("whim", 1);
  private static final Task EASY = new Task(0, 0, 0, 12);
  private static final Task PICKY = new Task(1, 1, 0, 100);
  private static final Task SECOND = new Task(2, 0, 0, 100);
  private static final Task THIRD = new Task(3, 0, 0, 100);

  private static HcSystem system() {
    MachineType left =
        new MachineType(0, "left", 0, 1, List.of(new PState("high", 10), new PState("low", 4)));
    MachineType right = new MachineType(1, "right", 0, 1, 5);
    Pmf six = Pmf.at(6, 1);
    @Nullable Pmf[][][] cells = {
      {{Pmf.of(2, 1, 0.5, 0, 0.5), Pmf.of(4, 1, 0.5, 0, 0, 0, 0.5)}, {six}},
      {{Pmf.at(3, 1), Pmf.at(5, 1)}, {null}}
    };
    return new HcSystem(
        "two machines",
        Duration.ofSeconds(2),
        List.of(new TaskType(0, "easy"), new TaskType(1, "picky")),
        List.of(left, right),
        List.of(new Machine(0, "a", left), new Machine(1, "b", right)),
        PetMatrix.of(cells));
  }

  /** Looks at a session of the mapping event at 0, at which some tasks have arrived. */
  private static void look(List<Task> tasks, Consumer<MappingSession> look) {
    Scripted run =
        new Scripted(
            system(),
            AllocationRules.bounded(2, DroppingScope.NONE),
            event -> {
              look.accept(new MappingSession(event));
              return List.of();
            });
    run.arrive(tasks.toArray(Task[]::new)).settle(0);
    assertThat(run.events).hasSize(1);
  }

  private static Candidate open(MappingSession session, Task task) {
    return session.open().stream().filter(c -> c.task().equals(task)).findFirst().orElseThrow();
  }

  private static BitSet machines(int... machines) {
    BitSet set = new BitSet();
    for (int machine : machines) {
      set.set(machine);
    }
    return set;
  }

  @Test
  void thereIsRoomUntilAllQueuesAreFull() {
    look(
        List.of(EASY, PICKY, SECOND, THIRD),
        session -> {
          assertThat(session.hasRoom()).isTrue();
          session.assign(open(session, EASY), 0, WHY);
          session.assign(open(session, PICKY), 0, WHY);
          assertThat(session.hasRoom(0)).isFalse();
          assertThat(session.hasRoom(1)).as("of the same machine").isFalse();
          assertThat(session.hasRoom()).isTrue();
          assertThat(session.isMappable(session.open().getFirst())).isTrue();
          session.assign(open(session, SECOND), 2, WHY);
          assertThat(session.hasRoom(2)).isTrue();
          assertThat(session.hasRoom()).isTrue();
          Candidate last = open(session, THIRD);
          session.assign(last, 2, WHY);
          assertThat(session.hasRoom()).isFalse();
          assertThat(session.isMappable(last)).isFalse();
          session.drop(1, 1, DropReason.PROACTIVE, WHY);
          assertThat(session.hasRoom()).as("again").isTrue();
        });
  }

  @Test
  void aMachineIsIdleUntilATaskIsAssignedToIt() {
    look(
        List.of(EASY, PICKY),
        session -> {
          assertThat(session.idle()).isEqualTo(machines(0, 1));
          session.assign(open(session, EASY), 2, WHY);
          assertThat(session.idle()).isEqualTo(machines(0));
          session.assign(open(session, PICKY), 1, WHY);
          assertThat(session.idle()).isEqualTo(machines());
          session.drop(1, 0, DropReason.PROACTIVE, WHY);
          assertThat(session.idle()).isEqualTo(machines(1));
          assertThat(session.event().idle()).as("of the event").isEqualTo(machines(0, 1));
        });
  }

  @Test
  void whatIsSetAsideWaitsAndIsNotOpen() {
    look(
        List.of(EASY, PICKY, SECOND),
        session -> {
          Candidate easy = open(session, EASY);
          Candidate picky = open(session, PICKY);
          Candidate second = open(session, SECOND);
          List<Candidate> before = session.open();
          session.setAside(picky);
          session.assign(easy, 0, WHY);
          assertThat(session.open()).containsExactly(second);
          assertThat(session.waiting()).containsExactly(picky, second);
          assertThat(before).as("a list that was returned").containsExactly(easy, picky, second);
          assertThatThrownBy(() -> session.setAside(picky))
              .isInstanceOf(IllegalDecisionException.class)
              .hasMessageContaining("task 1 is not open");
          session.discard(picky, DropReason.LOW_UTILITY, WHY);
          assertThat(session.waiting()).containsExactly(second);
          assertThatThrownBy(() -> session.discard(easy, DropReason.LOW_UTILITY, WHY))
              .hasMessageContaining("task 0 is not open");
        });
  }

  @Test
  void onlySomeMayBeLookedAt() {
    look(
        List.of(EASY, PICKY, SECOND),
        session -> {
          Candidate easy = open(session, EASY);
          Candidate second = open(session, SECOND);
          session.assign(easy, 0, WHY);
          session.openOnly(List.of(easy, second));
          assertThat(session.open()).containsExactly(second);
          assertThat(session.waiting()).extracting(Candidate::task).contains(PICKY);
        });
  }

  /** By hand: a tick is 2 s; 3 ticks at 10 W, 6 at 4 W and 6 at 5 W in the mean. */
  @Test
  void whatATaskTakesIsThatOfThePState() {
    look(
        List.of(EASY, PICKY),
        session -> {
          Candidate easy = open(session, EASY);
          Candidate picky = open(session, PICKY);
          assertThat(session.meanExecutionTime(easy, 0)).isEqualTo(3);
          assertThat(session.meanExecutionTime(easy, 1)).isEqualTo(6);
          assertThat(session.meanExecutionTime(picky, 1)).isEqualTo(5);
          assertThat(session.meanExecutionTime(picky, 2)).isEqualTo(Double.POSITIVE_INFINITY);
          assertThat(session.expectedEnergy(easy, 0)).isEqualTo(60);
          assertThat(session.expectedEnergy(easy, 1)).isEqualTo(48);
          assertThat(session.expectedEnergy(easy, 2)).isEqualTo(60);
          assertThat(session.expectedEnergy(picky, 2)).isEqualTo(Double.POSITIVE_INFINITY);
          assertThat(session.fastestPlacement(0)).isZero();
          assertThat(session.fastestPlacement(1)).isEqualTo(2);
          assertThat(session.placement(1)).isEqualTo(new Placement(1, 0, 1));
        });
  }

  @Test
  void aMachineThatCannotRunATaskEarnsNothing() {
    Task falling =
        new Task(4, 0, 0, Task.NO_DEADLINE, (task, completion) -> 10 - Math.min(10, completion));
    Task picky =
        new Task(5, 1, 0, Task.NO_DEADLINE, (task, completion) -> 10 - Math.min(10, completion));
    look(
        List.of(falling, picky, SECOND),
        session -> {
          assertThat(session.expectedUtility(open(session, falling), 0)).isEqualTo(7);
          assertThat(session.expectedUtility(open(session, falling), 1)).isEqualTo(4);
          assertThat(session.expectedUtility(open(session, picky), 0)).isEqualTo(7);
          assertThat(session.expectedUtility(open(session, picky), 1)).isEqualTo(5);
          assertThat(session.expectedUtility(open(session, picky), 2)).isZero();
          session.assign(open(session, SECOND), 0, WHY); // ends at 2 or 4
          assertThat(session.expectedUtility(open(session, picky), 0)).isEqualTo(4);
          assertThat(session.expectedUtility(open(session, falling), 0)).isEqualTo(4);
        });
  }

  @Test
  void aMachineWhereATypeRunsMustTakeTasks() {
    Scripted run =
        new Scripted(
            system(),
            AllocationRules.bounded(2, DroppingScope.NONE),
            event -> {
              MappingSession session = new MappingSession(event);
              boolean isDown = event.now() > 0;
              assertThat(session.canRunSomewhere(open(session, EASY))).isTrue();
              assertThat(session.canRunSomewhere(open(session, PICKY))).isEqualTo(!isDown);
              assertThat(session.idle()).isEqualTo(isDown ? machines(1) : machines(0, 1));
              return List.of();
            });
    run.arrive(EASY, PICKY).settle(0);
    run.manager.machineChanged(1, 0, false);
    run.settle(1);
    assertThat(run.eventTimes()).containsExactly(0L, 1L);
  }

  /** On a the slowest of one more ends at 8, on b at 6; the deadline of the first is 12. */
  @Test
  void whatEveryMachineEndsInTimeCannotBeLate() {
    Task soon = new Task(6, 1, 0, 7);
    Task atTheEnd = new Task(7, 1, 0, 8);
    look(
        List.of(EASY, soon, atTheEnd, SECOND),
        session -> {
          assertThat(session.cannotBeLate(open(session, soon))).isFalse();
          assertThat(session.cannotBeLate(open(session, atTheEnd))).isTrue();
          assertThat(session.cannotBeLate(open(session, EASY))).isTrue();
          session.assign(open(session, SECOND), 2, WHY);
          session.assign(open(session, atTheEnd), 0, WHY);
          assertThat(session.cannotBeLate(open(session, EASY)))
              .as("one more ends on a at 11, on b at 12")
              .isTrue();
          assertThat(session.cannotBeLate(open(session, soon))).isFalse();
        });
  }

  @Test
  void aTrialLeavesTheSessionAsItIs() {
    look(
        List.of(EASY, PICKY, SECOND, THIRD),
        session -> {
          session.assign(open(session, SECOND), 0, WHY);
          Candidate easy = open(session, EASY);
          MappingSession trial = session.trialWith(easy, 1);
          assertThat(trial.queue(0).tasks()).containsExactly(SECOND, EASY);
          assertThat(trial.queue(0).placement(1)).isEqualTo(new Placement(1, 0, 1));
          assertThat(trial.open()).extracting(Candidate::task).containsExactly(PICKY, THIRD);
          assertThat(trial.idle()).isEqualTo(machines(1));
          assertThat(trial.hasRoom(0)).isFalse();
          assertThat(trial.hasRoom()).isTrue();
          assertThat(session.queue(0).tasks()).containsExactly(SECOND);
          assertThat(session.open()).contains(easy);
          assertThat(session.decisions()).hasSize(1);
          assertThatThrownBy(() -> trial.setAside(easy)).hasMessageContaining("task 0");
          trial.assign(open(trial, THIRD), 2, WHY);
          assertThat(session.idle()).isEqualTo(machines(1));
        });
  }

  @Test
  void tasksOfAMachineMayBePutInAnotherOrder() {
    look(
        List.of(EASY, PICKY, SECOND),
        session -> {
          session.assign(open(session, EASY), 0, WHY);
          session.assign(open(session, SECOND), 2, WHY);
          session.assign(open(session, PICKY), 1, WHY);
          session.reorder(0, 1, 0);
          assertThat(session.queue(0).tasks()).containsExactly(PICKY, EASY);
          assertThat(session.queue(0).placement(0)).isEqualTo(new Placement(1, 0, 1));
          assertThat(session.decisions())
              .extracting(decision -> ((Decision.Assign) decision).task())
              .containsExactly(PICKY, SECOND, EASY);
          assertThatThrownBy(() -> session.reorder(0, 0, 0))
              .isInstanceOf(IllegalDecisionException.class)
              .hasMessageContaining("2 tasks of machine a are to be put in the order [0, 0]");
        });
  }

  @Test
  void aRunningTaskIsEvictedAndAPendingOneDropped() {
    AllocationRules rules = AllocationRules.bounded(2, DroppingScope.NONE);
    Scripted run =
        new Scripted(
            system(),
            rules,
            event -> {
              if (event.now() == 0) {
                return Scripted.firstFit(event);
              }
              MappingSession session = new MappingSession(event);
              session.drop(0, 1, DropReason.PROACTIVE, WHY);
              session.drop(0, 0, DropReason.BELOW_PRICE, WHY);
              assertThat(session.idle()).isEqualTo(machines(0, 1));
              return session.decisions();
            });
    run.arrive(PICKY, SECOND).settle(0).arrive(new Task(8, 0, 1, 90)).settle(1);
    assertThat(run.left()).containsExactly("1: 2 DROPPED_PROACTIVELY", "1: 1 DROPPED_RUNNING");
    assertThat(run.calls).contains("1: evict 1 from a");
  }

  @Test
  void onlyWhatWasSaidIsKnownOfEnergyAndFilters() {
    EnergyStanding standing =
        new EnergyStanding(0, 9, 5, 1, 1, new EnergyStanding.Account(0, 9, 5, 0, "J", 1));
    look(
        List.of(EASY),
        session -> {
          assertThat(session.energy()).isEmpty();
          session.setEnergy(standing);
          assertThat(session.energy()).contains(standing);
          assertThat(session.hasFilters()).isFalse();
          assertThat(session.filtersMindTypeOnly()).isTrue();
          assertThat(session.onlyDefers()).isEmpty();
          session.filterBy(new Refusing());
          assertThat(session.hasFilters()).isTrue();
          assertThat(session.filtersMindTypeOnly()).isFalse();
          assertThat(session.onlyDefers()).isEmpty();
          Candidate easy = open(session, EASY);
          assertThat(session.assign(easy, 2, WHY)).as("refused").isFalse();
          assertThat(session.waiting()).containsExactly(easy);
          assertThat(session.open()).isEmpty();
          assertThat(session.decisions()).isEmpty();
        });
  }

  /** Refuses machine b, and says nothing beforehand. */
  private static final class Refusing implements PairFilter {
    @Override
    public String reason() {
      return "not on b";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int placement) {
      return placement != 2;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      return WHY;
    }
  }

  @Test
  void aFilterThatDiscardsTakesTheTaskOutOfTheSystem() {
    PairFilter discarding =
        new PairFilter() {
          @Override
          public String reason() {
            return "worth nothing";
          }

          @Override
          public boolean admits(MappingState state, Candidate candidate, int placement) {
            return candidate.task().id() != 0;
          }

          @Override
          public Basis basis(MappingState state, Candidate candidate, int placement) {
            return WHY;
          }

          @Override
          public Optional<DropReason> discards() {
            return Optional.of(DropReason.LOW_UTILITY);
          }
        };
    look(
        List.of(EASY, SECOND),
        session -> {
          session.filterBy(discarding);
          assertThat(session.hasFilters()).as("it refuses no pair").isFalse();
          Candidate easy = open(session, EASY);
          assertThat(session.admits(easy, 0)).isTrue();
          assertThat(session.assign(easy, 0, WHY)).isFalse();
          assertThat(session.assign(open(session, SECOND), 0, WHY)).isTrue();
          assertThat(session.waiting()).isEmpty();
          assertThat(session.decisions())
              .containsExactly(
                  new Decision.Discard(EASY, DropReason.LOW_UTILITY, WHY),
                  new Decision.Assign(SECOND, new Placement(0, 0, 0), WHY));
        });
  }
}
