package org.espalier.simulator.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.StudyUnits;
import org.espalier.simulator.study.Experiment;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that goes on from its checkpoint is the run, wherever it was cut. */
final class CheckpointTest {
  private static final RunSettings SETTINGS = new RunSettings(2, () -> 0, ExperimentProgress.NONE);

  @TempDir Path directory;
  private Path file = Path.of("");
  private Experiment experiment;

  @BeforeEach
  void load() throws IOException {
    file = directory.resolve("below/results.checkpoint");
    experiment = experiment("seed: 1");
  }

  private Experiment experiment(String more) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: cut
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        system: "%s"
        workload: {tasks: 40}
        axes: {policy: [PAM, {policy: MM, name: "MM übrig"}]}
        traces: [{policy: PAM, trial: 2}]
        %s
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), more));
    Problems problems = new Problems();
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private RunIdentity identity(Experiment of, Path... plugins) {
    return new RunIdentity("1.0", List.of(of), List.of("word"), Arrays.asList(plugins));
  }

  private Checkpoint open() throws IOException {
    return Checkpoint.open(file).orElseThrow();
  }

  private ExperimentResults run(Checkpoint checkpoint) {
    Gathering gathering = new Gathering(experiment);
    checkpoint.run("all", experiment, StudyUnits.of(experiment), SETTINGS, gathering::add);
    return gathering.results();
  }

  private void assertSame(ExperimentResults results) {
    ExperimentResults expected = ExperimentRunner.run(experiment, SETTINGS);
    experiment
        .scenarios()
        .forEach(
            scenario -> assertThat(results.trials(scenario)).isEqualTo(expected.trials(scenario)));
    assertThat(results.traces()).isEqualTo(expected.traces());
  }

  @Test
  void whereverItIsCutItGoesOnToTheSameResults() throws IOException {
    try (Checkpoint whole = open()) {
      whole.begin(identity(experiment));
      run(whole);
      assertThat(whole.kept()).isEqualTo(4);
    }
    byte[] bytes = Files.readAllBytes(file);
    int header = new String(bytes, UTF_8).indexOf('\n') + 1;
    for (int cut : new int[] {header, header + 1, bytes.length / 2, bytes.length - 1}) {
      Files.write(file, Arrays.copyOf(bytes, cut));
      try (Checkpoint again = open()) {
        again.resume(identity(experiment));
        assertThat(again.kept()).isBetween(0, 3);
        assertSame(run(again));
        assertThat(again.kept()).as("cut after %d bytes", cut).isEqualTo(4);
      }
      try (Checkpoint third = open()) {
        third.resume(identity(experiment));
        assertThat(third.kept()).isEqualTo(4);
        assertSame(run(third));
      }
    }
  }

  @Test
  void partsAreKeptApart() throws IOException {
    try (Checkpoint checkpoint = open()) {
      checkpoint.begin(identity(experiment));
      List<StudyUnit> first = StudyUnits.of(experiment).subList(0, 1);
      checkpoint.run("one", experiment, first, SETTINGS, result -> {});
      checkpoint.run("other", experiment, first, SETTINGS, result -> {});
      assertThat(checkpoint.kept()).isEqualTo(2);
    }
  }

  @Test
  void anotherRunIsRefused() throws IOException {
    Path jar = Files.writeString(directory.resolve("policies.jar"), "one");
    try (Checkpoint checkpoint = open()) {
      checkpoint.begin(identity(experiment, jar));
      run(checkpoint);
    }
    Experiment other = experiment("seed: 2");
    assertUnfit(identity(other, jar), "is the checkpoint of another run");
    assertUnfit(identity(experiment), "is the checkpoint of another run");
    Files.writeString(jar, "two");
    assertUnfit(identity(experiment, jar), "plug-ins");
    Files.writeString(jar, "one");
    Files.writeString(file, Files.readString(file).replaceFirst("measured", "guessed"));
    assertUnfit(identity(experiment, jar), "is damaged: line 2 is no result of a unit");
  }

  private void assertUnfit(RunIdentity run, String message) throws IOException {
    try (Checkpoint checkpoint = open()) {
      assertThatThrownBy(() -> checkpoint.resume(run))
          .isInstanceOf(UnfitCheckpointException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void oneProcessHasItAtATime() throws IOException {
    try (Checkpoint checkpoint = open()) {
      assertThat(Checkpoint.open(file)).isEmpty();
      checkpoint.begin(identity(experiment));
      assertThat(checkpoint.holdsUnits()).isFalse();
      run(checkpoint);
      assertThat(checkpoint.holdsUnits()).isTrue();
      checkpoint.delete();
    }
    assertThat(file).doesNotExist();
  }
}
