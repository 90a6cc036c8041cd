package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Tasks that wait, type by type. */
class WaitingTasksTest {
  @Test
  void thoseOfATypeStandTogetherInOrderOfArrival() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(20, 1)}}));
    scene.arrive(0, 1, 50).arrive(1, 0, 60).arrive(2, 1, 70).settle(2);

    WaitingTasks waiting = WaitingTasks.of(scene.session(), scene.session().open());

    List<Integer> ids = waiting.all().stream().map(candidate -> candidate.task().id()).toList();
    assertThat(ids).containsExactly(1, 0, 2);
    assertThat(waiting.begins()).containsExactly(0, 1, 3);
    assertThat(waiting.deadlines()).containsExactly(60, 50, 70);
  }
}
