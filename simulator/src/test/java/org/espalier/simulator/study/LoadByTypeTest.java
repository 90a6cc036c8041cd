package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.Task;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose workloads say what arrives of each type. */
final class LoadByTypeTest {
  private static final String TYPES =
      "types: {classify: {rate: 2/s, deadline: 200 ms}, render: {rate: 1/s}}";

  @TempDir Path directory;
  private final Problems problems = new Problems();

  @BeforeEach
  void writeSystem() throws IOException {
    write(
        "samples.csv",
        "task_type,machine_type,execution_time_s\nclassify,m,0.1\nrender,m,0.4\nidle,m,0.2\n");
    write(
        "system.yaml",
        """
        name: s
        tick: 1 ms
        pet: {samples: samples.csv}
        machines: [{type: m, count: 2}]
        """);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private Optional<Experiment> load(String workload, String... assignments) throws IOException {
    Path file =
        write(
            "study.yaml",
            "name: load\ntrials: 1\nsystem: system.yaml\nworkload: {%s}\naxes: {policy: [MM]}\n"
                .formatted(workload));
    return Experiment.load(file, List.of(assignments), PolicyRegistry.builtIn(), problems);
  }

  private static List<Task> tasks(Experiment experiment) {
    return experiment.inputs().workload(experiment.scenarios().getFirst(), 1).tasks();
  }

  private String problems() {
    return problems.listed().stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }

  @Test
  void tasksAreThoseOfTheTypes() throws IOException {
    Experiment experiment = load("pattern: poisson, duration: 10 min, " + TYPES).orElseThrow();
    List<Task> tasks = tasks(experiment);

    assertThat(tasks.size()).isBetween(1600, 2000);
    assertThat(tasks).noneMatch(task -> task.type() == 2);
    assertThat(experiment.notes()).anyMatch(note -> note.contains("no task of idle arrives"));
  }

  @Test
  void aLoadMakesThemComeFaster() throws IOException {
    List<Task> one = tasks(load("tasks: 500, " + TYPES).orElseThrow());
    List<Task> twice = tasks(load("tasks: 500, " + TYPES, "load=2").orElseThrow());

    assertThat(twice.getLast().arrival() / (double) one.getLast().arrival()).isBetween(0.45, 0.55);
  }

  @Test
  void theResolvedStudyHasTheSameTasks() throws IOException {
    String hours =
        IntStream.range(0, 24)
            .mapToObj(h -> h + "," + (h < 6 ? 0 : h))
            .collect(Collectors.joining("\n"));
    write("day.csv", "hour,rate\n" + hours + "\n");
    Experiment experiment = load("pattern: day.csv, duration: 1 d, " + TYPES).orElseThrow();
    List<Task> tasks = tasks(experiment);
    String resolved = ResolvedStudy.text(experiment.study(), Duration.ofMillis(1), directory, "1");
    Path again = write("resolved.yaml", resolved);

    assertThat(tasks.getFirst().arrival()).isBetween(6 * 3_600_000L, 7 * 3_600_000L);
    assertThat(
            tasks(
                Experiment.load(again, List.of(), PolicyRegistry.builtIn(), problems)
                    .orElseThrow()))
        .isEqualTo(tasks);
  }

  /** The same, where a day is by spans of its time, or lasts four minutes. */
  @Test
  void otherCyclesAreKeptInResolvedStudies() throws IOException {
    write("short.csv", "minute,rate\n0,0\n1,3\n2,1\n3,0\n");
    for (String pattern :
        List.of("{\"00:00-06:30\": 0, \"06:30-24:00\": 2}", "short.csv", "[60s, 0, 3, 1, 0]")) {
      Experiment experiment =
          load("pattern: %s, duration: 8 h, ".formatted(pattern) + TYPES).orElseThrow();
      List<Task> tasks = tasks(experiment);
      String resolved =
          ResolvedStudy.text(experiment.study(), Duration.ofMillis(1), directory, "1");

      assertThat(tasks.getFirst().arrival())
          .isBetween(
              pattern.startsWith("{") ? 6 * 3_600_000L + 1_800_000 : 60_000L,
              pattern.startsWith("{") ? 7 * 3_600_000L : 180_000L);
      assertThat(
              tasks(
                  Experiment.load(
                          write("resolved.yaml", resolved),
                          List.of(),
                          PolicyRegistry.builtIn(),
                          problems)
                      .orElseThrow()))
          .isEqualTo(tasks);
    }
  }

  @Test
  void beforeTypesDiurnalIsARateByTheHour() throws IOException {
    List<Task> tasks = tasks(load("pattern: diurnal, duration: 1 d, " + TYPES).orElseThrow());
    long early = tasks.stream().filter(task -> task.arrival() < 43_200_000L).count();

    assertThat(early / (double) tasks.size()).isBetween(0.7, 0.8);
  }

  @Test
  void whatHasNoEffectIsSaid() throws IOException {
    load("arrival_intensity: 20k, " + TYPES);
    load("duration: 1 h, tasks: 100, " + TYPES);
    load("pattern: daily, " + TYPES);
    load("files: x.csv, " + TYPES);
    load("types: {shrt: {share: 1}}");
    load("pattern: no.csv");
    load("pattern: 1 2 3");
    load("load: 2");

    assertThat(problems())
        .contains(
            "has no effect on types that have rates (value 20k); leave it out, or set load",
            "tasks: has no effect on a workload of a duration",
            "types: do not go with pattern daily",
            "has no effect on workloads read from files",
            "types has shrt, which is no task type of the system",
            "no.csv",
            "expected steady, spiky, poisson, bursty",
            "load: has no effect on generated workloads");
  }
}
