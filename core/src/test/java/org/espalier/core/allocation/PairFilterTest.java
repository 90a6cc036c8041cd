package org.espalier.core.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.DropReason;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Placement;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Filters of a session, with one of a test's own that keeps a task from the machine. */
class PairFilterTest {
  private static final Task FIRST = new Task(0, 0, 0, 100);
  private static final Task SECOND = new Task(1, 0, 0, 3);
  private static final Basis NUMBER = new Basis("id", 1, 0);

  /** Refuses tasks by their id. */
  private record Keeping(int id, boolean saysSoAtOnce) implements PairFilter {
    @Override
    public String reason() {
      return "keeping";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int machine) {
      return candidate.task().id() != id;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int machine) {
      return NUMBER;
    }

    @Override
    public boolean mayAdmit(MappingState state, Candidate candidate) {
      return !saysSoAtOnce;
    }
  }

  /** One machine on which every task takes 2 ticks; both tasks are there at 0. */
  private static Scripted bothAssignedWith(PairFilter... filters) {
    AllocationRules rules = AllocationRules.bounded(5, DroppingScope.NONE);
    Scripted scripted =
        new Scripted(
            Queues.oneMachine(Pmf.at(2, 1)),
            rules,
            event -> {
              MappingSession session = new MappingSession(event);
              List.of(filters).forEach(session::filterBy);
              session.open().forEach(c -> session.assign(c, 0, Basis.of("place", 0)));
              return session.decisions();
            });
    scripted.deferrals = true;
    return scripted.arrive(FIRST, SECOND).settle(0);
  }

  private static List<Decision> decisions(Scripted scripted) {
    List<Decision> decisions = new ArrayList<>();
    for (Journal.Entry entry : scripted.entries) {
      if (entry instanceof Journal.Decided decided) {
        decisions.add(decided.decision());
      }
    }
    return decisions;
  }

  @Test
  void whatAFilterRefusesStaysInTheBatchQueue() {
    Scripted scripted = bothAssignedWith(new Keeping(0, false));

    assertThat(scripted.manager.waiting(9)).containsExactly(FIRST);
    assertThat(scripted.calls).containsExactly("0: start 1 on machine");
  }

  @Test
  void eachFilterThatRefusesIsTold() {
    Scripted scripted = bothAssignedWith(new DeferringFilter(task -> 0.5), new Keeping(1, false));

    assertThat(decisions(scripted))
        .containsExactly(
            new Decision.Assign(FIRST, new Placement(0, 0, 0), Basis.of("place", 0)),
            new Decision.Defer(
                SECOND,
                new Placement(0, 0, 0),
                DeferringFilter.REASON,
                new Basis("chance of success", 0, 0.5)),
            new Decision.Defer(SECOND, new Placement(0, 0, 0), "keeping", NUMBER));
  }

  @Test
  void aFilterThatSaysTooSoonThatItRefusesIsFound() {
    AllocationRules rules = AllocationRules.bounded(5, DroppingScope.NONE);
    Scripted scripted =
        new Scripted(
            Queues.oneMachine(Pmf.at(2, 1)),
            rules,
            event -> {
              MappingSession session = new MappingSession(event);
              session.filterBy(new Keeping(1, true));
              session.isMappable(session.open().getFirst());
              return List.of();
            });
    assertThatThrownBy(() -> scripted.arrive(FIRST).settle(0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("by the filter keeping");
  }

  @Test
  void discardedTasksLeaveUnmapped() {
    Scripted scripted =
        new Scripted(
            Queues.oneMachine(Pmf.at(2, 1)),
            AllocationRules.bounded(5, DroppingScope.NONE),
            event -> {
              MappingSession session = new MappingSession(event);
              session.discard(session.open().getFirst(), DropReason.LOW_UTILITY, NUMBER);
              session.assign(session.open().getFirst(), 0, NUMBER);
              return session.decisions();
            });
    scripted.arrive(FIRST, SECOND).settle(0);

    assertThat(scripted.left()).containsExactly("0: 0 DISCARDED");
    assertThat(scripted.calls).containsExactly("0: start 1 on machine");
    assertThat(scripted.manager.unmapped()).isZero();
    assertThat(scripted.entries)
        .contains(
            new Journal.Left(
                new Departure(FIRST, Fate.DISCARDED, Placement.NOWHERE, Departure.NOT_STARTED, 0)));
  }
}
