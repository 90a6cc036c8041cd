package org.espalier.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.bound.TrialBounds;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.ResolvedStudy;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies whose tasks take what they took when they were recorded. */
final class LoggedTimesTest {
  private static final String RECORDED = "workload: {files: w.csv, execution_times: recorded}";

  @TempDir private Path directory;

  private final Problems problems = new Problems();

  /** Times on a are one number of a coarse lattice, so that half as much again does not fit it. */
  private void system(String machine) throws IOException {
    file(
        "s.yaml",
        """
        name: s
        tick: 1 ms
        machine_types: [{name: a}, {name: slow, like: a, factor: 1.5}, {name: b}]
        machines: [{type: %s, count: 1}]
        pet: s.pet.csv
        """
            .formatted(machine));
    file(
        "s.pet.csv",
        """
        # tick 1 ms, step 1000
        task_type,machine_type,time_s,mass
        x,a,1,1
        x,b,4,1
        """);
  }

  private void file(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private Path study(String workload) throws IOException {
    file(
        "study.yaml",
        """
        name: study
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        settings: {dropping_scope: none}
        system: s.yaml
        %s
        axes: {policy: [MM]}
        """
            .formatted(workload));
    return directory.resolve("study.yaml");
  }

  private Experiment load(String workload) throws IOException {
    Path study = study(workload);
    Experiment experiment =
        Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems).orElse(null);
    problems.throwIfAny();
    return experiment;
  }

  /** Milliseconds that each task executes in a trial, in the order in which they end. */
  private static List<Long> times(Experiment experiment, int trial) {
    List<Long> times = new ArrayList<>();
    List<Long> starts = new ArrayList<>();
    Journal journal =
        entry -> {
          if (entry instanceof Journal.Started started) {
            starts.add(started.time());
          } else if (entry instanceof Journal.Left left) {
            times.add(left.departure().time() - starts.getLast());
          }
        };
    List<String> values = experiment.scenarios().getFirst().values();
    new TrialReplay(experiment, values, trial).run(journal, UnaryOperator.identity());
    return times;
  }

  private String problemsOf(String workload) throws IOException {
    Experiment.load(study(workload), List.of(), PolicyRegistry.builtIn(), problems);
    return problems.listed().toString();
  }

  @ParameterizedTest
  @CsvSource({
    // recorded on the first machine type, since the file names none
    "a,'',310",
    "slow,'',465",
    "b,'',1240",
    // recorded elsewhere: 310 / 1.5, and 310 * 1 / 4
    "a,slow,207",
    "slow,slow,310",
    "a,b,78",
    "slow,b,116"
  })
  void tasksTakeTheirTimesScaledToTheMachineType(String machine, String on, long expected)
      throws IOException {
    system(machine);
    file(
        "w.csv",
        "task_type,arrival_s,deadline_s,execution_time_s,machine_type\nx,0,99,0.310,%s\n"
            .formatted(on));

    assertThat(times(load(RECORDED), 1)).containsExactly(expected);
  }

  @Test
  void whatIsNotRecordedIsDrawnAndSaidAndSoIsWhatThePetDoesNotHave() throws IOException {
    system("a");
    file(
        "w.csv",
        """
        task_type,arrival_s,deadline_s,execution_time_s
        x,0,99,0.31
        x,1,99,
        x,2,99,7.5
        x,3,99,0.0000001
        """);

    Experiment experiment = load(RECORDED);

    assertThat(times(experiment, 1)).containsExactly(310L, 1000L, 7500L, 1L);
    assertThat(String.join("\n", experiment.notes()))
        .contains("tasks take what they took when recorded, but 1 of 4 drawn from the PET")
        .contains("the times are those of a; 1 took longer than the PET has for their type")
        .contains("1 recorded execution times are more than 1 % off, rounded to ticks of 1 ms")
        .doesNotContain("all trials");
  }

  @Test
  void theStudySaysWhichTimesItUses() throws IOException {
    system("a");
    file("w.csv", "task_type,arrival_s,deadline_s,execution_time_s\nx,0,99,0.31\nx,5,99,0.5\n");

    Experiment drawn = load("workload: {files: w.csv}");
    Experiment recorded = load(RECORDED);

    assertThat(times(drawn, 1)).containsExactly(1000L, 1000L);
    assertThat(drawn.notes()).singleElement().asString().contains("are drawn from the PET; those");
    assertThat(times(recorded, 2)).containsExactly(310L, 500L);
    assertThat(recorded.notes()).last().asString().contains("all trials have the same tasks");
    assertThat(ResolvedStudy.text(recorded.study(), Duration.ofMillis(1), directory, "0"))
        .contains("execution_times: recorded");
  }

  @Test
  void boundsAreThoseOfTheTimesThatAreRun() throws IOException {
    system("a");
    file("w.csv", "task_type,arrival_s,deadline_s,execution_time_s\nx,0,0.4,0.31\nx,0.4,0.5,0.2\n");
    Experiment experiment = load(RECORDED);

    TrialBounds bounds =
        new BoundRunner(
                experiment, experiment.scenarios(), new RunSettings(1, () -> 0, (done, all) -> {}))
            .ofDeadlines()
            .getFirst()
            .getFirst();

    assertThat(bounds.hindsight()).isEqualTo(1);
    assertThat(bounds.clairvoyant()).isEqualTo(1);
    assertThat(bounds.fluid()).isNaN();
    assertThat(bounds.steadyShare()).isNaN();
  }

  @Test
  void whatCannotBeUsedIsRefused() throws IOException {
    system("a");
    String header = "task_type,arrival_s,deadline_s,execution_time_s,machine_type,p_state\n";
    file("w.csv", header + "x,0,9,1,c,\nx,0,9,-1,a,\nx,0,9,1 s,a,\nx,0,9,1,a,1\nx,0,9,1,a,x\n");

    assertThat(problemsOf(RECORDED))
        .contains("w.csv:2: machine_type: unknown machine type (value c)")
        .contains("w.csv:3: execution_time_s: is not an execution time (value -1)")
        .contains("w.csv:4: execution_time_s: is not an execution time (value 1 s)")
        .contains("w.csv:5: machine_type: the PET has no time above 0")
        .contains("w.csv:6: p_state: is no P-state (value x)");
    file("w.csv", "task_type,arrival_s,deadline_s\nx,0,9\n");
    assertThat(problemsOf(RECORDED)).contains("no task has a recorded execution time");
    assertThat(problemsOf("workload: {execution_times: recorded}"))
        .contains("execution_times: has no effect on generated workloads");
  }
}
