package org.espalier.core.pricing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** How early a machine is given its next task. */
class LeadTest {
  private static final Lead THREE_SECONDS = new Lead(Duration.ofSeconds(3));

  /** A task runs on the one machine from 0 to 10, and another waits. */
  private static Scene running() {
    Scene scene = new Scene(Scene.system(new Pmf[][] {{Pmf.at(10, 1)}}));
    return scene.given(0).arrive(0, 0, 50).settle(0).arrive(2, 0, 50);
  }

  private static boolean mayTake(Lead lead, MappingSession session) {
    return lead.mayTake(session, session.queue(0), 10);
  }

  @Test
  void itMayTakeOneWhenItIsNearItsEnd() {
    assertThat(mayTake(THREE_SECONDS, running().settle(6).session())).isFalse();
    assertThat(mayTake(THREE_SECONDS, running().settle(7).session())).isTrue();
    assertThat(mayTake(new Lead(Duration.ZERO), running().settle(9).session())).isFalse();
  }

  @Test
  void itAsksForTheTimeWhenTheMachineComesThatNear() {
    MappingSession session = running().settle(2).session();
    assertThat(THREE_SECONDS.askAgainAt(session, new Pace(), 10)).hasValue(7);

    Lead none = new Lead(Duration.ZERO);
    assertThat(none.isSet()).isFalse();
    assertThat(none.askAgainAt(session, new Pace(), 10)).isEmpty();
  }
}
