package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of kind cumulative, as studies ask for them. */
final class CumulativeRequestTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();
  private FigureStudy study;

  @BeforeEach
  void study() {
    study = new FigureStudy(directory, "cumulative", problems);
  }

  @Test
  void areOfUtilityByPolicyUnlessTheySaySo() throws IOException {
    assertThat(study.figures(""))
        .containsExactly(
            new Study.CumulativeRequest("Figure", "", RunningTotal.UTILITY, "policy", Map.of()));
    assertThat(study.figures(", total: energy, series: arrival_intensity, where: {policy: MM}"))
        .containsExactly(
            new Study.CumulativeRequest(
                "Figure", "", RunningTotal.ENERGY, "arrival_intensity", Map.of("policy", "MM")));
  }

  @Test
  void sayWhatIsWrongWithThem() throws IOException {
    assertThat(study.load(", series: size, total: cost")).isEmpty();
    assertThat(study.load(", where: {policy: MM}")).isEmpty();
    assertThat(study.load(", column: utility")).isEmpty();

    assertThat(problems.listed().toString())
        .contains("series: is no axis of the study (value size)")
        .contains("total: is no running total (value cost); expected utility or energy")
        .contains("where: holds an axis that the figure shows")
        .contains("column: unknown key");
  }
}
