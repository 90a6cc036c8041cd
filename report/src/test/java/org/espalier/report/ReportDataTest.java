package org.espalier.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.espalier.report.TinyReport.bars;
import static org.espalier.report.TinyReport.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That data which contradicts itself is refused with a message that says where. */
class ReportDataTest {

  @Test
  void acceptsFiguresOfKnownThings() {
    assertThatCode(() -> TinyReport.of(bars("robustness", "policy", "load")))
        .doesNotThrowAnyException();
    assertThatCode(
            () -> TinyReport.of(bars("robustness", "policy", "", new AxisValue("load", "30k"))))
        .doesNotThrowAnyException();
  }

  @Test
  void refusesFiguresOfUnknownThings() {
    refused(() -> TinyReport.of(bars("energy", "policy", "load")))
        .hasMessage("figure f: column \"energy\" is unknown; known are [robustness]");
    refused(() -> TinyReport.of(bars("robustness", "size", "load")))
        .hasMessage("figure f: axis \"size\" is unknown; known are [policy, load]");
    refused(() -> TinyReport.of(bars("robustness", "policy", "size")))
        .hasMessageContaining("axis \"size\" is unknown");
    refused(() -> TinyReport.of(bars("robustness", "policy", "", new AxisValue("load", "9k"))))
        .hasMessage("figure f: filter value of axis load \"9k\" is unknown; known are [15k, 30k]");
    refused(() -> TinyReport.of(new GanttFigure("g", "G", "", List.of("mm"))))
        .hasMessage("figure g: trace \"mm\" is unknown; known are [pam]");
  }

  @Test
  void refusesFiguresThatUseAnAxisTwice() {
    refused(() -> bars("robustness", "policy", "policy"))
        .hasMessage("figure f uses axis policy for x and series");
    refused(() -> bars("robustness", "policy", "", new AxisValue("policy", "MM")))
        .hasMessage("figure f filters axis policy, which it also shows");
  }

  private static DistributionFigure distribution(
      String column, String series, DistributionFigure.Curve... curves) {
    return new DistributionFigure("d", "D", "", column, series, List.of(), List.of(curves));
  }

  private static DistributionFigure.Curve curve(String policy, double... percents) {
    List<Double> values = List.of(1.0, 2.0);
    List<Double> shares = Arrays.stream(percents).boxed().toList();
    return new DistributionFigure.Curve(List.of(policy, "30k"), values, shares);
  }

  @Test
  void acceptsDistributionsOfKnownScenarios() {
    ReportData data = TinyReport.of(distribution("robustness", "policy", curve("PAM", 50, 100)));
    assertThat(data.figures()).hasSize(1);
  }

  @Test
  void refusesDistributionsOfUnknownThings() {
    refused(() -> TinyReport.of(distribution("energy", "policy")))
        .hasMessage("figure d: column \"energy\" is unknown; known are [robustness]");
    refused(() -> TinyReport.of(distribution("robustness", "size")))
        .hasMessage("figure d: axis \"size\" is unknown; known are [policy, load]");
    refused(() -> TinyReport.of(distribution("robustness", "policy", curve("SQ", 50, 100))))
        .hasMessageContaining("distribution of [SQ, 30k]: value of axis policy \"SQ\" is unknown");
    refused(() -> distribution("robustness", "policy", curve("PAM", 5, 9), curve("PAM", 5, 9)))
        .hasMessage("figure d: distribution of \"[PAM, 30k]\" appears twice");
  }

  @Test
  void refusesDistributionsThatDoNotRise() {
    refused(() -> curve("PAM", 100))
        .hasMessage("distribution of [PAM, 30k] has 2 values and 1 percentages");
    refused(() -> curve("PAM", 50, 50)).hasMessageContaining("does not rise up to 100 %");
    refused(() -> curve("PAM", 50, 101)).hasMessageContaining("does not rise up to 100 %");
    refused(() -> curve("PAM", 0, 100)).hasMessageContaining("does not rise up to 100 %");
  }

  private static CurveFigure curves(String axis, String limit, CurveFigure.Curve... curves) {
    return new CurveFigure(
        "c",
        "C",
        "",
        new CurveFigure.Quantity("Time", "h"),
        new CurveFigure.Quantity("Energy", "MJ"),
        List.of(TinyReport.POLICY),
        axis,
        List.of(),
        limit,
        List.of(curves));
  }

  private static CurveFigure.Curve rising(String policy, Double... limits) {
    return new CurveFigure.Curve(
        List.of(policy), List.of(0.0, 1.0), List.of(0.0, 5.0), List.of(limits));
  }

