package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.espalier.core.pmf.Pmf;
import org.espalier.testsupport.RealData;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFilesTest {
  private static final Duration TICK = Duration.ofMillis(1);

  private final Problems problems = new Problems();

  @TempDir Path directory;

  private Optional<Loaded<PetTable>> read(String text, OptionalLong step, MissingCells missing)
      throws IOException {
    Path file = Files.writeString(directory.resolve("s.csv"), text);
    return SampleFiles.read(file, new SampleSettings(TICK, step, missing), problems);
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
    assertThat(loaded.notes()).containsExactly("s.csv: no samples, so cannot run: a on y, b on x");
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

    assertThat(SampleFiles.read(file, SampleSettings.of(TICK), problems)).isEmpty();
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
    Path file = directory.resolve("large.csv");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("task_type,machine_type,comment,execution_time_s\n");
      for (int i = 0; i < 300_000; i++) {
        out.write(
            "type-%d,machine-%d,%s,1.%03d\n".formatted(i % 7, i % 3, "-".repeat(40), i % 997));
      }
    }
    PetTable table = SampleFiles.read(file, SampleSettings.of(TICK)).value();

    assertThat(table.matrix().taskTypes()).isEqualTo(7);
    assertThat(table.matrix().get(6, 2, 0).mean()).isCloseTo(1498, within(5.0));
  }

  @Test
  void theVideoTranscodingTimesOfARealService() {
    Path file = RealData.path("video-transcoding-times.csv");
    SampleSettings settings =
        new SampleSettings(TICK, OptionalLong.empty(), MissingCells.CANNOT_RUN);
    Loaded<PetTable> loaded = SampleFiles.read(file, settings, problems).orElseThrow();

    assertThat(loaded.value().taskTypes()).hasSize(36);
    assertThat(loaded.value().matrix().step()).isBetween(1L, 1000L);
    // The mean of hevc-360p-24fps on aws-c5.2xlarge, 0.660267 s, within half a step.
    int row = loaded.value().taskTypes().indexOf("hevc-360p-24fps");
    int column = loaded.value().machineTypes().indexOf("aws-c5.2xlarge");
    assertThat(loaded.value().matrix().get(row, column, 0).mean())
        .isCloseTo(660.267, within(loaded.value().matrix().step() / 2.0));
  }
}
