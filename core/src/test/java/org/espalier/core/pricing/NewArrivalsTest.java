package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** Each task is new once. */
class NewArrivalsTest {
  private final NewArrivals arrivals = new NewArrivals();
  private final List<Integer> seen = new ArrayList<>();
  private final Scene scene =
      new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}))
          .to(session ->
              arrivals.observe(session.event()).stream().map(Task::id).forEach(seen::add));

  @Test
  void tasksOfOneTickThatComeInSeveralEventsAreEachNewOnce() {
    assertThat(arrivals.last()).isEqualTo(Long.MIN_VALUE);
    scene.arrive(3, 0, 90).settle(3).arrive(3, 0, 90).arrive(3, 0, 90).settle(3);
    scene.arrive(4, 0, 90).settle(4).settle(5);

    assertThat(seen).containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(arrivals.last()).isGreaterThanOrEqualTo(4);
  }

  @Test
  void whatHasLeftBeforeAnEventIsNewToo() {
    scene.arrive(1, 0, 2).arrive(5, 0, 90).settle(5);

    assertThat(seen).contains(0, 1);
  }
}
