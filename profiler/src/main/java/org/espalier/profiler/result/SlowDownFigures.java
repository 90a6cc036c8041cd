package org.espalier.profiler.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.profiler.prediction.MonotoneCurve;
import org.espalier.profiler.prediction.Prediction;
import org.espalier.profiler.prediction.SlowDown;
import org.espalier.profiler.sample.Cell;
import org.espalier.profiler.sample.Conditions;
import org.espalier.report.CurveFigure;
import org.espalier.report.Estimate;
import org.espalier.report.MatrixFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.report.ScatterFigure;

/** Slow-downs in a report: measured, predicted, and what they are predicted from. */
record SlowDownFigures(Findings findings, CellAxes axes) {
  private static final String EQUAL = "as predicted";
  private static final String CONDITIONS = "conditions";
  private static final double MEBIBYTE = 1 << 20;

  /** Those of which there is anything. */
  List<ReportFigure> figures() {
    List<ReportFigure> figures = new ArrayList<>();
    if (!pairs().isEmpty()) {
      figures.add(matrix());
    }
    if (rows().stream().anyMatch(row -> row.error().isPresent())) {
      figures.add(predictedOverMeasured());
    }
    if (!curves().isEmpty()) {
      figures.add(sensitivity());
    }
    return figures;
  }

  /** Pressure scores, if there are any. */
  List<ReportTable> tables() {
    Map<Cell, Prediction.Score> scores =
        findings.prediction().map(Prediction::scores).orElse(Map.of());
    return scores.isEmpty() ? List.of() : List.of(scores(scores));
  }

  private Map<Cell, MonotoneCurve> curves() {
    return findings.prediction().map(Prediction::curves).orElse(Map.of());
  }

  private List<String> place(Cell cell) {
    return List.of(cell.taskType(), axes.conditions(cell.conditions()));
  }

  // The matrix.

  private List<SlowDown> pairs() {
    return rows().stream().filter(row -> row.cell().corunners().size() == 1).toList();
  }

  private MatrixFigure matrix() {
    List<String> measured = names(row -> row.cell().taskType());
    List<String> beside = names(row -> row.cell().corunners().getFirst());
    Map<String, ToDoubleFunction<SlowDown>> kinds = new LinkedHashMap<>();
    kinds.put("measured", SlowDown::measuredTimes);
    kinds.put("predicted", SlowDown::predictedTimes);
    List<MatrixFigure.Matrix> matrices = new ArrayList<>();
    for (Conditions conditions :
        pairs().stream().map(row -> row.cell().conditions()).distinct().toList()) {
      kinds.forEach((kind, value) -> {
        List<List<Double>> values = values(conditions, measured, beside, value);
        if (values.stream().flatMap(List::stream).anyMatch(number -> !number.isNaN())) {
          String label = "%s, %s".formatted(kind, axes.conditions(conditions));
          matrices.add(new MatrixFigure.Matrix(label, "", values));
        }
      });
    }
    return new MatrixFigure(
        "slow-downs",
        "Slow-downs",
        "How many times as long the application of a row takes beside that of a column as alone.",
        measured,
        beside,
        new MatrixFigure.Words("beside", "not measured"),
        matrices);
  }

  private List<String> names(Function<SlowDown, String> name) {
    Set<String> names = pairs().stream().map(name).collect(Collectors.toCollection(TreeSet::new));
    return Stream.concat(findings.taskTypes().stream(), names.stream())
        .filter(names::contains)
        .distinct()
        .toList();
  }

  private List<List<Double>> values(
      Conditions conditions,
      List<String> measured,
      List<String> beside,
      ToDoubleFunction<SlowDown> value) {
    Map<Cell, Double> known = new LinkedHashMap<>();
    pairs().forEach(row -> known.put(row.cell(), value.applyAsDouble(row)));
    return measured.stream()
        .map(row ->
            beside.stream()
                .map(column ->
                    known.getOrDefault(new Cell(row, conditions, List.of(column)), Double.NaN))
                .toList())
        .toList();
  }

  // Predicted over measured.

