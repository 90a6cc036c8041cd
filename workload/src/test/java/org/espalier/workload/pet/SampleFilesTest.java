package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFilesTest {
  private static final Duration TICK = Duration.ofMillis(1);
  private static final String ALONE =
      """
      a,m,0.1,0,
      a,m,0.2,1,
      b,m,0.3,0,
      b,m,0.6,1,
      """;

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<Loaded<PetTable>> read(String text, OptionalLong step, MissingCells missing)
      throws IOException {
    Path file = Files.writeString(directory.resolve("s.csv"), text);
    return read(file, new SampleSettings(TICK, step, missing));
  }

  private Optional<Loaded<PetTable>> read(Path file, SampleSettings settings) {
    return SampleFiles.read(MeasuredFiles.of(file), settings, problems);
  }

  private Optional<MeasuredPet> measure(String rows) throws IOException {
    String text = "task_type,machine_type,execution_time_s,p_state,corunners\n" + rows;
    Path file = Files.writeString(directory.resolve("samples.csv"), text);
    SampleSettings settings =
        new SampleSettings(TICK, OptionalLong.of(10), MissingCells.CANNOT_RUN);
    return SampleFiles.measure(MeasuredFiles.of(file), settings, problems).map(Loaded::value);
  }

  private List<String> problems() {
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void namesThatLookAlikeAreTold() throws IOException {
    String text = "task_type,machine_type,execution_time_s\nencode,m,0.1\nEncode,m,0.2\n";
    assertThat(read(text, OptionalLong.of(10), MissingCells.ERROR).orElseThrow().notes())
        .contains("s.csv: only capitals, blanks or forms of letters tell encode and Encode apart");
  }

  @Test
  void pStatesAreKeptApart() throws IOException {
    PetTable table = measure(ALONE).orElseThrow().table();

    assertThat(table.matrix().pStates(0)).isEqualTo(2);
    assertThat(table.matrix().get(0, 0, 0)).isEqualTo(Pmf.of(100, 10, 1.0));
    assertThat(table.matrix().get(1, 0, 1)).isEqualTo(Pmf.of(600, 10, 1.0));
    Path file = directory.resolve("out.pet.csv");
    PetFiles.write(file, table);
    PetMatrix read =
        PetFiles.read(file, MissingCells.ERROR, problems).orElseThrow().value().matrix();
    assertThat(read.get(0, 0, 1)).isEqualTo(Pmf.of(200, 10, 1.0));
  }

  @Test
  void commandsThatFailedAreLeftOutAndCountedUnlessAskedFor() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("f.csv"),
            "task_type,machine_type,execution_time_s,exit_code\na,m,0.2,0\na,m,0.0,1\na,m,0.2,\n");
    SampleSettings without = new SampleSettings(TICK, OptionalLong.of(10), MissingCells.CANNOT_RUN);
    SampleSettings with =
        new SampleSettings(TICK, without.step(), without.missing(), true, Map.of());

    Loaded<PetTable> left = read(file, without).orElseThrow();

    assertThat(left.value().matrix().get(0, 0, 0)).isEqualTo(Pmf.of(200, 10, 1.0));
    assertThat(left.notes())
        .contains(
            "f.csv: left out because their commands failed (exit_code): 1 sample; pet build"
                + " --count-failed counts them");
    assertThat(read(file, with).orElseThrow().value().matrix().get(0, 0, 0).mean()).isLessThan(150);
  }

  @Test
  void columnsThatAreNotReadAreTold() throws IOException {
    String text = "task_type,machine_type,execution_time_s,energy_j,time_zone\na,m,0.2,5,UTC\n";
    assertThat(read(text, OptionalLong.of(10), MissingCells.CANNOT_RUN).orElseThrow().notes())
        .contains("s.csv: not read: time_zone");
  }

  @Test
  void whatIsNoExitCodeIsRefused() throws IOException {
    String head = "task_type,machine_type,execution_time_s,exit_code\n";
    assertThat(read(head + "a,m,0.2,-1\n", OptionalLong.of(10), MissingCells.CANNOT_RUN)).isEmpty();
    assertThat(problems()).singleElement().asString().contains("s.csv:2: exit_code", "-1");
  }

  @Test
  void aColumnThatIsSpeltOtherwiseIsNotTakenForNone() throws IOException {
    String failed = "task_type,machine_type,execution_time_s,exitcode\na,m,1,0\na,m,9,1\n";
    assertThat(read(failed, OptionalLong.of(10), MissingCells.CANNOT_RUN)).isEmpty();
    String milliseconds = "task_type,machine_type,execution_time_ms\na,m,1500\n";
    assertThat(read(milliseconds, OptionalLong.of(10), MissingCells.CANNOT_RUN)).isEmpty();
    assertThat(problems())
        .containsExactly(
            "s.csv:1: exit_code: column is spelt otherwise (value exitcode); rename column"
                + " exitcode",
            "s.csv:1: execution_time_s: column missing from the header (value"
                + " task_type,machine_type,execution_time_ms); give the values of"
                + " execution_time_ms in s, and name it execution_time_s");
  }

  @Test
  void tasksBesideOthersAreLeftOutAndCounted() throws IOException {
    MeasuredPet pet = measure(ALONE + "a,m,0.9,0,b\na,m,0.9,1,b+b\n").orElseThrow();

    assertThat(pet.leftOut()).isEqualTo(2);
    assertThat(pet.table().machineTypes()).containsExactly("m");
    assertThat(pet.cells().getFirst().getFirst().orElseThrow().greatestSeconds()).isEqualTo(0.2);
  }

  @Test
  void badPStatesAreToldTogether() throws IOException {
    assertThat(measure(ALONE + "a,m,1,x,\na,m,1,100,\nb,m,1,,\n")).isEmpty();
    assertThat(problems())
        .containsExactly(
            "samples.csv:6: p_state: is not a P-state (value x); expected 0 to 99, or nothing",
            "samples.csv:7: p_state: is not a P-state (value 100); expected 0 to 99, or nothing",
            "samples.csv:8: p_state: m has no P-state here, and one on line 2; give the P-state of"
                + " all its samples, or of none");
  }

  @Test
  void missingPStatesAreTold() throws IOException {
    assertThat(measure(ALONE + "c,m,1,1,\n")).isEmpty();
    assertThat(problems())
        .containsExactly(
            "samples.csv:6: c on m: has no samples in P-state 0 of 2; give all P-states of a pair,"
                + " from 0 on, or none where the type cannot run");
  }

  @Test
  void samplesBesideOthersOnlyAreTold() throws IOException {
    assertThat(measure("a,m,1,,b\n")).isEmpty();
    assertThat(problems())
        .containsExactly(
            "samples.csv: has no samples of tasks that ran alone, and 1 of tasks beside others; add"
                + " samples of tasks that ran alone");
  }

  @Test
  void samplesCountAtTheNearestLatticePoint() throws IOException {
    String text =
        """
        video,execution_time_s,machine_type,task_type
        1,0.100,gpu,filter
        1,0.104,gpu,filter
        2,0.106,gpu,filter
        2,0.131,gpu,filter
        """;
    PetTable table = read(text, OptionalLong.of(10), MissingCells.ERROR).orElseThrow().value();

    // Ticks 100, 104, 106 and 131 on the lattice of 10: 100, 100, 110 and 130.
    assertThat(table.matrix().get(0, 0, 0)).isEqualTo(Pmf.of(100, 10, 0.5, 0.25, 0, 0.25));
    assertThat(table.taskTypes()).containsExactly("filter");
    assertThat(table.machineTypes()).containsExactly("gpu");
  }

  @Test
  void missingCellsAreAnErrorUnlessTheyMeanCannotRun() throws IOException {
    String text = "task_type,machine_type,execution_time_s\na,x,1\nb,y,1\n";

    assertThat(read(text, OptionalLong.of(1), MissingCells.ERROR)).isEmpty();
    assertThat(problems.listed().getFirst().message()).isEqualTo("missing cells: a on y, b on x");
    Loaded<PetTable> loaded = read(text, OptionalLong.of(1), MissingCells.CANNOT_RUN).orElseThrow();
    assertThat(loaded.value().matrix().canRun(0, 1)).isFalse();
    assertThat(loaded.notes()).last().isEqualTo("s.csv: no samples, so cannot run: a on y, b on x");
  }

  @Test
  void badLinesAreTold() throws IOException {
    String text =
        """
        task_type,machine_type,execution_time_s
        a,x,-1
        a,x,NaN
        a,x
        ,x,1
        a,x,1e300
        a,x,"1
        """;
    assertThat(read(text, OptionalLong.of(1), MissingCells.ERROR)).isEmpty();
    assertThat(problems.listed()).extracting(problem -> problem.line()).startsWith(2, 3, 4, 5, 6);
  }

  @Test
  void garbageIsToldAndDoesNotHang() throws IOException {
    Path file = directory.resolve("garbage.csv");
    byte[] garbage = new byte[3 << 20];
    java.util.Arrays.fill(garbage, (byte) 0x81);
    Files.write(file, garbage);

    assertThat(read(file, new SampleSettings(TICK, OptionalLong.empty(), MissingCells.ERROR)))
        .isEmpty();
    assertThat(problems.count()).isPositive();
  }

  @Test
  void theStepFollowsTheSeries() {
    assertThat(List.of(0.3, 1.0, 1.9, 2.0, 7.5, 99.0, 100.0, 4999.0))
        .extracting(LatticeStep::roundedDown)
        .containsExactly(1L, 1L, 1L, 2L, 5L, 50L, 100L, 2000L);
  }

  @Test
  void largeFilesAreStreamed() throws IOException {
    int rows = TestSample.isFull() ? 300_000 : 60_000;
    Path file = directory.resolve("large.csv");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("task_type,machine_type,comment,execution_time_s\n");
      for (int i = 0; i < rows; i++) {
        out.write(
            "type-%d,machine-%d,%s,1.%03d\n".formatted(i % 7, i % 3, "-".repeat(40), i % 997));
      }
    }
    PetTable table =
        read(file, new SampleSettings(TICK, OptionalLong.empty(), MissingCells.ERROR))
            .orElseThrow()
            .value();

    assertThat(table.matrix().taskTypes()).isEqualTo(7);
    assertThat(table.matrix().get(6, 2, 0).mean()).isCloseTo(1498, within(5.0));
  }

  @Test
  void theVideoTranscodingTimesOfARealService() {
    Path file = RealData.path("video-transcoding-times.csv");
    SampleSettings settings =
        new SampleSettings(TICK, OptionalLong.empty(), MissingCells.CANNOT_RUN);
    Loaded<PetTable> loaded = read(file, settings).orElseThrow();

    assertThat(loaded.value().taskTypes()).hasSize(36);
    assertThat(loaded.value().matrix().step()).isBetween(1L, 1000L);
    // The mean of hevc-360p-24fps on aws-c5.2xlarge, 0.660267 s, within half a step.
    int row = loaded.value().taskTypes().indexOf("hevc-360p-24fps");
    int column = loaded.value().machineTypes().indexOf("aws-c5.2xlarge");
    assertThat(loaded.value().matrix().get(row, column, 0).mean())
        .isCloseTo(660.267, within(loaded.value().matrix().step() / 2.0));
  }
}
