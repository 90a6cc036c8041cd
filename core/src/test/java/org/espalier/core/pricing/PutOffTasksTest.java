package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** When a task that waits beside an idle machine is looked at again. */
class PutOffTasksTest {
  private final PutOffTasks putOff = new PutOffTasks();

  @Test
  void itIsWhenPricesNoLongerHold() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    scene.arrive(3, 0, 50).settle(3);

    putOff.look(scene.session(), 7.2);
    assertThat(putOff.askAgainAt()).hasValue(11);
    putOff.look(scene.session(), 0);
    assertThat(putOff.askAgainAt()).as("time passes").hasValue(4);
  }

  @Test
  void nobodyAsksWhereNoMachineIsIdle() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    scene.given(0).arrive(0, 0, 50).settle(0).arrive(1, 0, 50).settle(1);

    putOff.look(scene.session(), 5);
    assertThat(putOff.askAgainAt()).isEmpty();
  }
}
