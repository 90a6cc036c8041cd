package org.espalier.simulator.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.simulator.column.Column;
import org.espalier.workload.document.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts with a bound, or a column above their bars, as studies ask for them. */
final class ChartRequestTest {
  @TempDir Path directory;

  private final Problems problems = new Problems();

  private FigureStudy study() {
    return new FigureStudy(directory, "lines", problems);
  }

  @Test
  void mayHaveTheBound() throws IOException {
    assertThat(study().figures(", x: arrival_intensity, series: policy, bound: true"))
        .containsExactly(
            new Study.FigureRequest(
                FigureKind.LINES,
                "Figure",
                "",
                Optional.of(Column.ROBUSTNESS),
                Optional.empty(),
                "arrival_intensity",
                "policy",
                Map.of(),
                true,
                Optional.empty()));
  }

  @Test
  void mayHaveAColumnAboveTheirBars() throws IOException {
    FigureStudy bars = new FigureStudy(directory, "bars", problems);
    List<Study.FigureRequest> figures =
        bars.figures(", x: policy, column: robustness, above: type_deviation");

    assertThat(figures)
        .singleElement()
        .satisfies(chart -> assertThat(chart.above()).contains(Column.TYPE_DEVIATION));
    assertThat(new Study.Presentation(figures, List.of()).drawn())
        .containsExactlyInAnyOrder(Column.ROBUSTNESS, Column.TYPE_DEVIATION);
    assertThat(study().load(", x: policy, above: misses")).isEmpty();
    assertThat(bars.load(", x: arrival_intensity, series: policy, bound: true, above: misses"))
        .isEmpty();
    assertThat(bars.load(", x: policy, above: robustnes")).isEmpty();
    assertThat(problems.listed().toString())
        .contains("above: stands above bars without a bound")
        .contains("above: unknown column", "robustness");
  }

  @Test
  void haveTheBoundOfTheRobustnessOrUtilityOfPoliciesOnly() throws IOException {
    assertThat(study().load(", x: policy, series: arrival_intensity, bound: true")).isEmpty();
    assertThat(study().load(", x: arrival_intensity, series: policy, column: misses, bound: true"))
        .isEmpty();

    assertThat(problems.count()).isEqualTo(2);
    assertThat(problems.listed().toString())
        .contains("bound: is that of the robustness or utility of policies")
        .contains("let column be robustness, utility or utility_prorated, and series policy");
  }
}
