package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples in P-states and beside co-runners. */
class CorunnersTest {
  private static final String HEADER =
      "task_type,machine_type,execution_time_s,p_state,corunners\n";
  private static final String ALONE =
      HEADER
          + """
          a,m,0.1,0,
          a,m,0.2,1,
          b,m,0.3,0,
          b,m,0.6,1,
          """;
  private static final String SLOW_DOWNS =
      "task_type,machine_type,p_state,corunners,slow_down,measured_slow_down\n";

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<MeasuredPet> read(String samples, Corunners corunners, TypeChoice choice)
      throws IOException {
    MeasuredFiles files =
        new MeasuredFiles(
            Files.writeString(directory.resolve("samples.csv"), samples),
            Optional.empty(),
            choice,
            corunners);
    SampleSettings settings =
        new SampleSettings(Duration.ofMillis(1), OptionalLong.of(10), MissingCells.CANNOT_RUN);
    return SampleFiles.measure(files, settings, bytes -> {}, problems)
        .map(loaded -> loaded.value());
  }

  private Optional<MeasuredPet> read(String samples, Corunners corunners) throws IOException {
    return read(samples, corunners, TypeChoice.ALL);
  }

  private Corunners predicted(String rows) throws IOException {
    return new Corunners.Predicted(
        Files.writeString(directory.resolve("slow-downs.csv"), SLOW_DOWNS + rows));
  }

  private List<String> problems() {
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void pStatesAreKeptApart() throws IOException {
    PetTable table = read(ALONE, new Corunners.Alone()).orElseThrow().table();

    assertThat(table.matrix().pStates(0)).isEqualTo(2);
    assertThat(table.matrix().get(0, 0, 0)).isEqualTo(Pmf.of(100, 10, 1.0));
    assertThat(table.matrix().get(1, 0, 1)).isEqualTo(Pmf.of(600, 10, 1.0));
    Path file = directory.resolve("out.pet.csv");
    PetFiles.write(file, table);
    assertThat(PetFiles.read(file).value().matrix().get(0, 0, 1)).isEqualTo(Pmf.of(200, 10, 1.0));
  }

  @Test
  void tasksBesideOthersAreLeftOutAndCounted() throws IOException {
    MeasuredPet pet =
        read(ALONE + "a,m,0.9,0,b\na,m,0.9,1,b+b\n", new Corunners.Alone()).orElseThrow();

    assertThat(pet.leftOut()).isEqualTo(2);
    assertThat(pet.table().machineTypes()).containsExactly("m");
    assertThat(pet.cells().getFirst().getFirst().orElseThrow().greatestSeconds()).isEqualTo(0.2);
  }

  @Test
  void coLocationSetsAreMachineTypesOfTheirOwnWhateverTheOrderOfNames() throws IOException {
    String beside = "a,m,0.5,0,c+b\na,m,0.7,0,b+c\na,m,0.9,0,b\n";
    PetTable table =
        read(ALONE + beside, new Corunners.Measured(), new TypeChoice(List.of(), List.of("m")))
            .orElseThrow()
            .table();

    assertThat(table.machineTypes()).containsExactly("m", "m beside b+c", "m beside b");
    assertThat(table.matrix().get(0, 1, 0).mean()).isEqualTo(600);
    assertThat(table.matrix().pStates(1)).isEqualTo(1);
    assertThat(table.matrix().canRun(1, 1)).isFalse();
  }

  @Test
  void oneCoLocationSetCanBeChosen() throws IOException {
    TypeChoice choice = new TypeChoice(List.of(), List.of("m beside b"));
    PetTable table =
        read(ALONE + "a,m,0.9,0,b\na,m,0.9,0,c\n", new Corunners.Measured(), choice)
            .orElseThrow()
            .table();

    assertThat(table.machineTypes()).containsExactly("m beside b");
  }

  @Test
  void predictedSetsAreSamplesAloneMultiplied() throws IOException {
    String rows = "a,m,0,b,1.5,1.4\na,m,1,b,2,\nb,m,0,b,,1.1\nb,m,0,c+a,1.1,\nb,m,1,a+c,1.2,\n";
    PetTable table =
        read(ALONE + "a,m,0.9,0,b\n", predicted(rows), TypeChoice.ALL).orElseThrow().table();

    assertThat(table.machineTypes()).containsExactly("m", "m beside b", "m beside a+c");
    assertThat(table.matrix().get(0, 1, 0)).isEqualTo(Pmf.of(150, 10, 1.0));
    assertThat(table.matrix().get(0, 1, 1)).isEqualTo(Pmf.of(400, 10, 1.0));
    assertThat(table.matrix().get(1, 2, 0)).isEqualTo(Pmf.of(330, 10, 1.0));
    assertThat(table.matrix().canRun(1, 1)).isFalse();
  }

  @Test
  void badFieldsAreToldTogether() throws IOException {
    String rows = "a,m,1,x,\na,m,1,100,\na,m,1,0,b++c\nb,m,1,,\n";

    assertThat(read(ALONE + rows, new Corunners.Measured())).isEmpty();
    assertThat(problems())
        .containsExactly(
            "samples.csv:6: p_state: is not a P-state (value x); expected 0 to 99, or nothing",
            "samples.csv:7: p_state: is not a P-state (value 100); expected 0 to 99, or nothing",
            "samples.csv:8: corunners: is no list of co-runners (value b++c); expected names joined by +",
            "samples.csv:9: p_state: m has no P-state here, and one on line 2; give the P-state of"
                + " all its samples, or of none");
  }

  @Test
  void missingPStatesAreTold() throws IOException {
    assertThat(read(ALONE + "c,m,1,1,\n", new Corunners.Alone())).isEmpty();
    assertThat(problems())
        .containsExactly(
            "samples.csv: c on m: has no samples in P-state 0 of 2; measure all P-states of a pair,"
                + " numbered from 0, or none");
  }

  @Test
  void samplesBesideOthersOnlyAreTold() throws IOException {
    assertThat(read(HEADER + "a,m,1,,b\n", new Corunners.Alone())).isEmpty();
    assertThat(problems())
        .containsExactly(
            "samples.csv: has no samples of tasks that ran alone, and 1 of tasks beside others; add"
                + " samples, or take those beside others as machine types of their own (measured)");
  }

  @Test
  void badSlowDownsAreTold() throws IOException {
    String rows = "a,m,0,b,0,\na,m,0,,2,\n,m,0,b,2,\na,m,-1,b,2,\na,m,0,b,2,\na,m,0,b,3,\n";

    assertThat(read(ALONE, predicted(rows))).isEmpty();
    assertThat(problems()).hasSize(5);
    assertThat(problems().getFirst())
        .isEqualTo(
            "slow-downs.csv:2: slow_down: is not a slow-down (value 0); expected a number above 0, 1 if"
                + " nothing is slower");
    assertThat(problems().getLast())
        .isEqualTo(
            "slow-downs.csv:7: slow_down: is a second slow-down after line 6 (value 3); remove one");
  }

  @Test
  void slowDownsOfTasksWithoutSamplesAreTold() throws IOException {
    assertThat(read(ALONE, predicted("c,m,0,b,2,\n"))).isEmpty();
    assertThat(problems())
        .containsExactly(
            "slow-downs.csv:2: c on m: has a slow-down, and no samples alone in P-state 0 to"
                + " multiply (value 2.0); add samples, or remove the line");
  }
}
