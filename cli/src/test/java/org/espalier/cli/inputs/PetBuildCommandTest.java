package org.espalier.cli.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.RealData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** PETs are made of samples whole or not at all. */
final class PetBuildCommandTest {
  private static final String HEADER = "task_type,machine_type,execution_time_s\n";

  @TempDir private Path directory;

  private Path samples(String rows) throws IOException {
    return Files.writeString(directory.resolve("times.csv"), HEADER + rows);
  }

  private Path output() {
    return directory.resolve("times.pet.csv");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void histogramOfEachCell() throws IOException {
    Path samples = samples("a,m,0.10\na,m,0.11\na,m,0.20\na,n,0.30\n");
    CommandRun cli = CommandRun.of("pet", "build", samples, "-o", output(), "--step", "100ms");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.lines())
        .contains(
            "execution-time samples: 4 for 1 task type x 2 machine types",
            "     m  n",
            "  a  3  1",
            "wrote %s: PET: 1 task type x 2 machine types, tick 1 ms, step 100 ms"
                .formatted(output()));
    assertThat(output())
        .content()
        .startsWith("# tick 1 ms, step 100\n")
        .contains("a,m,0.1,0.666666", "a,m,0.2,0.333333", "a,n,0.3,1.0");
    assertThat(names()).containsExactly("times.csv", "times.pet.csv");
    assertThat(CommandRun.of("check", output()).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void missingCellsAreListedAndOnlyThenNothingIsWritten() throws IOException {
    Path samples = samples("a,m,0.10\na,n,0.11\nb,n,0.20\n");
    CommandRun refused = CommandRun.of("pet", "build", samples, "-o", output());
    assertThat(refused.status()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err())
        .contains("1 cell without samples")
        .contains("  b: m")
        .contains("--missing cannot-run");
    assertThat(output()).doesNotExist();

    CommandRun asked =
        CommandRun.of("pet", "build", samples, "-o", output(), "--missing", "cannot-run");
    assertThat(asked.status()).isEqualTo(ExitCode.OK);
    assertThat(asked.out()).contains(", 1 cell cannot run");
    assertThat(output()).content().contains("\nb,m,,\n");
  }

  @Test
  void badSamplesAreToldAllAtOnceAndKeepTheOldFile() throws IOException {
    Files.writeString(output(), "old");
    Path samples = samples("a,m,-1\na,m,NaN\n,m,1\na,m\n");
    CommandRun cli = CommandRun.of("pet", "build", samples, "-o", output());
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err())
        .contains(
            "times.csv:2: execution_time_s", "also line 3 (NaN)", "a name is empty", "4 problems");
    assertThat(output()).hasContent("old");
  }

  @Test
  void wrongOptions() throws IOException {
    Path samples = samples("a,m,1\n");
    assertRefused("--missing is maybe", samples, "-o", output(), "--missing", "maybe");
    assertRefused("--step is 3 parsec", samples, "-o", output(), "--step", "3 parsec");
    assertRefused("not a whole number of ticks", samples, "-o", output(), "--step", "1500us");
    assertRefused("there is no directory", samples, "-o", directory.resolve("none/x.pet.csv"));
    assertRefused("is the file that is read", samples, "-o", samples);
    assertRefused("name it x.pet.csv", samples, "-o", directory.resolve("x.etc"));
    assertRefused("is a directory", samples, "-o", directory);
    assertRefused("there is no such file", directory.resolve("absent.csv"), "-o", output());
    assertRefused("is empty", Files.createFile(directory.resolve("e.csv")), "-o", output());
    assertThat(CommandRun.of("pet").status()).isEqualTo(ExitCode.USAGE);
    assertThat(output()).doesNotExist();
  }

  private static void assertRefused(String message, Object... args) {
    CommandRun cli =
        CommandRun.of(Stream.concat(Stream.of("pet", "build"), Stream.of(args)).toArray());
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains(message);
  }

  @Test
  void cellsWithoutSamplesAreScaledToTheirMeans() throws IOException {
    Path samples = samples("a,m,0.10\na,m,0.30\nb,m,1\nb,n,2\nz,m,1\n");
    Path means =
        Files.writeString(
            directory.resolve("means.csv"),
            "task_type,machine_type,mean_execution_time_s\na,n,0.4\n");
    CommandRun cli =
        CommandRun.of(
            "pet",
            "build",
            samples,
            "--means",
            means,
            "-o",
            output(),
            "--step",
            "100ms",
            "--task-types",
            "a,b");
    assertThat(cli.err()).isEmpty();
    assertThat(cli.lines())
        .contains(
            "execution-time samples: 4 for 2 task types x 2 machine types",
            "  a  2  scaled",
            "Cells without samples: those of another cell, scaled to the mean",
            "  a          n               0.400  a on m",
            "wrote %s: PET: 2 task types x 2 machine types, tick 1 ms, step 100 ms"
                .formatted(output()));
    assertThat(output()).content().contains("a,n,0.2,0.5", "a,n,0.6,0.5");

    CommandRun refused = CommandRun.of("pet", "build", samples, "--means", means, "-o", output());
    assertThat(refused.err()).contains("1 cell without samples or a mean:", "  z: n", "Add either");
    assertRefused("is the file that is read", samples, "--means", means, "-o", means);
    assertRefused("(value c)", samples, "-o", output(), "--task-types", "a,c");
  }

  @Test
  void videoTranscodingTimesScaledToTheirMeans() {
    CommandRun built =
        CommandRun.of(
            "pet",
            "build",
            RealData.path("video-transcoding-times.csv"),
            "-o",
            output(),
            "--means",
            RealData.path("video-transcoding-means.csv"),
            "--task-types",
            "hevc-360p-30fps,vp9-360p-30fps,mpeg4-360p-30fps,h264-360p-30fps",
            "--machine-types",
            "aws-c5.2xlarge,aws-m5.2xlarge,aws-m5a.2xlarge,aws-r5.2xlarge");
    assertThat(built.err()).isEmpty();
    assertThat(built.out())
        .contains("execution-time samples: 3,000 for 4 task types x 4 machine types")
        .contains("  h264-360p-30fps   aws-m5a.2xlarge    0.033  h264-360p-30fps on aws-r5.2xlarge")
        .contains(": PET: 4 task types x 4 machine types, ");
  }

  @Test
  void videoTranscodingTimes() {
    Path samples = RealData.path("video-transcoding-times.csv");
    CommandRun refused = CommandRun.of("pet", "build", samples, "-o", output());
    assertThat(refused.err()).contains("205 cells without samples").contains("hevc-360p-24fps: ");
    CommandRun built =
        CommandRun.of("pet", "build", samples, "-o", output(), "--missing", "cannot-run");
    assertThat(built.status()).isEqualTo(ExitCode.OK);
    assertThat(built.out())
        .contains("execution-time samples: 24,629 for 36 task types x 8 machine types")
        .contains(", 205 cells cannot run");
  }

  private Path measured() throws IOException {
    return Files.writeString(
        directory.resolve("times.csv"),
        """
        task_type,machine_type,execution_time_s,p_state,corunners
        a,m,0.1,0,
        a,m,0.2,1,
        a,m,0.3,0,b
        a,m,0.4,1,b
        """);
  }

  @Test
  void samplesWithCorunnersAreLeftOut() throws IOException {
    CommandRun alone = CommandRun.of("pet", "build", measured(), "-o", output());
    assertThat(alone.out())
        .contains("note: times.csv: left out because their tasks ran beside others: 2 samples")
        .contains("PET: 1 task type x 1 machine type");
    assertThat(output()).content().contains("a,m,0,0.1,1.0\na,m,1,0.2,1.0\n");
    assertThat(CommandRun.of("check", output()).status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void columnsThatMakeNoDifferenceAreTold() throws IOException {
    Path samples = directory.resolve("times.csv");
    Files.writeString(samples, "task_type,machine_type,execution_time_s,unit\na,m,100,ms\n");
    CommandRun built = CommandRun.of("pet", "build", samples, "-o", output());
    assertThat(built.out()).containsPattern("note: times.csv.*unit");
    assertThat(CommandRun.of("check", samples).out()).containsPattern("times.csv.*unit");
  }

  private Path sized() throws IOException {
    return Files.writeString(
        directory.resolve("sized.csv"),
        """
        task_type,machine_type,execution_time_s,size
        classify,m,0.1,8000
        classify,m,0.2,8001
        classify,m,0.4,1e6
        ask,m,0.3,
        """);
  }

  /** Samples of unlike sizes are rows of their own. */
  @Test
  void classesOfSizesAreRows() throws IOException {
    CommandRun cli =
        CommandRun.of("pet", "build", sized(), "-o", output(), "--sizes", "classify=8 kB,64kB");

    assertThat(cli.err()).isEmpty();
    assertThat(output())
        .content()
        .contains(
            "classify-to-8kB,m,0.1,1.0",
            "classify-to-64kB,m,0.2,1.0",
            "classify-over-64kB,m,0.4,1.0",
            "ask,m,0.3,1.0");
    assertThat(output()).content().doesNotContain("classify,m");
  }

  @Test
  void sizesThatMakeNoDifferenceAreToldOf() throws IOException {
    assertThat(CommandRun.of("pet", "build", sized(), "-o", output()).out())
        .contains(
            "note: sized.csv: sizes make no difference in 3 samples; pet build --sizes keeps their"
                + " times apart");
  }

  @Test
  void whatIsWrongWithSizesIsTold() throws IOException {
    Path samples = sized();
    assertRefused(
        "--sizes classify: size \"wide\"; expected a number, or bytes as 64kB",
        samples,
        "-o",
        output(),
        "--sizes",
        "classify=8kB,wide");
    assertRefused(
        "--sizes classify: the classes are [8kB, 1kB]; expected at least one, rising",
        samples,
        "-o",
        output(),
        "--sizes",
        "classify=8kB,1kB");
    assertRefused(
        "has no samples of absent, which is to have classes of sizes",
        samples,
        "-o",
        output(),
        "--sizes",
        "absent=3");
    assertRefused(
        "sized.csv:5: size: is not a size", samples, "-o", output(), "--sizes", "ask=32,128");
    assertThat(output()).doesNotExist();
  }
}
