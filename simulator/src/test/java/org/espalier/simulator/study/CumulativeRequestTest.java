package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.testsupport.Repository;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures of kind cumulative, as studies ask for them. */
final class CumulativeRequestTest {
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
          - {title: Figure, kind: cumulative%s}
        """
            .formatted(Repository.file("inputs/spec/system.yaml"), figure));
    return Experiment.load(study, List.of(), PolicyRegistry.builtIn(), problems);
  }

  private List<Study.FigureRequest> figures(String figure) throws IOException {
    return load(figure).orElseThrow().study().presentation().figures();
  }

  @Test
  void areOfUtilityByPolicyUnlessTheySaySo() throws IOException {
    assertThat(figures(""))
        .containsExactly(
            new Study.CumulativeRequest("Figure", "", RunningTotal.UTILITY, "policy", Map.of()));
    assertThat(figures(", total: energy, series: arrival_intensity, where: {policy: MM}"))
        .containsExactly(
            new Study.CumulativeRequest(
                "Figure", "", RunningTotal.ENERGY, "arrival_intensity", Map.of("policy", "MM")));
  }

  @Test
  void sayWhatIsWrongWithThem() throws IOException {
    assertThat(load(", series: size, total: cost")).isEmpty();
    assertThat(load(", where: {policy: MM}")).isEmpty();
    assertThat(load(", column: utility")).isEmpty();

    assertThat(problems.listed().toString())
        .contains("series: is no axis of the study (value size)")
        .contains("total: is no running total (value cost); expected utility or energy")
        .contains("where: holds an axis that the figure shows")
        .contains("column: unknown key");
  }
}
