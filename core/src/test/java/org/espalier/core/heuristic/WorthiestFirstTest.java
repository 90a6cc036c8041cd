package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.pricing.Scene;
import org.junit.jupiter.api.Test;

/** Tasks of much worth for their time are mapped before others. */
class WorthiestFirstTest {
  private final List<List<Integer>> turns = new ArrayList<>();

  /** Notes what it is shown, and maps the last of it to the only machine. */
  private final MappingHeuristic heuristic =
      session -> {
        turns.add(session.open().stream().map(c -> c.task().id()).toList());
        Candidate last = session.open().getLast();
        session.assign(last, session.fastestPlacement(0), Scene.basis());
      };

  /** Tasks of 10 and of 80 ticks. */
  private static Scene scene(AllocationRules rules) {
    return new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(80, 1)}}), rules);
  }

  private static Task task(int id, int type, double worth) {
    return new Task(id, type, 0, 900, new DeadlineUtility(worth));
  }

  @Test
  void eachTurnHasTheTasksThatAreWorthAboutTheSameForTheirTime() {
    Scene scene = scene(Scene.RULES);
    scene.arrive(0, task(0, 0, 1)).arrive(0, task(1, 0, 8)).arrive(0, task(2, 1, 8));
    scene.arrive(0, task(3, 0, 1)).arrive(0, task(4, 0, 9)).settle(0);
    MappingSession session = scene.session();

    new WorthiestFirst(heuristic).map(session);

    assertThat(turns).containsExactly(List.of(1, 4), List.of(0, 2, 3));
    assertThat(session.open()).extracting(c -> c.task().id()).containsExactly(0, 1, 2);
  }

  @Test
  void whereAllAreWorthTheSameOrWorthIsIgnoredItIsTheHeuristic() {
    Scene same = scene(Scene.RULES);
    same.arrive(0, task(0, 0, 8)).arrive(0, task(1, 1, 8)).settle(0);
    new WorthiestFirst(heuristic).map(same.session());

    Scene ignored = scene(Scene.RULES.withWorth(false));
    ignored.arrive(0, task(0, 0, 8)).arrive(0, task(1, 0, 1)).settle(0);
    new WorthiestFirst(heuristic).map(ignored.session());

    assertThat(turns).containsExactly(List.of(0, 1), List.of(0, 1));
  }
}