  @Test
  void acceptsCurvesOfTheirOwnAxes() {
    ReportData data = TinyReport.of(curves("policy", "Budget", rising("PAM", 4.0, 4.0)));
    assertThat(data.figures()).hasSize(1);
  }

  @Test
  void refusesCurvesThatCannotBeDrawn() {
    refused(() -> TinyReport.of(curves("load", "")))
        .hasMessage("figure c: axis \"load\" is unknown; known are [policy]");
    refused(() -> TinyReport.of(curves("policy", "", rising("SQ"))))
        .hasMessageContaining("curve of [SQ]: value of axis policy \"SQ\" is unknown");
    refused(() -> curves("policy", "", rising("PAM"), rising("PAM")))
        .hasMessage("figure c: curve of \"[PAM]\" appears twice");
    refused(() -> curves("policy", "", rising("PAM", 4.0, 4.0)))
        .hasMessage("figure c does not say what its limits are");
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
  void acceptsPointsOfOneLookEach() {
    ScatterFigure.Series front = TinyReport.points("PAM", ScatterFigure.Style.FRONT);
    ScatterFigure.Series cloud = TinyReport.points("PAM", ScatterFigure.Style.CLOUD);
    ScatterFigure.Mark mark = ScatterFigure.Mark.level(List.of("", "30k"), 50, "half");
    ReportData data = TinyReport.of(TinyReport.scatter(false, List.of(front, cloud), mark));
    assertThat(data.figures()).hasSize(1);
    refused(() -> TinyReport.scatter(false, List.of(front, front)))
        .hasMessage("figure scatter: series of \"[PAM, ] as FRONT\" appears twice");
  }

  @Test
  void refusesPointsOfUnknownThings() {
    refused(() -> TinyReport.of(scatterOf(series(List.of("SQ", "30k"), List.of(), List.of()))))
        .hasMessageContaining("series of [SQ, 30k]: value of axis policy \"SQ\" is unknown");
    refused(() -> TinyReport.of(scatterOf(series(List.of("", "30k"), List.of(), List.of()))))
        .hasMessage("figure scatter: colour of a series must not be blank");
    refused(() -> TinyReport.of(scatterOf(series(List.of("PAM"), List.of(), List.of()))))
        .hasMessageContaining("must have one value for each of the axes [policy, load]");
    ScatterFigure.Mark mark = ScatterFigure.Mark.upright(List.of("PAM", "9k"), 8, "peak");
    refused(() -> TinyReport.of(TinyReport.scatter(false, List.of(), mark)))
        .hasMessageContaining("mark peak: value of axis load \"9k\" is unknown");
  }

  private static ScatterFigure scatterOf(ScatterFigure.Series series) {
    return TinyReport.scatter(false, List.of(series));
  }

  @Test
  void refusesPointsThatCannotBeDrawn() {
    List<String> pam = List.of("PAM", "30k");
    List<Double> one = List.of(1.0);
    refused(() -> series(pam, one, List.of()))
        .hasMessage("series of [PAM, 30k] has 0 entries where its points and style want 1");
    refused(() -> series(pam, one, List.of(Double.NaN)))
        .hasMessage("series of [PAM, 30k] has a number that is not finite");
    refused(() -> ScatterFigure.Series.ellipses(pam, one, one, one, List.of(-1.0)))
        .hasMessage("series of [PAM, 30k] has a radius below 0");
    refused(() -> series(pam, one, one).withLabels(List.of("a", "b")))
        .hasMessageContaining("has 2 entries where its points and style want 1");
    ScatterFigure.Series cloud = TinyReport.points("PAM", ScatterFigure.Style.CLOUD);
    refused(() -> cloud.withColours(List.of(1.0, 2.0, 3.0)))
        .hasMessageContaining("has 3 entries where its points and style want 0");
    refused(() -> ScatterFigure.Mark.point(pam, Double.NaN, Double.NaN, "knee"))
        .hasMessage("mark knee is nowhere: NaN, NaN");
    refused(() -> ScatterFigure.Mark.level(pam, 1, " "))
        .hasMessage("label of a mark must not be blank");
  }

  @Test
  void refusesColoursThatSayNothing() {
    ScatterFigure named =
        scatterOf(series(List.of("PAM", ""), List.of(1.0), List.of(1.0)).withColours(List.of(1.0)));
    refused(() ->
            new ScatterFigure(
                named.id(),
                named.title(),
                named.caption(),
                named.plane(),
                ScatterFigure.Colours.NONE,
                named.axes(),
                named.seriesAxis(),
                named.filters(),
                named.series(),
                named.marks()))
        .hasMessage("figure scatter does not say what its colours are");
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
        .hasMessage("figure m: matrix Power does not have 1 rows of 2 values");
    refused(() -> matrix(List.of(List.of(1.0, Double.POSITIVE_INFINITY))))
        .hasMessage("matrix Power has an infinite value");
    refused(() ->
            new MatrixFigure(
                "m",
                "M",
                "",
                List.of(),
                List.of(),
                new MatrixFigure.Words("on", "cannot run"),
                List.of()))
        .hasMessage("figure m shows no matrix");
  }

  @Test
  void refusesTwoFiguresOfOneId() {
    ChartFigure figure = bars("robustness", "policy", "load");
    refused(() -> TinyReport.of(figure, figure)).hasMessage("figure id \"f\" appears twice");
  }

  @Test
  void refusesRowsThatDoNotFitTheAxes() {
    refused(() -> withRows(row("PAM", 1), row("PAM", 2)))
        .hasMessage("row \"[PAM, 30k]\" appears twice");
    refused(() -> withRows(row("SQ", 1))).hasMessageContaining("value of axis policy \"SQ\"");
    refused(() -> withRows(new ReportRow(List.of("PAM"), 1, List.of(), List.of())))
        .hasMessageContaining("one value for each of the axes [policy, load]");
    refused(() -> withRows(new ReportRow(List.of("PAM", "30k"), 1, List.of(), List.of())))
        .hasMessage("row [PAM, 30k] has 0 estimates for 1 columns");
  }

  @Test
  void chartsOfTablesReferToTheTable() {
    ReportTable table =
        new ReportTable(
            "types",
            List.of(TinyReport.COLUMN),
            List.of(new ReportAxis("type", "Type", List.of("a"))),
            List.of(new ReportRow(List.of("a"), 1, List.of(Estimate.ofMean(1)), List.of())));
    assertThat(withTable(table, ofTable("type", "types")).tables()).containsExactly(table);
    refused(() -> withTable(table, ofTable("policy", "types")))
        .hasMessage("figure f: axis \"policy\" is unknown; known are [type]");
    refused(() -> withTable(table, ofTable("type", "machines")))
        .hasMessage("figure f: table \"machines\" is unknown; known are [types]");
    ReportTable wrong =
        new ReportTable(
            "types",
            table.columns(),
            table.axes(),
            List.of(new ReportRow(List.of("b"), 1, List.of(Estimate.ofMean(1)), List.of())));
    refused(() -> withTable(wrong, ofTable("type", "types")))
        .hasMessageContaining("value of axis type \"b\" is unknown");
  }

  private static ChartFigure ofTable(String axis, String table) {
    return new ChartFigure(
        "f", ChartFigure.Kind.BARS, "F", "", "robustness", axis, "", List.of(), table);
  }

  private static ReportData withTable(ReportTable table, ReportFigure figure) {
    ReportData data = TinyReport.of();
    return new ReportData(
        data.study(),
        data.columns(),
        data.axes(),
        data.rows(),
        data.baseline(),
        List.of(figure),
        data.traces(),
        data.notes(),
        List.of(table));
  }

  @Test
  void refusesDecisionsThatCannotBe() {
    CompletionCurve curve = new CompletionCurve("a", true, 1, 3, 0, List.of(1.0));
    DecisionExample example = new DecisionExample("x", "", 1, List.of(curve), List.of());
    refused(() -> new CompletionCurve("a", true, 1.2, 3, 0, List.of()))
        .hasMessage("task a has a chance of 1.2");
    refused(() -> new CompletionCurve("a", true, 1, 3, 0, List.of(-0.1)))
        .hasMessageContaining("masses that are no probabilities");
    refused(() -> new DecisionExample("x", "", 0, List.of(curve), List.of()))
        .hasMessageContaining("bins of 0.0 s");
    refused(() -> new DecisionExample("x", "", 1, List.of(), List.of()))
        .hasMessage("decision x is about no task");
    refused(() -> new DecisionFigure("d", "D", "", List.of()))
        .hasMessage("figure d shows no decision");
    refused(() -> new DecisionFigure("d", "D", "", List.of(example, example)))
        .hasMessageContaining("\"x\" appears twice");
  }

  @Test
  void refusesUnknownBaselines() {
    refused(() -> TinyReport.of(List.of(), List.of(new AxisValue("policy", "SQ")), List.of()))
        .hasMessageStartingWith("baseline value of axis policy \"SQ\" is unknown");
  }

  @Test
  void copiesItsLists() {
    List<String> values = new ArrayList<>(List.of("PAM"));
    ReportAxis axis = new ReportAxis("policy", "Policy", values);
    values.add("MM");
    assertThat(axis.values()).containsExactly("PAM");
  }

  @ParameterizedTest
  @CsvSource({"1, 2, 3", "1, -1, 0", "Infinity, NaN, NaN", "1, NaN, 2", "NaN, 1, 2"})
  void refusesImpossibleEstimates(double mean, double lower, double upper) {
    refused(() -> new Estimate(mean, lower, upper)).hasMessageContaining("needs finite bounds");
  }

  @Test
  void acceptsAbsentEstimatesAndIntervals() {
    assertThat(Estimate.absent().mean()).isNaN();
    assertThat(Estimate.ofMean(3).lower()).isNaN();
    assertThat(Estimate.of(3, 1)).isEqualTo(new Estimate(3, 2, 4));
  }

  @Test
  void refusesDifferencesThatDoNotMatchTheColumns() {
    List<Estimate> one = List.of(Estimate.ofMean(1));
    List<Estimate> two = List.of(Estimate.ofMean(1), Estimate.ofMean(2));
    refused(() -> new ReportRow(List.of("PAM"), 3, two, one))
        .hasMessage("row [PAM] has 2 estimates but 1 differences");
    refused(() -> new ReportRow(List.of("PAM"), 0, one, one))
        .hasMessageContaining("at least one trial");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, -1, 5, 9, ON_TIME",
    "-1, 1, 2, 5, 9, ON_TIME",
    "0, 3, 2, 5, 9, ON_TIME",
    "0, 1, 6, 5, 9, ON_TIME",
    "0, 1, 2, 5, 4, ON_TIME",
    "0, 1, 2, 5, 5, LATE",
    "0, 1, 2, 5, 9, DROPPED_PENDING",
    "0, 1, -1, 5, 4, EXPIRED_IN_BATCH",
    "-1, 1, -1, 5, 4, EXPIRED_IN_QUEUE",
    "0, 1, -1, 5, 9, DISCARDED",
    "0, 7, -1, 5, 4, DROPPED_PROACTIVELY",
    "-2, 1, -1, 5, 4, DROPPED_PROACTIVELY"
  })
  void refusesTasksThatTheirFateContradicts(
      int machine, long arrival, long start, long exit, long deadline, TaskFate fate) {
    refused(() -> new GanttTask(7, 0, machine, arrival, start, exit, deadline, fate))
        .hasMessageContaining("task 7");
  }

