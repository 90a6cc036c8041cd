package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.column.Column;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of kind distribution, as studies ask for them. */
final class DistributionRequestTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();

  private Optional<Experiment> load(String figure) throws IOException {
    Path study = directory.resolve("study.yaml");
    Files.writeString(
        study,
        """
        name: study
        trials: 2
        system: "%s"
        axes: {policy: [MM, PAM], arrival_intensity: [9k, 15k]}
        figures:
          - {title: Figure, kind: distribution%s}
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), figure));
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems);
  }

  @Test
  void areOfMissesUnlessTheyNameAColumn() throws IOException {
    Study.Presentation shown =
        load(", series: policy, where: {arrival_intensity: 15k}")
            .orElseThrow()
            .study()
            .presentation();

    assertThat(shown.figures())
        .containsExactly(
            new Study.DistributionRequest(
                "Figure", "", Column.MISSES, "policy", Map.of("arrival_intensity", "15k")));
  }

  @Test
  void sayWhatIsWrongWithThem() throws IOException {
    assertThat(load("")).isEmpty();
    assertThat(load(", series: size, column: missed")).isEmpty();
    assertThat(load(", series: policy, where: {policy: MM}")).isEmpty();
    assertThat(load(", series: policy, x: policy")).isEmpty();

    assertThat(problems.listed().toString())
        .contains("series: missing")
        .contains("series: is no axis of the study (value size)")
        .contains("column: unknown column (value missed); did you mean misses?")
        .contains("where: holds an axis that the figure shows")
        .contains("x: unknown key");
  }
}
