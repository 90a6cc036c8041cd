package org.espalier.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.espalier.cli.CommandRun;
import org.espalier.testsupport.RealData;
import org.espalier.testsupport.Repository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

/** What files hold is shown in full, on any terminal. */
final class ShowCommandTest {
  @TempDir private Path directory;

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }

  @Test
  void petWithCellThatCannotRun() throws IOException {
    String rows =
        """
        # tick 1 ms, step 10
        task_type,machine_type,time_s,mass
        encode,fast,0.010,0.25
        encode,fast,0.020,0.5
        encode,fast,0.030,0.25
        encode,slow,,
        """;
    CommandRun cli = CommandRun.of("show", "--plain", file("tiny.pet.csv", rows));
    // Mean 20 ms; variance 100 * (0.25 + 0.25), so a standard deviation of 7.071 ms.
    assertThat(cli.lines())
        .contains(
            "PET: 1 task type x 2 machine types, tick 1 ms, step 10 ms, 1 cell cannot run",
            "Mean execution time, ms",
            "           fast  slow",
            "  encode  20.00     -",
            "  encode     fast          10.00  20.00  30.00  7.07      0.00         3  =#=",
            "  encode     slow              -      -      -     -         -         -  cannot run");
    assertThat(cli.status()).isEqualTo(ExitCode.OK);
    assertThat(cli.out()).matches("\\p{ASCII}*");
  }

  @Test
  void systemWithItsMachines() throws IOException {
    file("p.etc", "machineCount=2;taskCount=1;\nmachine=0;task=0;\n2 1\nmachine=1;task=0;\n4 1\n");
    String yaml =
        """
        name: tiny
        tick: 10 us
        pet: p.etc
        machine_types: [{name: type-1, rated_power: 152 W}, {name: type-0, price_per_hour: 0.34}]
        machines: [{name: gateway, type: type-0}, {type: type-1, count: 5}]
        """;
    CommandRun cli = CommandRun.of("show", "--plain", file("tiny.yaml", yaml));
    assertThat(cli.lines())
        .contains(
            "  machine type  machines  price per hour  active, W  idle, W  names",
            "  type-1               5             0.0      106.4     38.0  type-1-0 ... type-1-4",
            "  type-0               1            0.34        0.0      0.0  gateway",
            "          type-1  type-0",
            "  task-0   4.000   2.000");
  }

  @Test
  void workload() throws IOException {
    Path etc =
        file(
            "p.etc",
            "machineCount=1;taskCount=2;\nmachine=0;task=0;\n2 1\nmachine=0;task=1;\n4 1\n");
    Path trial = file("t.dat", "taskCount=3;\n10.00 0 20.00;\n20.00 0 40.00;\n50.00 1 90.00;\n");
    CommandRun cli = CommandRun.of("show", "--plain", "--system", etc, trial);
    assertThat(cli.lines())
        .contains(
            "span       10.00 to 50.00 ms",
            "load       0.20 (mean execution times of all tasks / span of 1 machine)",
            "Task types (slack: deadline - arrival, in ms)");
    assertThat(cli.out()).contains("task-0         2  66.7 %").contains("7.50").contains("10.00");
    assertThat(CommandRun.of("show", trial).status()).isEqualTo(ExitCode.OK);
  }

  /**
   * Priority 8, 0.6 per minute, class A, a first interval of 2 min: (8 - 4.8) e^(-1.1 x 0.6 x 5) +
   * 4.8 = 4.918 just before 7 min, and 4.8 from then on. The points of the other task fall from 4
   * by 0.2 a minute, and by 1 in a step at 10 min.
   */
  @Test
  void workloadWithUtilityFunctions() throws IOException {
    Path workload =
        file(
            "w.csv",
            """
            task_type,arrival_s,deadline_s,priority,urgency,utility_class,first_interval_min,utility
            a,0,,critical,extreme,A,2,
            a,1,,critical,extreme,A,3,
            b,2,,,,,,0:4 600:2 600:1
            """);
    CommandRun cli = CommandRun.of("show", "--plain", workload);

    assertThat(cli.lines())
        .contains(
            "Utility over the time since the arrival, s",
            "  2 tasks (66.7 %), as of task 0: priority 8, urgency 0.6 per minute, class A",
            "               120.0  420.0  720.0  1320.0  1920.0",
            "  just before      8  4.918  2.476   1.601   0.801",
            "  from then        8    4.8    2.4     1.6     0.8",
            "  1 task (33.3 %), as of task 2: points",
            "               0.0  600.0",
            "  just before    -      2",
            "  from then      4      1",
            "Task types; no task has a deadline");
    assertThat(cli.out()).containsPattern("\n  #+[*+=:.-][*+=:._-]+ +0 to 2400.0 s\n");
    assertThat(cli.out()).contains("0 to 750.0 s").doesNotContain("slack");
  }

  @Test
  void onlyTheCommonestUtilityFunctionsAreShown() throws IOException {
    StringBuilder text = new StringBuilder("task_type,arrival_s,deadline_s,utility\n");
    for (int worth = 1; worth <= 6; worth++) {
      text.append("a,0,9,0:%d 60:0\n".formatted(worth).repeat(worth));
    }
    CommandRun cli = CommandRun.of("show", file("w.csv", text.toString()));

    assertThat(cli.out())
        .contains("Utility over the time since the arrival, s, of the 4 commonest kinds of 6")
        .contains("6 tasks (28.6 %), as of task 15", "3 tasks (14.3 %), as of task 3")
        .doesNotContain("as of task 1:")
        .contains("Task types (slack: deadline - arrival, in s)");
  }

  /** Of some milliseconds minutes would all be 0.00, as worths of less than 0.0005 were. */
  @Test
  void shortAndSmallUtilityFunctionsHaveDigits() throws IOException {
    String text = "task_type,arrival_s,deadline_s,utility\na,0,,0:0.0004 0.02:0\na,1,9,\n";
    CommandRun cli = CommandRun.of("show", "--plain", file("w.csv", text));

    assertThat(cli.lines())
        .contains(
            "Utility over the time since the arrival, ms",
            "Task types (slack: deadline - arrival, in s; 1 task without deadline)");
    assertThat(cli.out()).contains("0 to 25.00 ms", "\n  from then    0.0004 ");
  }

  /** The most in a part of the span is the same however wide the terminal is. */
  @Test
  void theGreatestIntensityIsOfASixtiethOfTheSpan() throws IOException {
    StringBuilder text = new StringBuilder("task_type,arrival_s,deadline_s\n");
    for (int i = 0; i <= 60; i++) {
      text.append("a,%d,100\n".formatted(i));
    }
    CommandRun cli = CommandRun.of("show", "--plain", file("w.csv", text.toString()));

    assertThat(cli.out()).contains("1.0 tasks/s on average, 2.0 at most in a 60th of the span");
  }

  /** One machine takes 1 s, and three of another type take 9 s: 7 s in the mean. */
  @Test
  void theLoadIsOfTheMachinesThatThereAre() throws IOException {
    file("two.csv", "task_type,machine_type,execution_time_s\na,fast,1\na,slow,9\n");
    Path system =
        file(
            "two.yaml",
            """
            name: two
            tick: 1 s
            pet: {samples: two.csv}
            machines: [{type: fast, count: 1}, {type: slow, count: 3}]
            """);
    Path tasks = file("w.csv", "task_type,arrival_s,deadline_s\na,0,90\na,10,90\n");

    assertThat(CommandRun.of("show", "--plain", "--system", system, tasks).lines())
        .contains("load       0.35 (mean execution times of all tasks / span of 4 machines)");
  }

  @Test
  void workloadOfOneTask() throws IOException {
    CommandRun cli =
        CommandRun.of("show", file("w.csv", "task_type,arrival_s,deadline_s\na,1,1\n"));
    assertThat(cli.out()).contains("all tasks arrive at once");
  }

  @Test
  void papersPetTellsWhatWasRenormalised() {
    CommandRun cli = CommandRun.of("show", RealData.path("hcw19/classes_2.etc"));
    assertThat(cli.out())
        .contains("note: classes_2.etc: 96 of 96 cells renormalised")
        .contains("  task-0     70.9    91.0    54.1   105.6    75.0    84.7    82.2    82.2");
    assertThat(cli.lines()).hasSizeGreaterThan(96);
  }

  @Test
  void whatCannotBeShownIsSaidSo() throws IOException {
    Path study = Repository.file("studies/quick-start.yaml");
    CommandRun cli = CommandRun.of("show", study);
    assertThat(cli.status()).isEqualTo(ExitCode.USAGE);
    assertThat(cli.err()).contains("is a study, which cannot be shown; espalier run takes it");
    CommandRun bad = CommandRun.of("show", file("bad.dat", "taskCount=2;\n1.00 0 2.00\n"));
    assertThat(bad.status()).isEqualTo(ExitCode.USAGE);
    assertThat(bad.err())
        .contains("line is cut short")
        .contains("has 1 tasks")
        .contains("2 problems");
  }
}
