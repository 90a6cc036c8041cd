package org.espalier.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.espalier.core.model.DeadlineUtility;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.model.Task;
import org.espalier.core.model.UtilityFunction;
import org.espalier.core.model.Workload;
import org.espalier.core.pmf.Pmf;
import org.espalier.core.utility.DecayingUtility;
import org.espalier.core.utility.UtilityClass;
import org.espalier.core.utility.UtilityClass.Interval;
import org.espalier.core.utility.UtilityPoints;
import org.espalier.core.utility.UtilityPoints.Point;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.environment.Environment;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.pet.PetTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What tasks are worth, in workload files. */
class UtilityColumnsTest {
  private static final Environment SOURCE = EnvironmentReader.source("chapter-4");
  private static final double TICKS_PER_MINUTE = 60_000;

  @TempDir Path directory;

  /** Two machine types, which take 10 and 20 minutes for a task: 15 in the mean. */
  private static HcSystem system() {
    PetMatrix pet = PetMatrix.of(new Pmf[][] {{Pmf.at(600_000, 1), Pmf.at(1_200_000, 1)}});
    return new PetTable(List.of("task"), List.of("fast", "slow"), Duration.ofMillis(1), pet)
        .system("s");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("w.csv"), text);
  }

  @Test
  void prioritiesUrgenciesAndClassesByWord() throws IOException {
    Path file =
        file(
            """
            task_type,arrival_s,deadline_s,priority,urgency,utility_class
            task,1,,critical,extreme,A
            task,2,9,,,
            """);

    List<Task> tasks = WorkloadFiles.read(file, system()).tasks();

    assertThat(tasks.get(0).deadline()).isEqualTo(Task.NO_DEADLINE);
    assertThat(tasks.get(0).utility())
        .isEqualTo(
            new DecayingUtility(8, 0.6, SOURCE.classes().getFirst(), 0.8 * 15, TICKS_PER_MINUTE));
    assertThat(tasks.get(1)).isEqualTo(new Task(1, 0, 2000, 9000));
  }

  @Test
  void pointsAreSecondsAfterTheArrivalAndUtilities() throws IOException {
    Path file =
        file(
            """
            task_type,arrival_s,deadline_s,utility
            task,1,,0:8 600:4 600.5:0
            """);

    assertThat(WorkloadFiles.read(file, system()).tasks().getFirst().utility())
        .isEqualTo(
            new UtilityPoints(
                List.of(new Point(0, 8), new Point(600_000, 4), new Point(600_500, 0))));
  }

  @Test
  void whatIsWrittenIsReadBackExactly() throws IOException {
    UtilityFunction decaying =
        new DecayingUtility(0.1 + 0.2, 1.0 / 3, SOURCE.classes().get(7), 7.1, TICKS_PER_MINUTE);
    UtilityFunction own =
        new DecayingUtility(
            1,
            1,
            new UtilityClass("A", List.of(new Interval(0, 1, 1.0 / 3), new Interval(0.1, 0, 2))),
            1,
            TICKS_PER_MINUTE);
    UtilityFunction points = new UtilityPoints(List.of(new Point(7, 1.0 / 3), new Point(9, 0.1)));
    Workload workload =
        new Workload(
            "w",
            List.of(
                new Task(0, 0, 5, Task.NO_DEADLINE, decaying),
                new Task(1, 0, 6, 10_000, points),
                new Task(2, 0, 7, 10_000),
                new Task(3, 0, 8, 10_000, new DeadlineUtility(2.5)),
                new Task(4, 0, 8, 10_000, new DeadlineUtility(1, true)),
                new Task(5, 0, 9, Task.NO_DEADLINE, own)));
    Path file = directory.resolve("w.csv");

    WorkloadFiles.write(file, workload, system());

    assertThat(WorkloadFiles.read(file, system())).isEqualTo(workload);
  }

  @Test
  void allThatIsWrongIsToldAtOnce() throws IOException {
    Path file =
        file(
            """
            task_type,arrival_s,deadline_s,priority,urgency,utility_class,utility
            task,1,,urgent,high,A,
            task,2,,high,0.2,A,
            task,3,,high,high,Q,
            task,4,,,,,5:4 0:8
            task,5,,high,high,A,0:4
            task,6,,,,,now
            task,7,,high,high,mine 0:1:1 5:2:1,
            task,8,,high,high,mine 0:1,
            task,9,,,,,0:8 5:8 5:4 5:2
            """);
    Problems problems = new Problems();

    assertThat(WorkloadFiles.read(file, system(), problems)).isEmpty();
    assertThat(problems.listed().stream().map(Problem::toString))
        .satisfiesExactly(
            p -> assertThat(p).contains(":2", "priority", "urgent", "critical, high, medium, low"),
            p ->
                assertThat(p).contains(":3", "first_interval_min", "is needed for such an urgency"),
            p -> assertThat(p).contains(":4", "utility_class", "Q", "unknown utility class"),
            p -> assertThat(p).contains(":5", "utility", "order them by time"),
            p -> assertThat(p).contains(":6", "utility", "stands beside a priority"),
            p -> assertThat(p).contains(":7", "utility", "\"now\" is no point"),
            p -> assertThat(p).contains(":8", "utility class mine: share 2.0 at 5.0 min"),
            p -> assertThat(p).contains(":9", "\"0:1\" is no interval", "0:1:1.1"),
            p -> assertThat(p).contains(":10", "point 4 is the third at one time", "as 0:8 600:4"));
  }
}
