package org.espalier.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.TrialResult;
import org.espalier.simulator.engine.CounterStream;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.Trace;
import org.espalier.simulator.run.TracedTask;
import org.espalier.simulator.run.TrialReplay;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Scenario;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.PetBelief;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies in which policies do not know the distributions of execution times. */
final class BelievedPetStudyTest {
  @TempDir Path directory;
  private final Problems problems = new Problems();

  private Optional<Experiment> load(String more, String... assignments) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: believed
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        system: "%s"
        workload: {tasks: 120, arrival_intensity: 30k}
        %s
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), more));
    return Experiment.load(study, List.of(assignments), PolicyRegistry.builtIn(), problems);
  }

  private static ExperimentResults run(Experiment experiment, int threads) {
    return ExperimentRunner.run(
        experiment, new RunSettings(threads, () -> 0, ExperimentProgress.NONE));
  }

  /** What stands in the rows of trials.csv, without the value of the axis. */
  private static List<List<Double>> values(ExperimentResults results, Scenario scenario) {
    return results.trials(scenario).stream().map(TrialResult::values).toList();
  }

  @Test
  void aTrialRunAgainBelievesTheSame() throws IOException {
    ExperimentResults results =
        run(load("axes: {policy: [PAM], believed_pet: [2x, 5 samples]}").orElseThrow(), 1);
    for (Scenario scenario : results.experiment().scenarios()) {
      for (int trial = 1; trial <= 2; trial++) {
        TrialReplay replay = new TrialReplay(results.experiment(), scenario.values(), trial);
        assertThat(replay.run(Journal.NONE, policy -> policy))
            .isEqualTo(values(results, scenario).get(trial - 1));
      }
    }
  }

  @Test
  void anAxisWithTheTruthOnItGivesWhatAStudyWithoutItGives() throws IOException {
    ExperimentResults plain = run(load("axes: {policy: [MM-P, PAM]}").orElseThrow(), 1);
    ExperimentResults varied =
        run(
            load("axes: {policy: [MM-P, PAM], believed_pet: [exact, 2x, 5 samples]}").orElseThrow(),
            2);
    List<Scenario> all = varied.experiment().scenarios();

    assertThat(all.stream().map(Scenario::label))
        .containsExactly(
            "MM-P, exact",
            "MM-P, 2x",
            "MM-P, 5 samples",
            "PAM, exact",
            "PAM, 2x",
            "PAM, 5 samples");
    for (int policy = 0; policy < 2; policy++) {
      List<List<Double>> truth = values(plain, plain.experiment().scenarios().get(policy));
      assertThat(values(varied, all.get(3 * policy))).isEqualTo(truth);
      assertThat(values(varied, all.get(3 * policy + 1))).isNotEqualTo(truth);
      assertThat(values(varied, all.get(3 * policy + 2))).isNotEqualTo(truth);
    }
    assertThat(varied.experiment().groups()).hasSize(1);
  }

  /** A task's time is that of the true PET, its deadline too; only the decisions differ. */
  @Test
  void tasksAndTheirTimesAreTheTrueOnes() throws IOException {
    String rest =
        """
        settings: {dropping_scope: none, deadlines: soft}
        traces: [{believed_pet: exact, trial: 2}, {believed_pet: 2x, trial: 2}]
        axes: {policy: [MM], believed_pet: [exact, 2x]}
        """;
    Experiment experiment = load(rest).orElseThrow();
    ExperimentResults results = run(experiment, 1);
    CounterStream times = new CounterStream(1, 2, experiment.system().pet());

    assertThat(results.traces()).hasSize(2);
    for (Trace trace : results.traces()) {
      assertThat(trace.tasks()).hasSize(120);
      Scenario scenario = experiment.scenarios().get(trace.scenario());
      List<Task> tasks = experiment.inputs().workload(scenario, 2).tasks();
      for (TracedTask traced : trace.tasks()) {
        Task task = tasks.get(traced.id());
        assertThat(traced.exit() - traced.start())
            .isEqualTo(times.of(task, experiment.system().machines().get(traced.machine()), 0));
        assertThat(traced.type()).isEqualTo(task.type());
        assertThat(traced.arrival()).isEqualTo(task.arrival());
        assertThat(traced.deadline()).isEqualTo(task.deadline());
      }
    }
    assertThat(results.traces().getFirst().tasks().stream().map(TracedTask::id))
        .containsExactlyInAnyOrderElementsOf(
            results.traces().getLast().tasks().stream().map(TracedTask::id).toList());
  }

  @Test
  void thePolicySeesTheBelievedPet() throws IOException {
    Experiment experiment = load("axes: {policy: [MM]}\nbelieved_pet: 2x").orElseThrow();
    HcSystem believed =
        experiment
            .inputs()
            .believedSystem(experiment.system(), experiment.scenarios().getFirst().belief(), 1);

    assertThat(believed.pet().get(3, 4, 0).mean())
        .isCloseTo(2 * experiment.system().pet().get(3, 4, 0).mean(), within(1e-6));
    assertThat(believed.machines()).isEqualTo(experiment.system().machines());
  }

  /** It finds the scale from what tasks take; with the stop of running tasks as well. */
  @Test
  void justInTimeBearsAWrongScale() throws IOException {
    String axes =
        """
        settings: {JIT.evict: %s}
        axes: {policy: [JIT], believed_pet: [exact, 0.5x, 2x]}
        """;
    for (boolean evicts : new boolean[] {false, true}) {
      Experiment experiment =
          load(axes.formatted(evicts), "tasks=800", "arrival_intensity=15k").orElseThrow();
      ExperimentResults results = run(experiment, 2);
      List<Double> robustness =
          experiment.scenarios().stream()
              .map(scenario -> results.mean(scenario, Column.ROBUSTNESS).mean())
              .toList();
      for (double under : robustness) {
        assertThat(under / robustness.getFirst()).as("%s", robustness).isGreaterThan(0.96);
      }
    }
  }

  @Test
  void theOptionCanBeSetAndIsInTheResolvedStudy() throws IOException {
    String study = "axes: {policy: [MM]}\nbelieved_pet: gamma 2x";
    Experiment set = load(study, "believed_pet=20 samples").orElseThrow();
    Path out = directory.resolve("out");
    new ResultDirectory(out).write(run(set, 1), "0");
    Path resolved = out.resolve("study.resolved.yaml");
    Experiment again =
        Experiment.load(resolved, List.of(), PolicyRegistry.builtIn(), problems).orElseThrow();

    assertThat(resolved).content().contains("believed_pet: 20 samples");
    assertThat(again.scenarios().getFirst().belief())
        .isEqualTo(PetBelief.parse("20 samples").orElseThrow());
    assertThat(load(study, "believed_pet=exact,2x").orElseThrow().scenarios()).hasSize(2);
  }

  @Test
  void wrongBeliefsAreReported() throws IOException {
    assertThat(
            load("axes: {policy: [MM], believed_pet: [exact, twice, 20 sample, 0 samples, 30x]}"))
        .isEmpty();
    assertThat(problems.listed())
        .extracting(problem -> problem.value())
        .containsExactly("twice", "0 samples", "30x");
    assertThat(problems.listed().getFirst().message()).isEqualTo("does not fit");
    assertThat(problems.listed().getFirst().remedy()).contains("20 samples", "drift 1.5x");
  }

  @Test
  void anOptionAndAnAxisExcludeEachOther() throws IOException {
    assertThat(load("believed_pet: 2x\naxes: {policy: [MM], believed_pet: [exact, 2x]}")).isEmpty();
    assertThat(problems.listed().getFirst().message()).isEqualTo("is also an axis");
    assertThat(load("believed_pet: half\nwith_data: {system: s.etc}\naxes: {policy: [MM]}"))
        .isEmpty();
    assertThat(problems.listed()).hasSize(2);
    assertThat(problems.listed().getLast().value()).isEqualTo("half");
  }
}
