package org.espalier.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;
import static org.quicktheories.generators.SourceDSL.longs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadFilesTest {
  @TempDir Path directory;

  private static HcSystem system(Duration tick) {
    PetMatrix pet = PetMatrix.of(new Pmf[][] {{Pmf.at(10, 1)}, {Pmf.at(20, 1)}});
    return new PetTable(List.of("short", "very, long"), List.of("m"), tick, pet).system("s");
  }

  private Workload roundTrip(Workload workload, HcSystem system) {
    Path file = directory.resolve(workload.name() + ".csv");
    try {
      WorkloadFiles.write(file, workload, system);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return WorkloadFiles.read(file, system);
  }

  @Test
  void theFormat() throws IOException {
    Workload workload =
        new Workload("w", List.of(new Task(0, 1, 3, 250_000), new Task(1, 0, 100_000, 100_000)));
    HcSystem system = system(Duration.ofNanos(10_000));

    assertThat(roundTrip(workload, system)).isEqualTo(workload);
    assertThat(Files.readString(directory.resolve("w.csv")))
        .isEqualTo(
            """
            task_type,arrival_s,deadline_s
            "very, long",0.00003,2.5
            short,1,1
            """);
  }

  @Test
  void whatIsWrittenIsReadBackExactly() {
    qt().withExamples(200)
        .forAll(
            lists().of(integers().between(0, 1_000_000)).ofSizeBetween(1, 50),
            longs().between(1, 10_000_000_000L))
        .checkAssert((numbers, tickNanos) -> {
          Workload workload = workload(numbers);
          HcSystem system = system(Duration.ofNanos(tickNanos));
          assertThat(roundTrip(workload, system)).isEqualTo(workload);
        });
  }

  private static Workload workload(List<Integer> numbers) {
    List<Task> tasks = new ArrayList<>();
    long arrival = 0;
    for (int number : numbers) {
      arrival += number % 97;
      tasks.add(new Task(tasks.size(), number % 2, arrival, arrival + number));
    }
    return new Workload("property", tasks);
  }

  @Test
  void everyBadLineIsTold() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("bad.csv"),
            """
            task_type,arrival_s,deadline_s
            shrt,1,2
            short,5,6
            short,4,6
            short,7,6
            short,x,6
            short,7.0000001,8
            short,9
            short,-1,9
            short,4,3
            short,7,5,9
            """);
    Problems problems = new Problems();

    assertThat(WorkloadFiles.read(file, system(Duration.ofMillis(1)), problems)).isEmpty();
    assertThat(problems.listed())
        .extracting(p -> p.toString().replace(directory + "/", ""))
        .containsExactly(
            "bad.csv:2: task_type: unknown task type (value shrt); did you mean short?",
            "bad.csv:4: arrives before the task ahead of it; sort the tasks by arrival",
            "bad.csv:5: deadline is before the arrival; correct one of them",
            "bad.csv:6: arrival_s: is not a time in seconds (value x); expected a number of whole"
                + " ticks of 0.001 s",
            "bad.csv:7: arrival_s: is not a time in seconds (value 7.0000001); expected a number of"
                + " whole ticks of 0.001 s",
            "bad.csv:8: deadline_s: line is cut short: it has 2 fields, this is number 3 (value"
                + " short,9); complete or remove the line",
            "bad.csv:9: arrives before time 0; expected arrivals from 0 on",
            "bad.csv:10: arrives before the task ahead of it; sort the tasks by arrival",
            "bad.csv:10: deadline is before the arrival; correct one of them",
            "bad.csv:11: line has 4 fields, the header 3 (value short,7,5,9); write decimals with a"
                + " point, and quote names with commas");
  }

  @Test
  void noTasks() throws IOException {
    Path file =
        Files.writeString(directory.resolve("none.csv"), "task_type,arrival_s,deadline_s\n");
    Problems problems = new Problems();

    assertThat(WorkloadFiles.read(file, system(Duration.ofMillis(1)), problems)).isEmpty();
    assertThat(problems.listed().getFirst().message()).isEqualTo("has no tasks");
  }

  /** Such as what tasks are worth under a name of its own: it has no effect. */
  @Test
  void columnsThatNobodyReadsAreNoted() throws IOException {
    Path file = directory.resolve("w.csv");
    Files.writeString(file, "task_type,worth,arrival_s,deadline_s,comment\na,8,0,1,x\n");
    assertThat(WorkloadFiles.readAlone(file, new Problems()).orElseThrow().notes())
        .containsExactly("w.csv: not read: worth, comment");
    Files.writeString(file, "task_type,arrival_s,deadline_s,utility\na,0,1,8\n");
    assertThat(WorkloadFiles.readAlone(file, new Problems()).orElseThrow().notes()).isEmpty();
  }
}
