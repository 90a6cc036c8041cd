package org.espalier.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.util.List;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Candidate;
import org.espalier.core.allocation.MappingEvent;
import org.espalier.core.allocation.MappingSession;
import org.espalier.core.allocation.journal.Basis;
import org.espalier.core.allocation.journal.Decision;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

/** A checked policy notices what is wrong with kept numbers. */
class CheckedPolicyTest {
  private static final Pmf TIME = Pmf.of(2, 1, 0.5, 0.25, 0.25);

  /** Maps all tasks in order, and before that breaks a kept completion time if it is to. */
  private static final class Breaking implements AllocationPolicy {
    private final int breaksAt;
    private int events;

    Breaking(int breaksAt) {
      this.breaksAt = breaksAt;
    }

    @Override
    public String name() {
      return "breaking";
    }

    @Override
    public List<Decision> decide(MappingEvent event) {
      if (events++ == breaksAt) {
        reverse(event.queues().getFirst().completionTime(1));
      }
      MappingSession session = new MappingSession(event);
      for (Candidate candidate : session.open()) {
        session.assign(candidate, 0, Basis.of("order", 0));
      }
      return session.decisions();
    }
  }

  /** Turns the masses of a PMF around, which nobody may do. */
  private static void reverse(Pmf pmf) {
    try {
      Field field = Pmf.class.getDeclaredField("masses");
      field.setAccessible(true);
      double[] masses = (double[]) field.get(pmf);
      for (int i = 0, j = masses.length - 1; i < j; i++, j--) {
        double mass = masses[i];
        masses[i] = masses[j];
        masses[j] = mass;
      }
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  /** Six events while the first task runs. */
  private static void play(int breaksAt) {
    ManualDriver driver =
        ManualDriver.of(
            TinySystems.of(new Pmf[][] {{TIME}}),
            AllocationRules.unbounded(DroppingScope.PENDING),
            new Breaking(breaksAt));
    driver.arrive(0, new Task(0, 0, 0, 90)).arrive(0, new Task(1, 0, 0, 90)).settle(0);
    for (int i = 2; i < 7; i++) {
      driver.arrive(1, new Task(i, 0, 1, 90)).settle(1);
    }
    assertThat(driver.manager().queue(0).size()).isEqualTo(7);
  }

  @Test
  void whatIsRightPasses() {
    assertThatCode(() -> play(-1)).doesNotThrowAnyException();
  }

  @Test
  void aWrongCompletionTimeInAQueueIsNoticed() {
    assertThatThrownBy(() -> play(1))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("completion time at position 1 of")
        .hasMessageContaining("from scratch it is");
  }

  @Test
  void aWrongNumberIsNoticed() {
    assertThatCode(() -> CheckedPolicy.compare("chance", 0.5, 0.5 + 1e-9, 1e-8))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> CheckedPolicy.compare("chance", 0.5, 0.5 + 1e-6, 1e-8))
        .isInstanceOf(AssertionError.class)
        .hasMessage("chance is 0.5, from scratch it is 0.500001");
    assertThatThrownBy(() -> CheckedPolicy.compare("chance", Double.NaN, 0.5, 1e-8))
        .isInstanceOf(AssertionError.class);
  }
}
