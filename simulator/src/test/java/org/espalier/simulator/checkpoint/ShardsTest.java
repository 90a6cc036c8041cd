package org.espalier.simulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.Shard;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.StudyUnits;
import org.espalier.simulator.study.Experiment;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A study in parts, against the same study as a whole. */
final class ShardsTest {
  private static final RunSettings SETTINGS = new RunSettings(1, () -> 0, ExperimentProgress.NONE);

  @TempDir Path directory;
  private Shards shards = new Shards(Path.of(""));
  private Experiment experiment;

  @BeforeEach
  void load() throws IOException {
    shards = new Shards(Files.createDirectory(directory.resolve("shards")));
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: parts
        trials: 3
        leave_out_first: 0
        leave_out_last: 0
        system: "%s"
        workload: {tasks: 20}
        axes: {policy: [PAM, MM], arrival_intensity: [9k, 30k]}
        traces: [{policy: PAM, arrival_intensity: 9k, trial: 2}]
        """
            .formatted(Repository.file("inputs/spec/system.yaml")));
    Problems problems = new Problems();
    experiment =
        Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
            .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private RunIdentity identity(String version) {
    return new RunIdentity(version, List.of(experiment), List.of(), List.of());
  }

  private Path run(Shard shard) throws IOException {
    Path file = shards.file(shard);
    try (Checkpoint checkpoint = Checkpoint.open(file).orElseThrow()) {
      checkpoint.begin(identity("1.0"));
      checkpoint.run("trials", experiment, shard.units(experiment), SETTINGS, result -> {});
    }
    return file;
  }

  private List<Shards.Unfinished> gather(Gathering gathering) throws IOException {
    return shards.gather("trials", experiment, identity("1.0"), gathering::add);
  }

  private static List<Shard> all(int of) {
    return IntStream.rangeClosed(1, of).mapToObj(i -> new Shard(i, of)).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5, 6, 7, 100})
  void eachUnitIsInOneShard(int of) {
    List<StudyUnit> units = new ArrayList<>();
    all(of).forEach(shard -> units.addAll(shard.units(experiment)));
    assertThat(units).containsExactlyInAnyOrderElementsOf(StudyUnits.of(experiment));
    List<Integer> sizes =
        all(of).stream().map(shard -> shard.units(experiment).size()).sorted().toList();
    assertThat(sizes.getLast() - sizes.getFirst()).isLessThanOrEqualTo(2);
  }

  @Test
  void theyGiveTheResultsOfTheWhole() throws IOException {
    for (Shard shard : all(8)) {
      run(shard);
    }
    Gathering gathering = new Gathering(experiment);
    assertThat(gather(gathering)).isEmpty();
    ExperimentResults results = gathering.results();
    ExperimentResults expected = ExperimentRunner.run(experiment, SETTINGS);
    experiment
        .scenarios()
        .forEach(
            scenario -> assertThat(results.trials(scenario)).isEqualTo(expected.trials(scenario)));
    assertThat(results.traces()).isEqualTo(expected.traces());
  }

  @Test
  void whatIsMissingIsTold() throws IOException {
    Path cut = run(new Shard(1, 3));
    String text = Files.readString(cut);
    Files.writeString(cut, text.substring(0, text.length() - 5));
    run(new Shard(2, 3));
    assertThat(gather(new Gathering(experiment)))
        .containsExactly(
            new Shards.Unfinished(new Shard(1, 3), 1, 4),
            new Shards.Unfinished(new Shard(3, 3), 4, 4));
  }

  @Test
  void whatDoesNotFitIsRefused() throws IOException {
    assertThatThrownBy(() -> gather(new Gathering(experiment)))
        .isInstanceOf(UnfitCheckpointException.class)
        .hasMessage(shards.directory() + " holds no shard of a study");
    Path file = run(new Shard(2, 3));
    assertThatThrownBy(() -> shards.gather("trials", experiment, identity("1.1"), result -> {}))
        .isInstanceOf(UnfitCheckpointException.class)
        .hasMessageContaining(file + " is the checkpoint of another run");
    run(new Shard(1, 2));
    assertThatThrownBy(() -> gather(new Gathering(experiment)))
        .isInstanceOf(UnfitCheckpointException.class)
        .hasMessageContaining("holds shards of [2, 3] of a study");
  }

  @Test
  void aShardIsReadFromItsText() {
    assertThat(Shard.parse("3/24")).contains(new Shard(3, 24));
    for (String text : List.of("0/3", "4/3", "3", "1/0", "-1/3", "1/3 ", "٣/24", "")) {
      assertThat(Shard.parse(text)).as(text).isEmpty();
    }
  }
}
