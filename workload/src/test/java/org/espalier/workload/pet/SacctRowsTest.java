package org.espalier.workload.pet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples from what {@code sacct --parsable2} prints. */
final class SacctRowsTest {
  private static final String HEADER = "JobID|JobName|Partition|NodeList|State|ElapsedRaw\n";

  private final Problems problems = new Problems();

  @TempDir private Path directory;

  private Optional<MeasuredPet> measure(String text) throws IOException {
    return measure(Files.writeString(directory.resolve("sacct.txt"), text), TypeChoice.ALL);
  }

  private Optional<MeasuredPet> measure(Path file, TypeChoice choice) {
    MeasuredFiles files = new MeasuredFiles(file, Optional.empty(), choice, true);
    SampleSettings settings =
        new SampleSettings(Duration.ofMillis(1), OptionalLong.of(1000), MissingCells.CANNOT_RUN);
    return SampleFiles.measure(files, settings, problems).map(Loaded::value);
  }

  /** The cell of a task type on a machine type: samples, least, greatest. */
  private static String cell(MeasuredPet pet, String taskType, String machineType) {
    MeasuredPet.Cell cell =
        pet.cells()
            .get(pet.table().taskTypes().indexOf(taskType))
            .get(pet.table().machineTypes().indexOf(machineType))
            .orElseThrow();
    return "%s: %s to %s".formatted(cell.samples(), cell.leastSeconds(), cell.greatestSeconds());
  }

