package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
    Study.FigureRequest plain = study.figures("").getFirst();
    Study.FigureRequest energy =
        study.figures(", total: energy, series: arrival_intensity, where: {policy: MM}").getFirst();

    assertThat(plain).isEqualTo(figure(RunningTotal.UTILITY, "policy", Map.of()));
    assertThat(energy)
        .isEqualTo(figure(RunningTotal.ENERGY, "arrival_intensity", Map.of("policy", "MM")));
  }

  private static Study.FigureRequest figure(
      RunningTotal total, String series, Map<String, String> where) {
    return new Study.FigureRequest(
        FigureKind.CUMULATIVE,
        "Figure",
        "",
        Optional.empty(),
        Optional.of(total),
        "",
        series,
        where,
        false,
        Optional.empty());
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
