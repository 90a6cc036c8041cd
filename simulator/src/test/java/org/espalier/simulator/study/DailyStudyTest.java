package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Task;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.run.ExperimentProgress;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.espalier.workload.environment.EnvironmentReader;
import org.espalier.workload.generator.DaySpec;
import org.espalier.workload.generator.SystemGenerator;
import org.espalier.workload.generator.SystemSpec;
import org.espalier.workload.generator.WorkloadSpec;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerFiles;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.system.SystemParts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of generated days on a generated system of 100 task types. */
final class DailyStudyTest {
  private static final String STUDY =
      """
      name: day
      seed: 3
      trials: 1
      horizon: 26 h
      settings:
        queue_capacity: pending-slot
        dropping_scope: none
        deadlines: soft
        trigger: 1 min
        utility_threshold: 0.5
      system: system.yaml
      workload: {pattern: daily, tasks: %s}
      axes: {policy: [%s]}
      """;

  @TempDir Path directory;
  private final Problems problems = new Problems();

  @BeforeEach
  void writeSystem() throws IOException {
    HcSystem system = SystemGenerator.generate(SystemSpec.of("days"), 1);
    SystemParts parts = SystemParts.of(directory.resolve("system.yaml"), system);
    PetFiles.write(parts.pet(), PetTable.of(system));
    PowerFiles.write(
        parts.power().orElseThrow(), PowerTable.of(system, system.apc().orElseThrow()));
    SystemFiles.write(parts.description(), system, parts);
  }

  private Optional<Experiment> load(String tasks, String... assignments) throws IOException {
    Path file = directory.resolve("study.yaml");
    Files.writeString(file, STUDY.formatted(tasks, "Min-Min-Comp, Max-Max-UPT"));
    return Experiment.load(file, List.of(assignments), PolicyRegistry.builtIn(), problems);
  }

  private static List<Task> tasks(Experiment experiment) {
    return experiment.inputs().workload(experiment.scenarios().getFirst(), 1).tasks();
  }

  @Test
  void generateDaysBySeedAndTrial() throws IOException {
    Experiment experiment = load("33000").orElseThrow();

    assertThat(tasks(experiment))
        .isEqualTo(DaySpec.of(33_000).generate(experiment.system(), 3, 1).tasks());
  }

  @Test
  void haveEveryOption() throws IOException {
    Experiment experiment =
        load("1000", "environment=chapter-4", "warm_up=0 s", "longest_gap=8 h").orElseThrow();
    DaySpec spec =
        new DaySpec(
            1_000, Duration.ZERO, Duration.ofHours(8), EnvironmentReader.source("chapter-4"));

    assertThat(tasks(experiment)).isEqualTo(spec.generate(experiment.system(), 3, 1).tasks());
  }

  @Test
  void runAndCanBeRunAgain() throws IOException {
    Path one = write(load("15000").orElseThrow(), "one");
    Experiment again =
        Experiment.load(
                one.resolve("study.resolved.yaml"), List.of(), PolicyRegistry.builtIn(), problems)
            .orElseThrow();

    assertThat(write(again, "two").resolve("trials.csv"))
        .hasSameTextualContentAs(one.resolve("trials.csv"));
  }

  private Path write(Experiment experiment, String name) throws IOException {
    ExperimentResults results =
        ExperimentRunner.run(experiment, new RunSettings(1, () -> 0, ExperimentProgress.NONE));
    Path out = directory.resolve(name);
    new ResultDirectory(out).write(results, "0");
    return out;
  }

  @Test
  void mayVaryWhatTasksAreWorth() throws IOException {
    assertThat(load("15000", "environment=chapter-2,appendix-h").orElseThrow().scenarios())
        .hasSize(4);
  }

  /** The default of tasks hangs on the pattern, also where that is an axis. */
  @Test
  void have33000TasksIfLeftOut() throws IOException {
    assertThat(tasks(load("~").orElseThrow())).isEqualTo(tasks(load("33000").orElseThrow()));
    Experiment both = load("~", "pattern=steady,daily").orElseThrow();
    assertThat(tasksAsked(both)).containsOnly(800, 33000);
    String resolved = ResolvedStudy.text(both.study(), both.system().tick(), directory, "0");
    Path file = Files.writeString(directory.resolve("again.yaml"), resolved);
    Experiment again =
        Experiment.load(file, List.of(), PolicyRegistry.builtIn(), problems).orElseThrow();
    assertThat(tasksAsked(again)).isEqualTo(tasksAsked(both));
  }

  private static List<Integer> tasksAsked(Experiment experiment) {
    return experiment.scenarios().stream()
        .map(scenario -> ((WorkloadChoice.Generated) scenario.workload()).model())
        .map(model ->
            switch (model) {
              case DaySpec day -> day.tasks();
              case WorkloadSpec spec -> spec.tasks();
            })
        .toList();
  }

  @Test
  void leaveNoTasksOutBehindAWarmUpUnlessTheySaySo() throws IOException {
    assertThat(load("33000").orElseThrow().study().plan().leftOut()).isEqualTo(LeftOut.DEFAULT);
    assertThat(load("33000", "measure_from=2 h").orElseThrow().study().plan().leftOut())
        .isEqualTo(LeftOut.NONE);
    assertThat(
            load("33000", "measure_from=2 h", "leave_out_last=9")
                .orElseThrow()
                .study()
                .plan()
                .leftOut())
        .isEqualTo(new LeftOut(0, 9));
  }

  @Test
  void needEnoughTasksForTheLongestGap() throws IOException {
    assertThat(load("800")).isEmpty();
    assertThat(problems.listed().getFirst().message())
        .startsWith("tasks is 800 a day for 100 task types")
        .endsWith("expected 15000 or more");
  }

  @Test
  void refuseWhatHasNoEffectOnThem() throws IOException {
    assertThat(load("33000", "arrival_intensity=50k")).isEmpty();
    assertThat(load("33000", "slack=1,2")).isEmpty();
    assertThat(problems.listed())
        .extracting(Problem::message)
        .containsExactly("has no effect on pattern daily", "has no effect on pattern daily");
    assertThat(load("33000", "pattern=steady,daily", "slack=1,2")).isPresent();
  }

  @Test
  void refuseValuesThatDoNotFit() throws IOException {
    assertThat(load("33000", "environment=chapter-9", "warm_up=25 h", "longest_gap=0 s")).isEmpty();
    assertThat(problems.listed())
        .extracting(Problem::remedy)
        .containsExactly(
            "expected chapter-2, chapter-4, appendix-h, a YAML file, or what stands in one",
            "expected a duration from 0 s to 24 h",
            "expected a duration above 0, up to 24 h");
  }
}