  private List<String> problems() {
    return problems.listed().stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  @Test
  void jobsAndElementsOfArraysAreSamples() throws IOException {
    MeasuredPet pet =
        measure(
                HEADER
                    + """
                    2|enc|cpu|m1|COMPLETED|120
                    3|enc|cpu|m2|COMPLETED|150
                    7_1|sweep|cpu|m2|COMPLETED|200
                    7_22|sweep|gpu|g1|COMPLETED|100
                    """)
            .orElseThrow();

    assertThat(pet.table().taskTypes()).containsExactly("enc", "sweep");
    assertThat(pet.table().machineTypes()).containsExactly("cpu", "gpu");
    assertThat(cell(pet, "enc", "cpu")).isEqualTo("2: 120.0 to 150.0");
    assertThat(cell(pet, "sweep", "gpu")).isEqualTo("1: 100.0 to 100.0");
    assertThat(pet.cells().getFirst().get(1)).as("enc ran on no gpu").isEmpty();
    assertThat(pet.notes()).noneMatch(note -> note.startsWith("left out"));
  }

  @Test
  void whatIsLeftOutIsSaid() throws IOException {
    MeasuredPet pet =
        measure(
                HEADER
                    + """
                    2|enc|cpu|m1|COMPLETED|99
                    2.batch|batch||m1|COMPLETED|99
                    2.extern|extern||m1|COMPLETED|99
                    2.0|ffmpeg||m1|COMPLETED|98
                    3|enc|cpu|m1|FAILED|12
                    4|enc|cpu|m1|TIMEOUT|3600
                    4.batch|batch||m1|CANCELLED|3601
                    5|enc|cpu|m1|CANCELLED by 1000|5
                    6|enc|cpu|m1|CANCELLED by 0|7
                    8|enc|cpu|m[1-2]|COMPLETED|70
                    9|enc|cpu|m1,m3|COMPLETED|70
                    10+0|enc|cpu|m1|COMPLETED|80
                    10+1|enc|gpu|g1|COMPLETED|80
                    10+0.batch|batch||m1|COMPLETED|80
                    11|enc|cpu|m1|REQUEUED|30
                    11|enc|cpu|m2|NODE_FAIL|31
                    11|enc|cpu|m1|COMPLETED|130
                    12_[3-9%2]|enc|cpu|None assigned|PENDING|0
                    13|enc|cpu|m1|RUNNING|500
                    14|enc|cpu|m1|COMPLETED|0
                    15|enc|cpu|m1|COMPLETED|
                    16|enc|cpu|m1|OUT_OF_MEMORY|44
                    """)
            .orElseThrow();

    assertThat(cell(pet, "enc", "cpu")).isEqualTo("2: 99.0 to 130.0");
    assertThat(pet.notes())
        .startsWith(
            "left out jobs that did not complete: 2 CANCELLED, 1 FAILED, 1 NODE_FAIL,"
                + " 1 OUT_OF_MEMORY, 1 PENDING, 1 REQUEUED, 1 RUNNING, 1 TIMEOUT",
            "jobs that ran into a limit would have taken longer: long times are missing",
            "left out jobs of less than a second, which Slurm does not measure: 1",
            "left out jobs on several machines: 2",
            "left out jobs whose time Slurm does not know: 1",
            "left out parts of heterogeneous jobs: 2",
            "left out steps, as the time of the whole job counts: 5",
            "1 of 2 samples below 100 s: Slurm counts whole seconds, so these may be off by more"
                + " than 1 %");
  }

  @Test
  void timesByTheClockHaveDays() throws IOException {
    MeasuredPet pet =
        measure(
                """
                State|Elapsed|JobID|Partition|NodeList|JobName|Comment|
                COMPLETED|1-02:03:04|1|cpu|m1|long|a, "b|
                COMPLETED|00:00:59|2|cpu|m1|long||
                COMPLETED|INVALID|3|cpu|m1|long||
                """)
            .orElseThrow();

    assertThat(cell(pet, "long", "cpu")).isEqualTo("2: 59.0 to 93784.0");
    assertThat(pet.notes()).contains("left out jobs whose time Slurm does not know: 1");
  }

  @Test
  void bothTimesMayBeThereAndTheFileMayBeCompressed() throws IOException {
    Path file = directory.resolve("sacct.txt.gz");
    String text =
        "JobID|Elapsed|ElapsedRaw|JobName|Partition|NodeList|State\r\n"
            + "1|00:02:00|121|größe|für|m1|COMPLETED\r\n";
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    MeasuredPet pet = measure(file, TypeChoice.ALL).orElseThrow();
    assertThat(cell(pet, "größe", "für")).isEqualTo("1: 121.0 to 121.0");
  }

  @Test
  void typesMayBeChosen() throws IOException {
    String text = HEADER + "1|a|cpu|m1|COMPLETED|200\n2|b|cpu|m1|COMPLETED|300\n";
    Path file = Files.writeString(directory.resolve("sacct.txt"), text);

    TypeChoice choice = new TypeChoice(List.of("b"), List.of());
    assertThat(measure(file, choice).orElseThrow().table().taskTypes()).containsExactly("b");
    assertThat(measure(file, new TypeChoice(List.of("c"), List.of()))).isEmpty();
    assertThat(problems()).anyMatch(problem -> problem.contains("has no wanted job"));
  }

  @Test
  void missingColumnsAreNamed() throws IOException {
    assertThat(measure("JobIDRaw|JobName|State|ElapsedRaw\n1|a|COMPLETED|5\n")).isEmpty();

    assertThat(problems())
        .hasSize(3)
        .anyMatch(problem -> problem.startsWith("sacct.txt:1: JobID: column missing"))
        .anyMatch(problem -> problem.startsWith("sacct.txt:1: Partition: column missing"))
        .anyMatch(problem -> problem.startsWith("sacct.txt:1: NodeList: column missing"));
  }

  @Test
  void otherTablesAreRefused() throws IOException {
    assertThat(measure("       JobID    JobName  Partition\n------ ----- -----\n")).isEmpty();
    assertThat(problems()).anyMatch(problem -> problem.contains("column missing"));
  }

  @Test
  void linesThatAreNoJobsAreRefusedAllAtOnce() throws IOException {
    String twice = HEADER + "1|a|cpu|m1|COMPLETED|200\n" + HEADER;
    assertThat(measure(twice + "2|a||m1|COMPLETED|5\n3|a|cpu|m1|done|5\n4|a\n")).isEmpty();

    assertThat(problems())
        .hasSize(4)
        .anyMatch(problem -> problem.startsWith("sacct.txt:3: JobID: is not the id of a job"))
        .anyMatch(problem -> problem.startsWith("sacct.txt:4: a name is empty"))
        .anyMatch(problem -> problem.startsWith("sacct.txt:5: State: is not the state of a job"))
        .anyMatch(problem -> problem.startsWith("sacct.txt:6: Partition: line is cut short"));
  }

  @Test
  void withoutAnyCompletedJobItSaysWhy() throws IOException {
    assertThat(measure(HEADER + "1|a|cpu|m1|FAILED|200\n")).isEmpty();

    assertThat(problems())
        .containsExactly(
            "sacct.txt: has no wanted job that completed on one machine: left out jobs that did not"
                + " complete: 1 FAILED; give what sacct --parsable2 prints of a longer time");
  }

  /** Lists of overlapping times; 4 ran again by its id. */
  @Test
  void aJobThatStandsTwiceCountsOnce() throws IOException {
    MeasuredPet pet =
        measure(
                HEADER
                    + """
                    2|enc|cpu|m1|COMPLETED|120
                    3|enc|cpu|m2|COMPLETED|150
                    4|enc|cpu|m2|COMPLETED|150
                    3|enc|cpu|m2|COMPLETED|150
                    4|enc|cpu|m1|COMPLETED|170
                    2|enc|cpu|m1|COMPLETED|120
                    """)
            .orElseThrow();

    assertThat(cell(pet, "enc", "cpu")).isEqualTo("4: 120.0 to 170.0");
    assertThat(pet.notes())
        .contains("left out rows that stand there before, as of lists of overlapping times: 2");
  }
}
