package org.espalier.core.heuristic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.allocation.rules.AllocationRules;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.pmf.DroppingScope;
import org.espalier.core.pmf.Pmf;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A task takes 5, 3, 3 and 9 ticks on four machine types, and cannot run on a fifth. */
class MachineTypeLimitTest {
  private static final @Nullable Pmf[][] TIMES = {
    {Pmf.at(5, 1), Pmf.at(3, 1), Pmf.at(3, 1), Pmf.at(9, 1), null}
  };

  /** The types that are looked at, of those that the task can run on. */
  private static List<Integer> allowed(MachineTypeLimit limit, int... typeOfMachine) {
    HcSystem system = Life.system(PetMatrix.of(TIMES), typeOfMachine);
    List<Integer> allowed = new ArrayList<>();
    new Life(system, AllocationRules.unbounded(DroppingScope.NONE))
        .hold(
            0,
            session ->
                IntStream.range(0, 4)
                    .filter(type -> limit.allows(session, 0, type))
                    .forEach(allowed::add),
            new Task(0, 0, 0, Task.NO_DEADLINE));
    return allowed;
  }

  @Test
  void theFastestAreLookedAtOfEqualOnesThoseWithTheLowestIds() {
    assertThat(allowed(MachineTypeLimit.fastest(1), 0, 1, 2, 3, 4)).containsExactly(1);
    assertThat(allowed(MachineTypeLimit.fastest(2), 0, 1, 2, 3, 4)).containsExactly(1, 2);
    assertThat(allowed(MachineTypeLimit.fastest(3), 0, 1, 2, 3, 4)).containsExactly(0, 1, 2);
    assertThat(allowed(MachineTypeLimit.NONE, 0, 1, 2, 3, 4)).containsExactly(0, 1, 2, 3);
  }

  /** Where type 1 has no machine it takes nobody's place. */
  @Test
  void aTypeWithoutMachinesDoesNotCount() {
    assertThat(allowed(MachineTypeLimit.fastest(2), 0, 2, 3, 4)).contains(0, 2).doesNotContain(3);
  }

  @Test
  void lessThanOneTypeIsRefused() {
    assertThatThrownBy(() -> MachineTypeLimit.fastest(0)).hasMessageContaining("at least 1");
  }
}
