package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** When a task that waits beside an idle machine is looked at again. */
class PutOffTasksTest {
  @Test
  void itIsWhenPricesNoLongerHold() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    scene.arrive(3, 0, 50).settle(3);

    assertThat(PutOffTasks.askAgainAt(scene.session(), 7.2)).hasValue(11);
    assertThat(PutOffTasks.askAgainAt(scene.session(), 0)).as("time passes").hasValue(4);
  }

  @Test
  void nobodyAsksWhereNoMachineIsIdle() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    scene.given(0).arrive(0, 0, 50).settle(0).arrive(1, 0, 50).settle(1);

    assertThat(PutOffTasks.askAgainAt(scene.session(), 5)).isEmpty();
  }
}
