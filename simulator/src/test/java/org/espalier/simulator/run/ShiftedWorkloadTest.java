package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.TrialAccount;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.testsupport.TestSample;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies on logs do not hang on where the clock of a log began; windows of a log are trials. */
final class ShiftedWorkloadTest {
  private static final int TASKS = 40;

  @TempDir Path directory;
  private final Problems problems = new Problems();

  @BeforeEach
  void writeSystem() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        machine_types:
          - {name: fast, rated_power: 200 W, price_per_hour: 1}
          - {name: slow, rated_power: 100 W, price_per_hour: 0.5}
        machines: [{type: fast, count: 2}, {type: slow, count: 2}]
        pet: pet.csv
        """);
    Files.writeString(
        directory.resolve("pet.csv"),
        """
        # tick 1 ms, step 100
        task_type,machine_type,time_s,mass
        a,fast,1,0.5
        a,fast,1.3,0.5
        a,slow,2,0.5
        a,slow,3.1,0.5
        b,fast,0.7,0.25
        b,fast,1.9,0.75
        b,slow,1.4,1
        """);
  }

  /** Random tasks, one about each 300 ms, with 1 to 6 s until their deadlines. */
  private void writeTasks(String name, long shift, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> rows = new ArrayList<>(List.of("task_type,arrival_s,deadline_s"));
    long time = shift;
    for (int i = 0; i < TASKS; i++) {
      time += random.nextInt(600);
      long deadline = time + 1000 + random.nextInt(5000);
      rows.add(
          "%s,%s,%s".formatted(random.nextBoolean() ? "a" : "b", seconds(time), seconds(deadline)));
    }
    Files.write(directory.resolve(name), rows);
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
  }

  private Experiment load(String workload, String policies, String more) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        leave_out_first: 0
        leave_out_last: 0
        system: system.yaml
        workload: {%s}
        axes: {policy: [%s]}
        %s
        """
            .formatted(workload, policies, more));
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private static ExperimentResults run(Experiment experiment) {
    return ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  /** All policies that need no more than deadlines and powers. */
  static List<String> policies() {
    return PolicyRegistry.builtIn().names();
  }

  private static String all() {
    return policies().stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
  }

  private List<List<TrialResult>> results(ExperimentResults results) {
    return results.experiment().scenarios().stream().map(results::trials).toList();
  }

  private List<List<TrialAccount>> accounts(ExperimentResults results) {
    return results.experiment().scenarios().stream().map(results::accounts).toList();
  }

  /** With a warm-up, a horizon and budgets, in which all that a clock can touch is at work. */
  @Test
  void aShiftChangesNothing() throws IOException {
    List<Long> shifts = List.of(1L, 7_777L, 39_600_123L, 1_700_000_000_000L);
    String settings =
        "trials: 1\nmeasure_from: 2 s\nhorizon: 11 s\n"
            + "settings: {energy_budget: 1.5 kJ, energy_period: 4 s}";
    for (int seed : TestSample.of(1, 10).toArray()) {
      for (String more : List.of("trials: 1", settings)) {
        writeTasks("base.csv", 0, seed);
        ExperimentResults base = run(load("files: base.csv", all(), more));
        long shift = shifts.get(seed % shifts.size());
        writeTasks("shifted.csv", shift, seed);
        ExperimentResults shifted = run(load("files: shifted.csv", all(), more));

        assertThat(results(shifted)).as("shifted by %s ms", shift).isEqualTo(results(base));
        assertThat(accounts(shifted)).isEqualTo(accounts(base));
      }
    }
  }

  /** Both count from their own first arrivals, wherever their clocks began. */
  @Test
  void aForecastBeginsWithTheTrial() throws IOException {
    writeTasks("base.csv", 0, 1);
    writeTasks("day.csv", 0, 2);
    writeTasks("late.csv", 1_700_000_000_000L, 1);
    writeTasks("late-day.csv", 1_600_000_000_000L, 2);
    String jit = "{policy: JIT, forecast: %s}";

    assertThat(results(run(load("files: late.csv", jit.formatted("late-day.csv"), "trials: 1"))))
        .isEqualTo(results(run(load("files: base.csv", jit.formatted("day.csv"), "trials: 1"))));
  }

  @Test
  void theFileOfATraceHasTheTimesOfTheLog() throws IOException {
    writeTasks("late.csv", 1_700_000_000_000L, 1);
    ExperimentResults results =
        run(load("files: late.csv", "MM", "trials: 1\ntraces: [{trial: 1}]"));
    assertThat(results.experiment().notes())
        .hasSize(1)
        .first()
        .asString()
        .contains("late.csv begins at 17000");
    new ResultDirectory(directory.resolve("out")).write(results, "0");

    assertThat(Files.readAllLines(directory.resolve("out/tasks/MM-1.csv")).get(1))
        .matches("0,[ab],1700000000.*,17000000.*,.*,17000000.*");
  }

  /** Two tasks with 40 years of hourly periods between them, and one that runs for an hour. */
  @Test
  void periodsInWhichNothingHappensAreLeftOut() throws IOException {
    Files.writeString(
        directory.resolve("far.csv"),
        "task_type,arrival_s,deadline_s\na,0,9\na,1261440000,1261440009\n");
    String settings = "trials: 1\nsettings: {energy_budget: 1 MJ, energy_period: 1 h}";
    ExperimentResults results = run(load("files: far.csv", "MM", settings));

    assertThat(results.trials(results.experiment().scenarios().getFirst()).getFirst().parts())
        .filteredOn(part -> part.breakdown() == Breakdown.PERIODS)
        .extracting(part -> part.number())
        .containsExactly(1.0, 350_401.0);
  }

  /** Tasks at 0, 1, 2 and so on; windows of 10 s have ten each. */
  @Test
  void windowsOfALogAreTrials() throws IOException {
    writeEachSecond(25);
    Experiment experiment =
        load("files: log.csv, windows: {length: 10 s, count: 2}, begin: 103 s", "MM", "");
    Scenario scenario = experiment.scenarios().getFirst();

    assertThat(experiment.study().plan().trials()).isEqualTo(2);
    assertThat(experiment.inputs().workload(scenario, 2).tasks())
        .extracting(task -> task.arrival())
        .containsExactly(0L, 1000L, 2000L, 3000L, 4000L, 5000L, 6000L, 7000L, 8000L, 9000L);
    assertThat(experiment.inputs().workload(scenario, 2).tasks().getFirst().deadline())
        .isEqualTo(5000);
    assertThat(experiment.inputs().begin(scenario, 2)).isEqualTo(113_000);
    assertThat(experiment.notes())
        .containsExactly(
            directory.getFileName()
                + "/log.csv: 3 tasks that arrive before trials begin are left out");
  }

  @Test
  void aBudgetForLongerThanTheLogIsTold() throws IOException {
    writeEachSecond(25);
    String settings = "settings: {energy_budget: 1 kJ, energy_period: %s}";

    assertThat(load("files: log.csv", "MM", settings.formatted("1 h")).notes())
        .contains(
            "the period of an energy budget is 3600 s, and all tasks of a trial arrive in 24 s:"
                + " policies make it last for the period; a shorter energy_period fits the log");
    assertThat(load("files: log.csv", "MM", settings.formatted("20 s")).notes())
        .noneMatch(note -> note.contains("energy"));
  }

  @Test
  void policiesThatMayLoseWhatMustBeCompletedAreTold() throws IOException {
    Files.writeString(
        directory.resolve("must.csv"),
        "task_type,arrival_s,deadline_s,utility\na,1,9,must 2\na,2,9,1\n");
    Experiment experiment = load("files: must.csv", "FCFS, PAM, JIT", "trials: 1");

    assertThat(experiment.notes())
        .filteredOn(note -> note.contains("must be completed"))
        .containsExactly(
            "policy FCFS does not put first what must be completed; take one by deadlines, as JIT"
                + " or PAM");
  }

  /** The warm-up is longer than the log. */
  @Test
  void aTimeInWhichNoTaskLeavesIsTold() throws IOException {
    writeEachSecond(5);
    ExperimentResults results =
        run(load("files: log.csv", "MM, JIT", "trials: 2\nmeasure_from: 1 h"));

    assertThat(results.notes())
        .hasSize(2)
        .first()
        .isEqualTo(
            "MM: in 2 of 2 trials no task is counted: none leaves in the measured time, but for"
                + " those left out; they are not in the means");
    new ResultDirectory(directory.resolve("none")).write(results, "0");
    assertThat(directory.resolve("none/notes.txt")).content().contains("no task is counted");
    assertThat(run(load("files: log.csv", "MM", "trials: 1")).notes()).isEmpty();
  }

  @Test
  void valuesOfAnAxisThatAreTheSameAreRefused() {
    Problems found = new Problems();
    Experiment.load(
        Repository.file("docs/study-reference.yaml"),
        List.of(
            "deferring_threshold=0.1,0.10,1e-1,0.2",
            "energy_budget=none,1 kJ,1000 J",
            "arrival_intensity=15k,15000",
            "energy_period=1 h,3600 s,own"),
        PolicyRegistry.builtIn(),
        found);

    assertThat(found.listed())
        .extracting(problem -> problem.value() + " " + problem.message())
        .contains(
            "0.10 is the same on the axis as 0.1",
            "1e-1 is the same on the axis as 0.1",
            "1000 J is the same on the axis as 1 kJ",
            "15000 is the same on the axis as 15k",
            "3600 s is the same on the axis as 1 h");
  }

  private void writeEachSecond(int tasks) throws IOException {
    List<String> rows = new ArrayList<>(List.of("task_type,arrival_s,deadline_s"));
    for (int i = 0; i < tasks; i++) {
      rows.add("a,%s,%s".formatted(100 + i, 105 + i));
    }
    Files.write(directory.resolve("log.csv"), rows);
  }

  @Test
  void windowsThatCannotBeCutAreRefused() throws IOException {
    writeEachSecond(25);
    assertThat(problem("files: log.csv, windows: {length: 10 s, count: 4}", ""))
        .isEqualTo(
            "a window would begin behind the last task of the log, at 124 s; set windows to count 3"
                + " or fewer");
    assertThat(problem("files: log.csv, begin: 95 s, windows: {length: 2 s, count: 4}", ""))
        .isEqualTo(
            "no task arrives in the window from then to 97 s; give longer windows, or fewer, or"
                + " begin at another time");
    assertThat(problem("files: log.csv, windows: {length: 2500 us, count: 2}", ""))
        .isEqualTo(
            "has 2500 us, which is no whole number of ticks of 1 ms; change it, or the tick of the"
                + " system");
    assertThat(only("files: log.csv, windows: {length: 2500 us, count: 2}", "").path())
        .isEqualTo("workload.windows.length");
    assertThat(problem("files: log.csv, begin: 1 h", ""))
        .isEqualTo("a trial would begin behind the last task of the log, at 124 s; begin sooner");
    assertThat(problem("files: log.csv, windows: {length: 10 s}", "")).contains("missing");
    assertThat(problem("files: 'log{trial}.csv', windows: {length: 10 s, count: 2}", ""))
        .contains("each make a trial");
    assertThat(problem("tasks: 300, windows: {length: 10 s, count: 2}", ""))
        .contains("are cut from workloads read from files");
    assertThat(problem("files: log.csv, windows: {length: 10 s, count: 2}", "trials: 3"))
        .isEqualTo("are more than the 2 windows of the log; leave it out, or give more windows");
    assertThat(problem("tasks: 300, begin: 1 s", ""))
        .isEqualTo("has no effect on generated workloads; leave it out; they begin at 0");
  }

  private String problem(String workload, String more) throws IOException {
    Problem only = only(workload, more);
    return only.message() + "; " + only.remedy();
  }

  private Problem only(String workload, String more) throws IOException {
    Problems found = new Problems();
    Path study = directory.resolve("bad.yaml");
    Files.writeString(
        study,
        """
        name: study
        leave_out_first: 0
        leave_out_last: 0
        system: system.yaml
        workload: {%s}
        axes: {policy: [MM]}
        %s
        """
            .formatted(workload, more));
    Experiment.load(study, List.of(), PolicyRegistry.builtIn(), found);
    assertThat(found.listed()).hasSize(1);
    return found.listed().getFirst();
  }
}
