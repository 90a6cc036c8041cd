package org.espalier.core.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.TaskType;
import org.espalier.core.pmf.Pmf;
import org.junit.jupiter.api.Test;

class NeedTest {
  private static final Pmf SHORT = Pmf.of(1, 1, 0.5, 0.5);
  private static final Pmf LONG = Pmf.of(4, 1, 0.5, 0.5);
  private static final MachineType FIRST = new MachineType(0, "first");
  private static final MachineType SECOND = new MachineType(1, "second");

  /** A system of two machine types with the given execution times of its only task type. */
  private static HcSystem system(Pmf onFirst, Pmf onSecond, Machine... machines) {
    return new HcSystem(
        "two types",
        Duration.ofSeconds(1),
        List.of(new TaskType(0, "task")),
        List.of(FIRST, SECOND),
        List.of(machines),
        PetMatrix.of(new Pmf[][] {{onFirst, onSecond}}));
  }

  private static HcSystem oneOfEach(Pmf onFirst, Pmf onSecond) {
    return system(onFirst, onSecond, new Machine(0, "a", FIRST), new Machine(1, "b", SECOND));
  }

  @Test
  void machinesOfTypesThatTakeTheSameTimesAreHomogeneous() {
    assertThat(Need.HOMOGENEOUS.isMetBy(oneOfEach(SHORT, SHORT))).isTrue();
    assertThat(Need.HOMOGENEOUS.isMetBy(oneOfEach(SHORT, LONG))).isFalse();
  }

  @Test
  void aTypeWithoutMachinesDoesNotCount() {
    HcSystem twins = system(SHORT, LONG, new Machine(0, "a", SECOND), new Machine(1, "b", SECOND));

    assertThat(Need.HOMOGENEOUS.isMetBy(twins)).isTrue();
  }

  @Test
  void everySystemHasDistributionsAndDeadlines() {
    assertThat(Need.PET.isMetBy(oneOfEach(SHORT, LONG))).isTrue();
    assertThat(Need.DEADLINES.isMetBy(oneOfEach(SHORT, LONG))).isTrue();
  }

  @Test
  void powerIsThatOfAllMachineTypes() {
    MachineType powered = new MachineType(0, "powered", 0, 10, 100);
    HcSystem some = system(SHORT, LONG, new Machine(0, "a", FIRST), new Machine(1, "b", SECOND));
    HcSystem all =
        new HcSystem(
            "powered",
            Duration.ofSeconds(1),
            List.of(new TaskType(0, "task")),
            List.of(powered),
            List.of(new Machine(0, "a", powered)),
            PetMatrix.of(new Pmf[][] {{SHORT}}));

    assertThat(Need.POWER.isMetBy(some)).isFalse();
    assertThat(Need.POWER.isMetBy(all)).isTrue();
  }

  /** A policy for machines of a single type. */
  private static final class Uniform implements PolicyProvider {
    @Override
    public String name() {
      return "Uniform";
    }

    @Override
    public String summary() {
      return "for machines of a single type";
    }

    @Override
    public String source() {
      return "none";
    }

    @Override
    public Set<Need> needs() {
      return Set.of(Need.HOMOGENEOUS, Need.PET);
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      throw new UnsupportedOperationException("is not asked to");
    }
  }

  @Test
  void aPolicySaysWhatItMisses() {
    assertThat(new Uniform().needsMissedBy(oneOfEach(SHORT, LONG)))
        .containsExactly(Need.HOMOGENEOUS);
    assertThat(new Uniform().needsMissedBy(oneOfEach(LONG, LONG))).isEmpty();
  }
}
