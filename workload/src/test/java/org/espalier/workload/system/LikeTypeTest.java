package org.espalier.workload.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machine types that are like others, and other numbers of machines. */
class LikeTypeTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();

  private Path write(String types) throws IOException {
    Files.writeString(
        directory.resolve("times.pet.csv"),
        """
        # tick 1 ms, step 10
        task_type,machine_type,p_state,time_s,mass
        encode,node,0,0.1,0.5
        encode,node,0,0.3,0.5
        encode,node,1,0.4,1
        filter,gpu,0,0.05,1
        encode,gpu,0,0.07,1
        """);
    Files.writeString(
        directory.resolve("draws.power.csv"),
        """
        task_type,machine_type,p_state,power_w
        encode,node,0,200
        encode,node,1,90
        encode,gpu,0,300
        filter,gpu,0,280
        """);
    return Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: like
        tick: 1 ms
        machine_types:
          - {name: gpu, rated_power: 400 W}
          - name: node
            idle_power: 30 W
            price_per_hour: 0.2
            p_states: [{power: 180 W}, {power: 100 W}]
        """
            + types
            + """
            machines:
              - {type: node, count: 2}
              - {type: gpu, count: 1}
            missing: cannot-run
            power: draws.power.csv
            pet: times.pet.csv
            """);
  }

  private HcSystem read(String types) throws IOException {
    return SystemFiles.read(write(types), problems)
        .orElseThrow(() -> new AssertionError(problems.listed().toString()))
        .value();
  }

  private String problem(String types) throws IOException {
    SystemFiles.read(write(types), problems);
    return problems.listed().stream().map(Problem::toString).toList().toString();
  }

  @Test
  void timesAreMultipliedAndTheRestFollows() throws IOException {
    HcSystem system =
        read(
            """
              - {name: old, like: node, factor: 1.5}
              - {name: older, like: old, factor: 2, price_per_hour: 0.05}
            """);

    int node = 1;
    for (int[] like : new int[][] {{2, 15}, {3, 30}}) {
      for (int p = 0; p < 2; p++) {
        assertThat(system.pet().get(0, like[0], p).mean())
            .isCloseTo(system.pet().get(0, node, p).mean() * like[1] / 10, within(1e-6));
      }
      assertThat(system.pet().canRun(1, like[0])).isEqualTo(system.pet().canRun(1, node));
      assertThat(system.machineTypes().get(like[0]).pStates())
          .isEqualTo(system.machineTypes().get(node).pStates());
      assertThat(system.machineTypes().get(like[0]).idleWatts()).isEqualTo(30);
      assertThat(system.activeWatts(0, like[0], 1)).isEqualTo(90);
    }
    assertThat(system.machineTypes().get(2).pricePerHour()).isEqualTo(0.2);
    assertThat(system.machineTypes().get(3).pricePerHour()).isEqualTo(0.05);
    assertThat(system.pet().get(0, node, 0).mean()).isCloseTo(200, within(1e-9));
  }

  @Test
  void saysWhatIsWrong() throws IOException {
    assertThat(problem("  - {name: old, like: nod}\n"))
        .contains("no machine type of this name stands before this one", "node");
    assertThat(problem("  - {name: old, factor: 2}\n")).contains("factor", "stands without like");
    assertThat(problem("  - {name: old, like: node, rated_power: 5 W}\n"))
        .contains("rated_power", "stands beside like");
    assertThat(problem("  - {name: old, like: node, factor: 0}\n")).contains("factor");
  }

  @Test
  void aColumnOfItsOwnContradictsLike() throws IOException {
    Path file = write("");
    String text = Files.readString(file).replace("rated_power: 400 W", "like: node");
    Files.writeString(
        file,
        text.replace("  - {name: gpu, like: node}\n", "")
            .replace("machines:\n", "  - {name: gpu, like: node}\nmachines:\n"));
    SystemFiles.read(file, problems);

    assertThat(problems.listed().toString()).contains("has a column of its own in the PET");
  }

  @Test
  void powerOfItsOwnContradictsLike() throws IOException {
    Path file = write("  - {name: old, like: node}\n");
    Path power = directory.resolve("draws.power.csv");
    Files.writeString(power, Files.readString(power) + "encode,old,0,150\nencode,old,1,70\n");
    SystemFiles.read(file, problems);

    assertThat(problems.listed().toString())
        .contains("has rows for machine type old, which is like node");
  }

  @Test
  void otherNumbersOfMachinesAreThoseOfAnotherFile() throws IOException {
    HcSystem system = read("");
    Path file = directory.resolve("more.yaml");
    Files.writeString(
        file,
        Files.readString(directory.resolve("system.yaml"))
            .replace("type: node, count: 2", "type: node, count: 5"));
    HcSystem more = SystemFiles.read(file).value();

    assertThat(MachineCounts.of(system, Map.of("node", 5)).machines()).isEqualTo(more.machines());
    assertThat(MachineCounts.of(more, Map.of("node", 2)).machines()).isEqualTo(system.machines());
    assertThat(MachineCounts.of(system, Map.of("node", 0)).machines())
        .extracting(Machine::name)
        .containsExactly("gpu-0");
    assertThat(MachineCounts.problem(system, Map.of("gpu", 0)))
        .hasValueSatisfying(text -> assertThat(text).contains("task type filter"));
  }
}
