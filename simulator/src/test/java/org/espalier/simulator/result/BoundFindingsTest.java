package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.bound.FluidBound;
import org.espalier.simulator.column.Breakdown;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One machine takes 1 s for a short task and 3 s for a long one. In 5 s come four short ones and a
 * long one: 7 s of work. All short ones and a third of the long ones can be on time. With 60 % of
 * the long ones these take 1.8 s, which leaves time for 3.2 short ones: 76 % of all.
 */
final class BoundFindingsTest {
  private static final int ROUNDS = 400;

  @TempDir Path directory;

  @BeforeEach
  void describe() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: one
        tick: 1 s
        task_types: [long, short]
        machine_types: [{name: m}]
        machines: [{type: m, count: 1}]
        pet: pet.csv
        """);
    Files.writeString(
        directory.resolve("pet.csv"),
        "# tick 1 s, step 1\n"
            + "task_type,machine_type,p_state,time_s,mass\n"
            + "long,m,0,3,1\n"
            + "short,m,0,1,1\n");
    StringBuilder tasks = new StringBuilder("task_type,arrival_s,deadline_s,utility\n");
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < 5; i++) {
        int at = 5 * round + i;
        String worth = i == 0 ? "long,%d,%d,%s\n" : "short,%d,%d,%s\n";
        tasks.append(worth.formatted(at, at + 12, i == 1 ? "@" : ""));
      }
    }
    Files.writeString(directory.resolve("tasks.csv"), tasks.toString().replace("@", ""));
    Files.writeString(directory.resolve("worth.csv"), tasks.toString().replace("@", "8"));
  }

  private Experiment read(String workload, String rest) throws IOException {
    return read(workload, "", rest);
  }

  private Experiment read(String workload, String options, String rest) throws IOException {
    Path study =
        Files.writeString(
            directory.resolve("study.yaml"),
            """
            name: shares
            trials: 1
            leave_out_first: 100
            leave_out_last: 20
            system: system.yaml
            workload: {files: %s.csv%s}
            %s
            """
                .formatted(workload, options, rest));
    Problems problems = new Problems();
    var experiment = Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems);
    problems.throwIfAny();
    return experiment.orElseThrow();
  }

  private static ExperimentResults run(Experiment experiment) {
    return ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
  }

  @Test
  void aLeastShareIsHeldAtTheCostThatTheBoundTells() throws IOException {
    ExperimentResults results =
        run(
            read(
                "tasks",
                """
                axes:
                  policy:
                    - JIT
                    - {policy: JIT, name: fair, at_least: {long: 60%}}
                    - {policy: PAM, name: pruned, at_least: {long: 60%}, queue_capacity: 2}
                """));

    for (Scenario scenario : results.experiment().scenarios()) {
      double least = scenario.policy().equals("JIT") ? 0 : 60;
      double share = results.onTimeOfType(scenario, 0).mean();
      assertThat(share).as(scenario.policy()).isGreaterThan(least - 2);
    }
    Scenario free = results.experiment().scenarios().getFirst();
    Scenario fair = results.experiment().scenarios().get(1);
    assertThat(results.onTimeOfType(free, 0).mean()).as("nobody holds it").isLessThan(40);
    assertThat(results.onTimeOfType(fair, 0).mean()).isCloseTo(60, within(2.0));
    assertThat(results.mean(fair, Column.ROBUSTNESS).mean()).isCloseTo(76, within(2.0));
    assertThat(new BoundFindings(results).sentences())
        .containsExactly(
            "Here at_least (long: 0.6) costs 10.7 points of all tasks on time at the fluid bound."
                + " There one task more of a type lowers their number by: long 2.00.");
  }

  @Test
  void whatCannotBeHeldIsSaid() throws IOException {
    ExperimentResults results =
        run(
            read(
                "tasks",
                "settings: {at_least: {long: 100%, short: 0.9}}\naxes: {policy: [JIT, FCFS]}"));

    assertThat(new BoundFindings(results).sentences())
        .anyMatch(told -> told.contains("can be held by no policy in 1 of 1 trials"))
        .anyMatch(told -> told.matches("JIT: long has .* short of its least share of 100.0 %\\."));
    assertThat(results.experiment().notes())
        .contains("at_least changes nothing for FCFS, which cannot hold shares");
  }

  /**
   * In each round a short task is worth 8 and three are worth 1. All can be on time in the 2,011 s
   * to the last deadline, and as many long ones, worth 1, as the other 411 s have room for.
   */
  @Test
  void worthHasAFluidBound() throws IOException {
    ExperimentResults results = run(read("worth", "axes: {policy: [JIT], queue_capacity: [3]}"));
    Scenario jit = results.experiment().scenarios().getFirst();
    double bound = worthAtMost(results.experiment(), jit);

    assertThat(bound).isCloseTo(4537, within(0.5));
    assertThat(results.mean(jit, Column.UTILITY).mean() / bound).isBetween(0.96, 0.98);
  }

  private static double worthAtMost(Experiment experiment, Scenario scenario) {
    return FluidBound.worthOfTrial(experiment.system(), experiment.inputs().workload(scenario, 1));
  }

  /**
   * In each round of 5 s come a long task and four short ones. All short ones and a third of a long
   * one are worth 4.33; served as a short one at half its worth a long one adds 0.5 in the fifth
   * second.
   */
  @Test
  void aPoorerVersionIsServedWhereThereIsNoTimeForAll() throws IOException {
    ExperimentResults full = run(read("tasks", "axes: {policy: [JIT]}"));
    Path system = directory.resolve("system.yaml");
    Files.writeString(system, Files.readString(system) + "versions: {long: {short: 0.5}}\n");
    ExperimentResults poorer =
        run(read("tasks", "axes: {policy: [JIT, FCFS], queue_capacity: [3]}"));

    Scenario jit = poorer.experiment().scenarios().getFirst();
    Scenario fcfs = poorer.experiment().scenarios().get(1);
    double inFull = full.mean(full.experiment().scenarios().getFirst(), Column.ROBUSTNESS).mean();
    assertThat(inFull).isBetween(80.0, 87.5);
    assertThat(poorer.mean(jit, Column.ROBUSTNESS).mean()).isGreaterThan(97);
    assertThat(poorer.mean(jit, Column.DELIVERED_POORER).mean()).isBetween(16.0, 20.5);
    assertThat(poorer.mean(fcfs, Column.DELIVERED_POORER).mean()).isZero();
    assertThat(poorer.mean(jit, Column.UTILITY).mean() / ROUNDS).isBetween(4.4, 4.55);
    for (Scenario scenario : poorer.experiment().scenarios()) {
      assertThat(poorer.means(scenario, Breakdown.VERSIONS, 0.5).getFirst().count())
          .as("trials that count, also where no task was served so")
          .isEqualTo(1);
    }
    assertThat(poorer.experiment().notes())
        .contains("FCFS serves all tasks in full: as it is set, it cannot choose versions");
    assertThat(poorer.mean(jit, Column.UTILITY).mean() / worthAtMost(poorer.experiment(), jit))
        .isBetween(0.98, 1.0);
  }

  /** Tasks that arrive at once have no rate, and recorded times are not those of the PET. */
  @Test
  void nothingIsSaidOfSharesWhereThereIsNoBound() throws IOException {
    String shares = "settings: {at_least: {long: 10%}}\naxes: {policy: [JIT]}";
    Path tasks = directory.resolve("tasks.csv");
    String text = Files.readString(tasks);
    Files.writeString(
        tasks,
        text.replace("utility", "execution_time_s")
            .replaceAll("(?m)^((?:long|short),.*,)$", "$11"));
    assertThat(sentences(read("tasks", ", execution_times: recorded", shares))).isEmpty();

    Files.writeString(tasks, text.replaceAll("(?m)^(long|short),[0-9]+,[0-9]+,", "$1,5,90000,"));
    assertThat(sentences(read("tasks", shares))).isEmpty();
  }

  private static List<String> sentences(Experiment experiment) {
    return new BoundFindings(run(experiment)).sentences();
  }
}
