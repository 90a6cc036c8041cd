package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Machines that have nothing to do, and those of them that a waiting task could use. */
class IdleMachinesTest {
  /** The second task type runs on the second machine alone. */
  private final Scene scene =
      new Scene(
          Scene.system(
              new @Nullable Pmf[][] {{Pmf.at(10, 1), Pmf.at(10, 1)}, {null, Pmf.at(5, 1)}}));

  @Test
  void onlyThoseThatCanRunWhatWaitsCount() {
    scene.arrive(0, 1, 50).settle(0);
    assertThat(IdleMachines.forWaiting(scene.session())).isEqualTo(1);

    scene.arrive(1, 0, 50).settle(1);
    assertThat(IdleMachines.forWaiting(scene.session())).isEqualTo(2);
  }

  @Test
  void aMachineIsIdleThatTakesTasksAndHasNone() {
    scene.given(0).arrive(0, 0, 50).settle(0);
    assertThat(scene.manager().queue(0).isIdle()).isFalse();
    assertThat(scene.manager().queue(1).isIdle()).isTrue();

    scene.manager().machineChanged(1, 1, false);
    assertThat(scene.manager().queue(1).isIdle()).isFalse();
  }
}
