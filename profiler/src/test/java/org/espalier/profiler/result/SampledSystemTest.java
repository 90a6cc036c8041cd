package org.espalier.profiler.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.PState;
import org.espalier.profiler.run.PlanResults;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.system.SystemParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampledSystemTest {
  private final Problems problems = new Problems();

  @TempDir private Path directory;

  private Loaded<HcSystem> system(PlanResults results) {
    Loaded<HcSystem> loaded =
        SampledSystem.of(results, Path.of("samples.csv"), problems).orElseThrow();
    assertThat(problems.listed()).isEmpty();
    return loaded;
  }

  /** What is read of the files that it is written to. */
  private HcSystem reread(HcSystem system) throws IOException {
    Path file = directory.resolve("made-system.yaml");
    SystemParts parts = SystemParts.of(file, system);
    PetFiles.write(parts.pet(), PetTable.of(system));
    if (parts.power().isPresent()) {
      PowerFiles.write(parts.power().get(), PowerTable.of(system, system.apc().orElseThrow()));
    }
    SystemFiles.write(file, system, parts);
    return SystemFiles.read(file).value();
  }

  @Test
  void machinesHaveTimesAloneInTheirPStates() throws IOException {
    Loaded<HcSystem> loaded =
        system(new MadeResults(directory).all(OptionalDouble.of(50)).results());
    HcSystem system = reread(loaded.value());

    assertThat(system.name()).isEqualTo("made");
    assertThat(system.tick()).isEqualTo(Duration.ofMillis(1));
    assertThat(system.machineTypes())
        .extracting(MachineType::name)
        .containsExactly("metal", "cloud");
    assertThat(system.machines()).hasSize(2);
    assertThat(system.machineTypes().getFirst().pStates())
        .extracting(PState::name)
        .containsExactly("3.4 GHz", "1.7 GHz");
    assertThat(system.pet().get(1, 0, 0).mean()).isCloseTo(1004, within(2.0));
    assertThat(system.pet().get(1, 0, 1).mean()).isCloseTo(2008, within(2.0));
    assertThat(system.pet().get(1, 1, 0).mean()).isCloseTo(3012, within(2.0));
  }

  @Test
  void aPStateThatCameOutFasterGetsTheTimesOfTheFastest() throws IOException {
    Loaded<HcSystem> loaded =
        system(new MadeResults(directory).all(OptionalDouble.empty()).results());

    assertThat(loaded.notes())
        .contains(
            "stream on metal was no slower in P-state 1 than in P-state 0, and got its times");
    assertThat(loaded.value().pet().get(0, 0, 1)).isEqualTo(loaded.value().pet().get(0, 0, 0));
  }

  @Test
  void powerIsMeanEnergyOverMeanTime() throws IOException {
    MadeResults made = new MadeResults(directory);
    made.cell("xz", Optional.of(0), List.of(), 1, OptionalDouble.of(60));
    made.cell("xz", Optional.of(1), List.of(), 2, OptionalDouble.of(40));
    made.cell("openssl", Optional.of(0), List.of(), 1, OptionalDouble.of(80));
    made.cell("openssl", Optional.of(1), List.of(), 2, OptionalDouble.of(45));
    HcSystem system = reread(system(made.results()).value());

    assertThat(system.apc().orElseThrow().get(1, 0, 1)).isCloseTo(45, within(1e-9));
    assertThat(system.machineTypes().getFirst().activeWatts(0)).isCloseTo(70, within(1e-9));
    assertThat(system.machineTypes().getFirst().activeWatts(1)).isCloseTo(42.5, within(1e-9));
  }

  @Test
  void powerThatIsNotKnownOfAllMachinesIsThatOfMachineTypes() throws IOException {
    HcSystem system =
        reread(system(new MadeResults(directory).all(OptionalDouble.of(50)).results()).value());

    assertThat(system.apc()).isEmpty();
    assertThat(system.machineTypes().getFirst().activeWatts(0)).isCloseTo(50, within(1e-9));
    assertThat(system.machineTypes().get(1).isPowered()).isFalse();
  }

  @Test
  void whatWasNotMeasuredCannotRun() throws IOException {
    MadeResults made = new MadeResults(directory);
    made.cell("xz", Optional.of(0), List.of(), 0.02, OptionalDouble.empty());
    made.cell("xz", Optional.of(1), List.of(), 0.03, OptionalDouble.empty());
    made.cell("openssl", Optional.empty(), List.of(), 2, OptionalDouble.empty());
    Loaded<HcSystem> loaded = system(made.results());

    assertThat(reread(loaded.value()).pet().canRun(0, 1)).isFalse();
    assertThat(loaded.value().tick()).isEqualTo(Duration.ofNanos(100_000));
    assertThat(loaded.notes())
        .contains("xz cannot run on cloud, because it was not measured there alone");
  }
}
