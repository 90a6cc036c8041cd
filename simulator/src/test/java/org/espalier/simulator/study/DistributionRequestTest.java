package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.espalier.simulator.column.Column;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of kind distribution, as studies ask for them. */
final class DistributionRequestTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();
  private FigureStudy study;

  @BeforeEach
  void study() {
    study = new FigureStudy(directory, "distribution", problems);
  }

  @Test
  void areOfMissesUnlessTheyNameAColumn() throws IOException {
    assertThat(study.figures(", series: policy, where: {arrival_intensity: 15k}"))
        .containsExactly(
            new Study.FigureRequest(
                FigureKind.DISTRIBUTION,
                "Figure",
                "",
                Optional.of(Column.MISSES),
                Optional.empty(),
                "",
                "policy",
                Map.of("arrival_intensity", "15k"),
                false,
                Optional.empty()));
  }

  @Test
  void sayWhatIsWrongWithThem() throws IOException {
    assertThat(study.load("")).isEmpty();
    assertThat(study.load(", series: size, column: missed")).isEmpty();
    assertThat(study.load(", series: policy, where: {policy: MM}")).isEmpty();
    assertThat(study.load(", series: policy, x: policy")).isEmpty();

    assertThat(problems.listed().toString())
        .contains("series: missing")
        .contains("series: is no axis of the study (value size)")
        .contains("column: unknown column (value missed); did you mean misses?")
        .contains("where: holds an axis that the figure shows")
        .contains("x: unknown key");
  }
}
