package org.espalier.simulator.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.StudyUnits;
import org.espalier.simulator.study.Experiment;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study run in shards is the study: its results are the same bytes, or it is said why not. */
final class ShardDirectoryTest {
  private static final String VERSION = "1.0";

  @TempDir Path directory;
  private Path shards;

  @BeforeEach
  void makeDirectory() throws IOException {
    shards = Files.createDirectory(directory.resolve("shards"));
  }

  private Experiment experiment(String more) throws IOException {
    return experiment(Repository.file("inputs/spec/priced.yaml"), more);
  }

  private Experiment experiment(Path system, String more) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: sharded
        trials: 4
        leave_out_first: 5
        leave_out_last: 5
        system: "%s"
        workload: {tasks: 80}
        %s
        """
            .formatted(system, more));
    Problems problems = new Problems();
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  /** Two policies of which one draws random numbers, under two beliefs and loads. */
  private Experiment experiment() throws IOException {
    return experiment(
        """
        axes:
          policy: [PAM, Random-P]
          arrival_intensity: [15k, 60k]
          believed_pet: [exact, 2x]
        baseline: PAM
        figures:
          - {title: Misses, kind: distribution, column: misses, series: policy,
             where: {arrival_intensity: 60k, believed_pet: exact}}
          - {title: Tasks, kind: gantt}
        traces:
          - {policy: PAM, arrival_intensity: 60k, trial: 1}
          - {policy: Random-P, believed_pet: 2x, trial: 3}
        """);
  }

  private static RunSettings settings(int threads) {
    return new RunSettings(threads, () -> 0, ExperimentProgress.NONE);
  }

  private void write(Experiment experiment, List<StudyUnit> units, int threads, String name)
      throws IOException {
    Shard.run(experiment, units, settings(threads), VERSION)
        .write(shards.resolve(name + ShardDirectory.ENDING));
  }

  private void writeParts(Experiment experiment, int... parts) throws IOException {
    for (int part : parts) {
      write(experiment, StudyUnits.part(experiment, part, 3), part, "part-" + part);
    }
  }

  private List<String> problems(Experiment experiment) {
    Problems problems = new Problems();
    assertThat(ShardDirectory.gather(shards, experiment, VERSION, problems)).isEmpty();
    return problems.listed().stream().map(Problem::toString).toList();
  }

  @Test
  void threeShardsGiveTheBytesOfAnOrdinaryRun() throws IOException {
    Experiment experiment = experiment();
    ExperimentResults whole = ExperimentRunner.run(experiment, settings(2));
    writeParts(experiment, 1, 2, 3);
    Problems problems = new Problems();
    Optional<ExperimentResults> gathered =
        ShardDirectory.gather(shards, experiment(), VERSION, problems);

    assertThat(problems.listed()).isEmpty();
    Path expected = directory.resolve("whole");
    Path actual = directory.resolve("gathered");
    new ResultDirectory(expected).write(whole, VERSION);
    new ResultDirectory(actual).write(gathered.orElseThrow(), VERSION);
    List<Path> files = files(expected);
    assertThat(files(actual)).isEqualTo(files);
    assertThat(files.stream().map(Path::toString))
        .contains("trials.csv", "paired.csv", "timing.csv", "types.csv", "report.html")
        .anyMatch(name -> name.startsWith("tasks"));
    for (Path file : files) {
      assertThat(actual.resolve(file)).hasSameBinaryContentAs(expected.resolve(file));
    }
  }

  private static List<Path> files(Path results) throws IOException {
    try (Stream<Path> paths = Files.walk(results)) {
      return paths.filter(Files::isRegularFile).map(results::relativize).sorted().toList();
    }
  }

  @Test
  void unitsAreInOnePartEach() throws IOException {
    Experiment experiment = experiment();
    for (int parts : new int[] {1, 3, 5, 32, 40}) {
      List<List<StudyUnit>> all =
          Stream.iterate(1, part -> part + 1)
              .limit(parts)
              .map(part -> StudyUnits.part(experiment, part, parts))
              .toList();
      assertThat(all.stream().flatMap(List::stream))
          .containsExactlyElementsOf(StudyUnits.of(experiment));
      assertThat(all)
          .allSatisfy(part -> assertThat(part.size()).isBetween(32 / parts, 32 / parts + 1));
    }
  }

  @Test
  void aMissingShardIsNamedByItsUnits() throws IOException {
    Experiment experiment = experiment("axes: {policy: [MM, MSD]}");
    writeParts(experiment, 1, 3);
    assertThat(problems(experiment))
        .singleElement()
        .asString()
        .contains("shards: lacks 3 of 8 units of the study: trial 2 of MM; trial 2 of MSD; ")
        .endsWith("trial 3 of MM; run the shards that are missing");
  }

  @Test
  void aUnitThatIsThereTwiceIsRefused() throws IOException {
    Experiment experiment = experiment("axes: {policy: [MM, MSD]}");
    writeParts(experiment, 1, 2, 3);
    write(experiment, List.of(new StudyUnit(1, 2)), 1, "again");
    assertThat(problems(experiment))
        .singleElement()
        .asString()
        .contains("part-2.shard: holds trial 2 of MSD, which ")
        .contains("again.shard holds too; leave one of the files out");
  }

  @Test
  void aShardOfAnotherStudyOrVersionIsRefused() throws IOException {
    Experiment experiment = experiment("axes: {policy: [MM, MSD]}");
    writeParts(experiment, 1, 2);
    writeParts(experiment("seed: 2\naxes: {policy: [MM, MSD]}"), 3);
    assertThat(problems(experiment))
        .singleElement()
        .asString()
        .contains("part-3.shard:1: study: is a shard of another study, or was run by another");

    writeParts(experiment, 3);
    Problems problems = new Problems();
    assertThat(ShardDirectory.gather(shards, experiment, "2.0", problems)).isEmpty();
    assertThat(problems.count()).isEqualTo(3);
  }

  /** The same study on a node that has it elsewhere, and then with other power in the system. */
  @Test
  void shardsAreKnownByWhatFilesHoldAndNotByTheirPlaces() throws IOException {
    String axes = "axes: {policy: [MM, MSD]}";
    Path inputs = Files.createDirectory(directory.resolve("inputs"));
    Path priced = Repository.file("inputs/spec/priced.yaml");
    Path system = Files.copy(priced, inputs.resolve("mine.yaml"));
    Files.copy(priced.resolveSibling("means.csv"), inputs.resolve("means.csv"));
    writeParts(experiment(axes), 1, 2);
    writeParts(experiment(system, axes), 3);
    Problems problems = new Problems();
    assertThat(ShardDirectory.gather(shards, experiment(axes), VERSION, problems)).isPresent();

    Files.writeString(system, Files.readString(system).replace("375 W", "376 W"));
    writeParts(experiment(system, axes), 3);
    assertThat(problems(experiment(axes)))
        .singleElement()
        .asString()
        .contains("part-3.shard:1: study: is a shard of another study, or was run by another")
        .contains("with another system, PET or workload files; expected ");
  }

  @Test
  void damagedShardsAreRefused() throws IOException {
    Experiment experiment = experiment("axes: {policy: [MM, MSD]}");
    writeParts(experiment, 1, 2, 3);
    Path cut = shards.resolve("part-1.shard");
    List<String> lines = Files.readAllLines(cut);
    Files.write(cut, lines.subList(0, lines.size() - 1));
    Path torn = shards.resolve("part-2.shard");
    Files.writeString(torn, Files.readString(torn).replace("\"values\":", "\"value\":"));
    Files.writeString(shards.resolve("part-3.shard"), "");
    Files.writeString(shards.resolve("notes.txt"), "no shard, and not taken for one");

    assertThat(problems(experiment))
        .anyMatch(p -> p.contains("part-1.shard: holds 1 units, its first line says 2; run the"))
        .anyMatch(p -> p.contains("part-2.shard:2: is no result of a unit; run the shard again"))
        .anyMatch(p -> p.contains("part-3.shard:1: is no shard; take it away"))
        .noneMatch(p -> p.contains("notes.txt"));
  }

  @Test
  void aDirectoryThatIsNotThereIsReported() throws IOException {
    Experiment experiment = experiment("axes: {policy: [MM]}");
    Problems problems = new Problems();
    ShardDirectory.gather(directory.resolve("none"), experiment, VERSION, problems);
    assertThat(problems.listed()).singleElement().asString().contains("there is no such file");
  }

  /** Gathering fails as the ordinary run does, whichever shard failed. */
  @Test
  void aFailureIsThatOfTheOrdinaryRun() throws IOException {
    Experiment experiment =
        experiment(
            """
            settings: {deadlines: soft, dropping_scope: none}
            axes: {policy: [MM, PAM], arrival_intensity: [100k]}
            """);
    write(experiment, List.of(new StudyUnit(0, 1), new StudyUnit(0, 2)), 1, "well");
    write(experiment, List.of(new StudyUnit(1, 1), new StudyUnit(1, 2)), 1, "failed");
    Problems problems = new Problems();
    String message = "policy PAM failed in scenario PAM, 100k, trial 1: it left ";

    assertThatThrownBy(() -> ExperimentRunner.run(experiment, settings(1)))
        .isInstanceOf(PolicyFailedException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> ShardDirectory.gather(shards, experiment, VERSION, problems))
        .isInstanceOfSatisfying(
            PolicyFailedException.class,
            failed ->
                assertThat(failed.failures().getFirst().stackTrace())
                    .contains("IllegalDecisionException"))
        .hasMessageContaining(message);
  }
}
