package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.MappingState;
import org.espalier.core.allocation.PairFilter;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.IllegalDecisionException;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.model.TaskType;
import org.espalier.core.model.Version;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Tasks of 30 s that may be served in 10 s for 0.6 of their worth. */
class VersionsTest {
  private static final List<Version> VERSIONS = List.of(new Version(0, 1), new Version(1, 0.6));
  private static final Pmf[][] TIMES = {{Pmf.at(30, 10)}, {Pmf.at(10, 10)}};

  private static HcSystem system(int machines) {
    HcSystem plain = Scene.system(TIMES, new int[machines]);
    return new HcSystem(
        plain.name(),
        plain.tick(),
        List.of(new TaskType(0, "whole", VERSIONS), new TaskType(1, "poor")),
        plain.machineTypes(),
        plain.machines(),
        plain.pet());
  }

  private static Task task(int id, long deadline) {
    return new Task(id, 0, 0, deadline, new DeadlineUtility(8));
  }

  @Test
  void aVersionIsWorthItsShareAndIsTheTaskThatWasAsked() {
    Task whole = task(3, 50);
    Task poor = whole.as(VERSIONS.get(1));

    assertThat(poor.type()).isOne();
    assertThat(poor.worth()).isEqualTo(4.8);
    assertThat(poor.utility().of(poor, 50)).isEqualTo(4.8);
    assertThat(poor.utility().of(poor, 51)).isZero();
    assertThat(poor.asked()).isSameAs(whole);
    assertThat(whole.as(VERSIONS.get(0))).isSameAs(whole);
  }

  private static MappingSession mapped(
      int machines, int tasks, long deadline, PairFilter... filters) {
    Scene scene = new Scene(system(machines));
    JustInTime policy = new JustInTime(JustInTimeOptions.NONE, Forecast.NONE);
    MappingSession[] mapped = new MappingSession[1];
    scene.to(session -> {
      List.of(filters).forEach(session::filterBy);
      policy.map(session);
      mapped[0] = session;
    });
    for (int id = 0; id < tasks; id++) {
      scene.arrive(0, task(id, deadline));
    }
    scene.settle(0);
    return mapped[0];
  }

  @Test
  void whereMachinesAreForAllTasksAreServedInFull() {
    assertThat(mapped(8, 3, 50).decisions())
        .hasSize(3)
        .allMatch(decision -> decision.task().type() == 0);
  }

  /** In 50 s a machine does one in full, for 8 and twice 4.8, or five poorer ones for 24. */
  @Test
  void whereTooManyComeAPoorerVersionIsStarted() {
    assertThat(mapped(1, 9, 50).decisions())
        .hasSize(1)
        .allMatch(decision -> decision.task().type() == 1)
        .allMatch(decision -> decision.task().asked().type() == 0);
  }

  @Test
  void whatCannotBeOnTimeInFullIsServedPoorer() {
    assertThat(mapped(8, 1, 20).decisions()).hasSize(1).allMatch(each -> each.task().type() == 1);
  }

  /** Refuses all tasks of a type. */
  private record Without(int type) implements PairFilter {
    @Override
    public String reason() {
      return "none of its type";
    }

    @Override
    public boolean admits(MappingState state, Candidate candidate, int placement) {
      return candidate.task().type() != type;
    }

    @Override
    public Basis basis(MappingState state, Candidate candidate, int placement) {
      return Scene.basis();
    }
  }

  @Test
  void whatAFilterRefusesInFullIsServedPoorer() {
    assertThat(mapped(8, 3, 50, new Without(0)).decisions())
        .hasSize(3)
        .allMatch(decision -> decision.task().type() == 1);
    assertThat(mapped(8, 3, 50, new Without(0), new Without(1)).decisions()).isEmpty();
  }

  @Test
  void whatCanBeOnTimeAsAPoorerVersionIsNotRefused() {
    Scene scene = new Scene(system(1)).arrive(0, task(0, 20)).arrive(0, task(1, 9)).settle(0);

    assertThat(scene.manager().live().refuseHopeless(0, 0)).isFalse();
    assertThat(scene.manager().live().refuseHopeless(0, 1)).isTrue();
  }

  @Test
  void aVersionThatIsLostIsAskedForAgainInFull() {
    Scene scene = new Scene(system(1));
    scene.to(
        session -> session.assign(session.open().getFirst().as(VERSIONS.get(1)), 0, Scene.basis()));
    scene.arrive(0, task(0, 90)).settle(0);
    assertThat(scene.manager().queue(0).task(0).type()).isOne();

    scene.to(session -> {}).manager().live().taskLost(5, 0, 5);

    assertThat(scene.manager().waiting(9)).containsExactly(task(0, 90));
  }

  @Test
  void onlyVersionsOfATaskAreAssignedInItsPlace() {
    for (Version wrong : List.of(new Version(1, 0.9), new Version(1, 1))) {
      Scene scene = new Scene(system(1)).arrive(0, task(0, 90));
      scene.to(session -> {
        Candidate other = session.open().getFirst().as(wrong);
        session.assign(other, 0, Scene.basis());
      });
      assertThatThrownBy(() -> scene.settle(0))
          .isInstanceOf(IllegalDecisionException.class)
          .hasMessageContaining("which is no version of it");
    }
  }
}
