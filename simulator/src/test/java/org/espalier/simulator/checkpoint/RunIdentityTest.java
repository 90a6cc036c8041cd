package org.espalier.simulator.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.InvalidInputException;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A study has the digest of what results follow from, wherever it lies. */
final class RunIdentityTest {
  private static final String VERSION = "1.0";

  @TempDir Path directory;

  /** Writes a study of two trials with its system, PET and workloads, and gives its file. */
  private Path write(String name) throws IOException {
    Path into = Files.createDirectories(directory.resolve(name));
    Files.writeString(
        into.resolve("system.yaml"),
        """
        name: small
        tick: 1 ms
        machine_types:
          - {name: node, idle_power: 50 W, p_states: [{power: 200 W}, {power: 110 W}]}
          - {name: old, rated_power: 100 W, price_per_hour: 0.5}
        machines: [{type: old}, {type: node, name: n}]
        pet: times.pet.csv
        power: draws.power.csv
        """);
    Files.writeString(
        into.resolve("draws.power.csv"),
        """
        task_type,machine_type,p_state,power_w
        short,node,0,190
        short,node,1,105
        short,old,0,70
        """);
    Files.writeString(
        into.resolve("times.pet.csv"),
        """
        # tick 1 ms, step 1
        task_type,machine_type,p_state,time_s,mass
        short,node,0,0.004,0.5
        short,node,0,0.006,0.5
        short,node,1,0.005,0.25
        short,node,1,0.009,0.75
        short,old,0,0.008,1
        """);
    for (int trial = 1; trial <= 2; trial++) {
      Files.writeString(
          into.resolve("tasks-%d.csv".formatted(trial)),
          "task_type,arrival_s,deadline_s\nshort,0.00%d,0.02\nshort,0.003,0.03\n".formatted(trial));
    }
    return Files.writeString(
        into.resolve("study.yaml"),
        """
        name: digested
        trials: 2
        leave_out_first: 0
        leave_out_last: 0
        system: system.yaml
        workload: {files: "tasks-{trial}.csv"}
        axes: {policy: [MM]}
        """);
  }

  private static Experiment load(Path study) {
    Problems problems = new Problems();
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed()));
  }

  private static String digest(Path study) {
    return RunIdentity.study(load(study), VERSION, new Problems());
  }

  private static void change(Path file, String from, String to) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(from);
    Files.writeString(file, text.replace(from, to));
  }

  @Test
  void isTheSameInAnotherDirectoryAndThroughALink() throws IOException {
    String digest = digest(write("one"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("one"));

    assertThat(digest(write("another/place"))).isEqualTo(digest);
    assertThat(digest(link.resolve("study.yaml"))).isEqualTo(digest);
  }

  @Test
  void isTheSameWhateverFilesAreCalled() throws IOException {
    String digest = digest(write("one"));
    Path study = write("another");
    Files.move(study.resolveSibling("tasks-1.csv"), study.resolveSibling("1-of-2.csv"));
    Files.move(study.resolveSibling("tasks-2.csv"), study.resolveSibling("2-of-2.csv"));
    change(study, "tasks-{trial}.csv", "{trial}-of-2.csv");

    assertThat(digest(study)).isEqualTo(digest);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          study.yaml, trials: 2, trials: 1
          study.yaml, MM, MSD
          system.yaml, small, tiny
          system.yaml, name: n}, name: o}
          system.yaml, 110 W, 111 W
          system.yaml, 50 W, 51 W
          system.yaml, price_per_hour: 0.5, price_per_hour: 0.6
          system.yaml, "{type: old}", "{type: old, count: 2}"
          draws.power.csv, 105, 106
          times.pet.csv, short, brief
          times.pet.csv, 0.009, 0.010
          times.pet.csv, "0.25\nshort,node,1,0.009,0.75", "0.2500000001\nshort,node,1,0.009,0.7499999999"
          tasks-1.csv, 0.02, 0.021
          tasks-2.csv, 0.03, 0.031
          """)
  void isAnotherForOtherContent(String file, String from, String to) throws IOException {
    Path study = write("one");
    String digest = digest(study);
    change(study.resolveSibling(file), from, to);
    if (from.equals("short")) {
      change(study.resolveSibling("draws.power.csv"), from, to);
      change(study.resolveSibling("tasks-1.csv"), from, to);
      change(study.resolveSibling("tasks-2.csv"), from, to);
    }

    assertThat(digest(study)).isNotEqualTo(digest);
  }

  @Test
  void isAnotherForAnotherVersion() throws IOException {
    Experiment experiment = load(write("one"));

    assertThat(RunIdentity.study(experiment, "2.0", new Problems()))
        .isNotEqualTo(RunIdentity.study(experiment, VERSION, new Problems()));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          seed: 1, seed: 2
          affinity: low, affinity: high
          cov_general: 0.3, cov_general: 0.2
          systems: one, systems: per-trial
          """)
  void isAnotherForOtherGeneratedSystems(String from, String to) throws IOException {
    Path study =
        Files.writeString(
            directory.resolve("generated.yaml"),
            """
            name: generated
            seed: 1
            system:
              systems: one
              affinity: low
              cov_general: 0.3
            workload: {tasks: 300}
            axes: {policy: [MM]}
            """);
    String digest = digest(study);
    assertThat(digest(study)).isEqualTo(digest);
    change(study, from, to);

    assertThat(digest(study)).isNotEqualTo(digest);
  }

  @Test
  void aWorkloadFileThatIsGoneIsReported() throws IOException {
    Path study = write("one");
    Experiment experiment = load(study);
    Files.delete(study.resolveSibling("tasks-2.csv"));
    Problems problems = new Problems();
    RunIdentity.study(experiment, VERSION, problems);

    assertThat(problems.listed())
        .singleElement()
        .asString()
        .contains("tasks-2.csv: there is no such file");
    RunIdentity run = new RunIdentity(VERSION, List.of(experiment), List.of(), List.of());
    assertThatThrownBy(run::hex).isInstanceOf(InvalidInputException.class);
  }
}
