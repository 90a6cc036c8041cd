package org.espalier.workload.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.Boot;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.MachineType;
import org.espalier.core.model.Scale;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machine types of which so many machines are on as are needed. */
class ScaledTypeTest {
  @TempDir Path directory;
  private final Problems problems = new Problems();

  private Optional<Loaded<HcSystem>> read(String node, String scale) throws IOException {
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 s, step 1000
        task_type,machine_type,p_state,time_s,mass
        encode,node,0,1000,1
        """);
    Path file =
        Files.writeString(
            directory.resolve("system.yaml"),
            """
            name: scaled
            tick: 1 s
            machine_types:
              - {name: node, NODE}
              - {name: old, like: node, factor: 2}
            machines: [{type: node, count: 4}, {type: old}]
            pet: times.pet.csv
            scale: SCALE
            """
                .replace("NODE", node)
                .replace("SCALE", scale));
    return SystemFiles.read(file, problems);
  }

  @Test
  void aTypeHasItsScaleAndItsBoot() throws IOException {
    Loaded<HcSystem> read =
        read(
                "boot: {time: 90 s, energy: 20 kJ}",
                "{node: {min: 1, max: 3, idle: 5 min, by: forecast}, old: {}}")
            .orElseThrow();

    List<MachineType> types = read.value().machineTypes();
    assertThat(types)
        .extracting(MachineType::boot)
        .containsOnly(new Boot(Duration.ofSeconds(90), 20_000));
    assertThat(types.getFirst().scale())
        .contains(new Scale(1, 3, Duration.ofMinutes(5), Scale.By.FORECAST));
    assertThat(types.get(1).scale())
        .contains(new Scale(0, 100_000, Duration.ofMinutes(10), Scale.By.BACKLOG));
    assertThat(read.value().machines().getFirst().type()).isEqualTo(types.getFirst());
    assertThat(read.notes())
        .contains(
            "system scaled: machines are switched as they are needed in the trials of studies and"
                + " nowhere else");
  }

  @Test
  void itIsWrittenAndReadBack() throws IOException {
    HcSystem system =
        read(
                "boot: {time: 90 s, energy: 20 kJ}, idle_power: 5 W, p_states: [{power: 9 W}]",
                "{node: {min: 1, max: 3, idle: 5 min, by: forecast}, old: {}}")
            .orElseThrow()
            .value();
    SystemParts parts = SystemParts.of(directory.resolve("copy.yaml"), system);
    SystemFiles.write(parts.description(), system, parts);
    PetFiles.write(parts.pet(), PetTable.of(system));

    List<MachineType> written = SystemFiles.read(parts.description()).value().machineTypes();

    assertThat(written)
        .extracting(MachineType::scale)
        .isEqualTo(system.machineTypes().stream().map(MachineType::scale).toList());
    assertThat(written)
        .extracting(MachineType::boot)
        .containsOnly(new Boot(Duration.ofSeconds(90), 20_000));
  }

  @Test
  void allThatIsWrongIsToldAtOnce() throws IOException {
    assertThat(
            read(
                "off: \"22:00-06:00\", boot: {energy: 5 kg}",
                "{nod: {min: 0}, node: {min: 3, max: 2, by: backlogs}}"))
        .isEmpty();

    assertThat(problems.listed()).extracting(Problem::line).containsOnly(4, 8);
    assertThat(problems.listed().toString())
        .contains(
            "boot.time",
            "expected an energy, as 20 kJ",
            "scale.nod",
            "did you mean node?",
            "a whole number from 0 to 2",
            "did you mean backlog?");
  }
}