  private ScatterFigure predictedOverMeasured() {
    List<SlowDown> both = rows().stream().filter(row -> row.error().isPresent()).toList();
    List<String> types = both.stream().map(row -> row.cell().taskType()).distinct().toList();
    List<ScatterFigure.Series> series = new ArrayList<>();
    series.add(line(both));
    for (String type : types) {
      series.add(
          points(type, both.stream().filter(row -> row.cell().taskType().equals(type)).toList()));
    }
    List<String> values = new ArrayList<>(types);
    values.add(EQUAL);
    return new ScatterFigure(
        "predicted-over-measured",
        "Predicted and measured slow-downs",
        String.format(
            Locale.ROOT,
            "Of %d co-location sets, without those from which the prediction was made. Predictions"
                + " are %.1f %% off on average; those on the line are right.",
            both.size(),
            100 * findings.slowDowns().meanError().orElse(Double.NaN)),
        new ScatterFigure.Plane(
            new CurveFigure.Quantity("Measured slow-down", ""),
            new CurveFigure.Quantity("Predicted slow-down", "")),
        List.of(new ReportAxis(CellAxes.APPLICATION, "Application", values)),
        CellAxes.APPLICATION,
        series);
  }

  private static ScatterFigure.Series line(List<SlowDown> both) {
    double least = both.stream().mapToDouble(SlowDown::measuredTimes).min().orElse(1);
    double most = both.stream().mapToDouble(SlowDown::measuredTimes).max().orElse(1);
    List<Double> ends = List.of(Math.min(1, least), Math.max(1, most));
    return new ScatterFigure.Series(List.of(EQUAL), ScatterFigure.Style.LINE, ends, ends);
  }

  private ScatterFigure.Series points(String type, List<SlowDown> own) {
    return new ScatterFigure.Series(
            List.of(type),
            ScatterFigure.Style.POINTS,
            own.stream().map(SlowDown::measuredTimes).toList(),
            own.stream().map(SlowDown::predictedTimes).toList())
        .withLabels(own.stream().map(this::label).toList());
  }

  private String label(SlowDown row) {
    String beyond =
        row.predicted().filter(Prediction.Predicted::isBeyond).isPresent()
            ? ", beyond measured pressure"
            : "";
    return "beside %s on %s%s"
        .formatted(
            CellAxes.beside(row.cell().corunners()),
            axes.conditions(row.cell().conditions()),
            beyond);
  }

  // What is predicted from.

  private CurveFigure sensitivity() {
    List<CurveFigure.Curve> drawn = new ArrayList<>();
    curves()
        .forEach((cell, curve) -> {
          List<Double> xs = curve.xs().stream().map(bytes -> bytes / MEBIBYTE).toList();
          drawn.add(new CurveFigure.Curve(place(cell), xs, curve.ys()));
        });
    return new CurveFigure(
        "sensitivity",
        "Sensitivity to memory pressure",
        "Slow-down beside a program that works through so much memory; the curves never fall.",
        new CurveFigure.Quantity("Pressure", "MiB"),
        new CurveFigure.Quantity("Slow-down", ""),
        List.of(
            new ReportAxis(CellAxes.APPLICATION, "Application", distinct(drawn, 0)),
            new ReportAxis(CONDITIONS, "Machine type", distinct(drawn, 1))),
        CellAxes.APPLICATION,
        List.of(),
        "",
        drawn);
  }

  private static List<String> distinct(List<CurveFigure.Curve> drawn, int axis) {
    return drawn.stream().map(curve -> curve.values().get(axis)).distinct().toList();
  }

  private ReportTable scores(Map<Cell, Prediction.Score> scores) {
    List<ReportRow> scored = new ArrayList<>();
    scores.forEach((cell, score) -> {
      Estimate slowDown = Estimate.of(score.slowDown().value(), score.slowDown().halfWidth());
      List<Estimate> numbers = List.of(Estimate.ofMean(score.bytes() / MEBIBYTE), slowDown);
      scored.add(new ReportRow(place(cell), score.slowDown().runs(), numbers, List.of()));
    });
    return new ReportTable(
        "pressure-scores",
        "Pressure that applications make",
        List.of(CellColumns.column("pressure"), CellColumns.column("reference_slow_down")),
        MeasuredTables.axes(scored, "Application", "Machine type"),
        scored);
  }

  private List<SlowDown> rows() {
    return findings.slowDowns().rows();
  }
}