  @Test
  void refusesTasksOfUnknownMachinesAndTypes() {
    refused(() -> trace(new GanttTask(7, 0, 1, 1, 2, 5, 6, TaskFate.ON_TIME)))
        .hasMessage("trace pam: task 7 names machine 1 of 1");
    refused(() -> trace(new GanttTask(7, 1, 0, 1, 2, 5, 6, TaskFate.ON_TIME)))
        .hasMessage("trace pam: task 7 names task type 1 of 1");
  }

  @Test
  void refusesSharesThatAreNone() {
    refused(() -> new MachineUse("big", 3, 10, List.of(0.5, 1.5))).hasMessageContaining("1.5");
    refused(() -> new MachineUse("big", 0, 10, List.of())).hasMessageContaining("0 machines");
    refused(() -> new MachineUse("big", 3, 0, List.of())).hasMessageContaining("0 ticks");
  }

  @ParameterizedTest
  @CsvSource({"''", "a b", "../a", ".a", "a/b"})
  void refusesFigureIdsThatAreNoFileNames(String id) {
    refused(() -> new GanttFigure(id, "G", "", List.of("pam")))
        .hasMessageContaining("figure id \"" + id + "\"");
  }

  private static GanttTrace trace(GanttTask task) {
    return new GanttTrace("pam", "PAM", 1, 1, List.of("m0"), List.of("t0"), List.of(task));
  }

  private static ReportData withRows(ReportRow... rows) {
    return TinyReport.of(List.of(rows), List.of(), List.of());
  }

  private static AbstractThrowableAssert<?, ?> refused(ThrowingCallable making) {
    return assertThatThrownBy(making).isInstanceOf(IllegalArgumentException.class);
  }
}
