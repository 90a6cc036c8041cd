package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Tasks that wait, type by type. */
class WaitingTasksTest {
  @Test
  void thoseOfATypeStandTogetherInOrderOfArrival() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(20, 1)}}));
    scene.arrive(0, 1, 50).arrive(1, 0, 60).arrive(2, 1, 70).settle(2);

    WaitingTasks waiting = WaitingTasks.of(scene.session(), scene.session().open());

    List<Integer> ids =
        IntStream.range(0, waiting.size()).mapToObj(c -> waiting.at(c).task().id()).toList();
    assertThat(ids).containsExactly(1, 0, 2);
    assertThat(IntStream.rangeClosed(0, 2).map(waiting::begin)).containsExactly(0, 1, 3);
    assertThat(waiting.deadline(2)).isEqualTo(70);
  }
}
