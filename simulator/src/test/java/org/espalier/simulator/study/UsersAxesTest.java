package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Axes that users make on the command line, in a study with figures of its own. */
final class UsersAxesTest {
  @TempDir Path directory;

  private Study load(String... assignments) throws IOException {
    return load("[9k, 15k]", List.of(assignments));
  }

  private Study load(String intensities, List<String> assignments) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        system: "%s"
        axes: {policy: [MM, PAM], arrival_intensity: %s}
        figures:
          - {title: Load, kind: lines, x: arrival_intensity, series: policy}
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), intensities));
    Problems problems = new Problems();
    return Experiment.load(study, assignments, PolicyRegistry.builtIn(), problems)
        .orElseThrow(() -> new AssertionError(problems.listed().toString()))
        .study();
  }

  private List<String> titles(String... assignments) throws IOException {
    return load(assignments).presentation().figures().stream()
        .map(Study.FigureRequest::title)
        .toList();
  }

  @Test
  void areDrawnWhereNoFigureShowsThem() throws IOException {
    assertThat(titles()).containsExactly("Load");
    assertThat(titles("dropping_threshold=0..1/0.5"))
        .containsExactly("Load", "Robustness over dropping threshold");
  }

  @Test
  void aFileHasRangesAsTheCommandLineHas() throws IOException {
    for (String range : List.of("9k..15k/3k", "[9k..12k/3k, 15k]")) {
      assertThat(load(range, List.of()).comparison().axes().getLast().values())
          .containsExactly("9k", "12k", "15k");
    }
  }

  @Test
  void areNotDrawnTwice() throws IOException {
    assertThat(titles("arrival_intensity=9k..30k/3k")).containsExactly("Load");
    assertThat(titles("dropping_threshold=0.5")).containsExactly("Load");
  }

  @Test
  void theAxisOfLoadSaysHowLongAPeriodIs() throws IOException {
    assertThat(load().label(WorkloadOptions.ARRIVAL_INTENSITY))
        .isEqualTo("Arrival intensity (tasks in 86.4 s)");
    assertThat(load("period=1 min").label(WorkloadOptions.ARRIVAL_INTENSITY))
        .isEqualTo("Arrival intensity (tasks per minute)");
    assertThat(load("period=24 h").label(WorkloadOptions.ARRIVAL_INTENSITY))
        .isEqualTo("Arrival intensity (tasks per day)");
    assertThat(load("period=2 h").label(WorkloadOptions.ARRIVAL_INTENSITY))
        .isEqualTo("Arrival intensity (tasks in 2 h)");
    assertThat(load("period=1 min,2 min").label(WorkloadOptions.ARRIVAL_INTENSITY))
        .isEqualTo("Arrival intensity (tasks per period)");
  }
}
