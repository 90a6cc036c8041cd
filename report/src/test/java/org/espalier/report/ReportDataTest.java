package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.report.TinyReport.row;

import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That data which cannot be drawn is refused with a message that says where. */
class ReportDataTest {

  @Test
  void refusesRowsThatDoNotFit() {
    ReportRow shortRow = new ReportRow(List.of("PAM"), 1, List.of(), List.of());
    refused(() -> TinyReport.of(List.of(shortRow), List.of(), List.of()))
        .hasMessage("row [PAM] has 1 values for 2 axes, and 0 estimates for 1 columns");
    refused(() -> TinyReport.of(List.of(row("PAM", 1), shortRow), List.of(), List.of()))
        .hasMessageStartingWith("row [PAM] has 1 values");
    refused(() ->
            new ReportTable("t", List.of(), List.of(TinyReport.POLICY), List.of(row("PAM", 1))))
        .hasMessage("row [PAM, 30k] has 2 values for 1 axes, and 1 estimates for 0 columns");
  }

  private static CurveFigure.Curve rising(String policy, Double... limits) {
    return new CurveFigure.Curve(
        List.of(policy), List.of(0.0, 1.0), List.of(0.0, 5.0), List.of(limits));
  }

  @Test
  void refusesCurvesThatCannotBeDrawn() {
    refused(() -> rising("PAM", 4.0))
        .hasMessage("curve of [PAM] has 2 places, 2 heights and 1 limits");
    refused(() -> new CurveFigure.Curve(List.of(), List.of(1.0, 0.5), List.of(1.0, 1.0)))
        .hasMessage("curve of [] has no point at 0.5, 1.0 after 1.0");
    refused(() -> new CurveFigure.Curve(List.of(), List.of(1.0), List.of(Double.NaN)))
        .hasMessage("curve of [] has no point at 1.0, NaN after nothing");
  }

  private static ScatterFigure.Series series(
      List<String> values, List<Double> xs, List<Double> ys) {
    return new ScatterFigure.Series(values, ScatterFigure.Style.POINTS, xs, ys);
  }

  @Test
  void refusesPointsThatCannotBeDrawn() {
    List<String> pam = List.of("PAM", "30k");
    List<Double> one = List.of(1.0);
    refused(() -> series(pam, one, List.of()))
        .hasMessage("series of [PAM, 30k] has lists of other sizes than its 1 points");
    refused(() -> series(pam, one, List.of(Double.NaN)))
        .hasMessage("series of [PAM, 30k] has a number that is not finite");
    refused(() -> series(pam, one, one).withLabels(List.of("a", "b")))
        .hasMessageContaining("has lists of other sizes than its 1 points");
  }

  private static MatrixFigure matrix(List<List<Double>> values) {
    return new MatrixFigure(
        "m",
        "M",
        "",
        List.of("t0"),
        List.of("a", "b"),
        new MatrixFigure.Words("on", "cannot run"),
        List.of(new MatrixFigure.Matrix("Power", "W", values)));
  }

  @Test
  void refusesMatricesOfAnotherSize() {
    assertThat(TinyReport.of(matrix(List.of(List.of(1.0, Double.NaN)))).figures()).hasSize(1);
    refused(() -> matrix(List.of(List.of(1.0))))
        .hasMessage("figure m has no matrix, or one without 1 rows of 2 values");
    refused(() ->
            new MatrixFigure(
                "m",
                "M",
                "",
                List.of(),
                List.of(),
                new MatrixFigure.Words("on", "cannot run"),
                List.of()))
        .hasMessage("figure m has no matrix, or one without 0 rows of 0 values");
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 3", "1, -1, 0", "Infinity, NaN, NaN", "1, NaN, 2", "NaN, 1, 2"})
  void refusesImpossibleEstimates(double mean, double lower, double upper) {
    refused(() -> new Estimate(mean, lower, upper)).hasMessageContaining("needs finite bounds");
  }

  @Test
  void acceptsAbsentEstimatesAndIntervals() {
    assertThat(Estimate.ofMean(Double.NaN).mean()).isNaN();
    assertThat(Estimate.ofMean(3).lower()).isNaN();
    assertThat(Estimate.of(3, 1)).isEqualTo(new Estimate(3, 2, 4));
  }

  @Test
  void refusesDifferencesThatDoNotMatchTheColumns() {
    List<Estimate> one = List.of(Estimate.ofMean(1));
    List<Estimate> two = List.of(Estimate.ofMean(1), Estimate.ofMean(2));
    refused(() -> new ReportRow(List.of("PAM"), 3, two, one))
        .hasMessage("row [PAM] has 2 estimates but 1 differences");
    refused(() -> new ReportRow(List.of("PAM"), -1, one, one))
        .hasMessageContaining("has -1 trials");
  }

  private static AbstractThrowableAssert<?, ?> refused(ThrowingCallable making) {
    return assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class);
  }
}
