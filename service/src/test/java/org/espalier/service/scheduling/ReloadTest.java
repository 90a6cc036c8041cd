package org.espalier.service.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.service.backend.BackendException;
import org.espalier.service.backend.BackendFactory;
import org.espalier.service.learning.Learning;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.TaskState;
import org.espalier.service.scheduling.SchedulerSettings.Configuration;
import org.junit.jupiter.api.Test;

/** Another configuration is taken while the scheduler works, and does what a restart does. */
class ReloadTest extends StraysTest {
  private void reload(HcSystem system, BackendFactory backend, Optional<String> policy) {
    scheduler.reload(new Configuration(settings(system), backend, state -> Learning.NONE), policy);
    time.turn(Duration.ofMillis(1));
  }

  @Override
  void startAnew(HcSystem system) {
    reload(system, cluster::open, Optional.empty());
  }

  @Test
  void theBackEndStaysOpenWhereItIsTheSame() {
    long id = waitingBehindTwo();
    BackendFactory present = scheduler.configuration().backend();

    reload(WITHOUT_TYPE, present, Optional.empty());
    exit(0, 0);
    reload(WHOLE, present, Optional.empty());

    assertThat(task(0).state()).isEqualTo(TaskState.COMPLETED);
    assertThat(task(id).state()).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void thePolicyOfTheFileDecidesWhereItIsAnother() {
    scheduler.switchPolicy("PAM", Map.of());

    reload(WHOLE, cluster::open, Optional.empty());
    assertThat(scheduler.overview().policy()).isEqualTo("PAM");
    reload(WHOLE, cluster::open, Optional.of("MSD"));
    assertThat(scheduler.overview().policy()).isEqualTo("MSD");
  }

  @Test
  void whereTheBackEndDoesNotOpenAllGoesOnAsBefore() {
    long id = waitingBehindTwo();
    BackendFactory broken =
        (owner, listener) -> {
          throw new BackendException("no such cluster", new IllegalStateException());
        };

    assertThatThrownBy(() -> reload(WITHOUT_TYPE, broken, Optional.empty()))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("no such cluster; nothing was changed");

    exit(0, 0);
    assertThat(task(id).state()).isEqualTo(TaskState.RUNNING);
    assertThat(scheduler.overview().notices()).isEmpty();
  }

  @Test
  void aMachineThatIsNewTakesWhatWaits() {
    startAnew(WITHOUT_MACHINE);
    submit("a");
    long second = submit("a");
    assertThat(task(second).state()).isEqualTo(TaskState.ASSIGNED);

    startAnew(WHOLE);

    assertThat(task(second).state()).isEqualTo(TaskState.RUNNING);
    assertThat(task(second).run().orElseThrow().machine()).isEqualTo("m-1");
  }
}
