package org.espalier.simulator.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.espalier.simulator.column.Column;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads how a study is shown. Figures and traces that speak of values which the user replaced are
 * left out.
 */
record PresentationReader(StudyOverlay overlay, Study.Comparison comparison, int trials) {
  /** Whether the study names its figures, if only to have none. */
  boolean namesFigures() {
    return overlay.file().has("figures");
  }

  /** Without figures where the study names none. */
  Study.Presentation read() {
    List<Study.TraceRequest> traces = readAll("traces", this::readTrace);
    List<Study.FigureRequest> figures =
        readAll("figures", this::readFigure).stream()
            .filter(figure -> !traces.isEmpty() || !(figure instanceof Study.GanttRequest))
            .toList();
    return new Study.Presentation(figures, traces);
  }

  private <T> List<T> readAll(String key, Function<DocumentNode, Optional<T>> reader) {
    return overlay.file().list(key).orElse(List.of()).stream()
        .flatMap(node -> reader.apply(node).stream())
        .toList();
  }

  private Optional<Study.TraceRequest> readTrace(DocumentNode node) {
    int trial = node.integer("trial", 1, overlay.isSet("trials") ? 1_000_000 : trials).orElse(1);
    return whole(node)
        .filter(found -> trial <= trials)
        .map(found -> new Study.TraceRequest(found, trial));
  }

  private Optional<Study.FigureRequest> readFigure(DocumentNode node) {
    String title = node.string("title").required("Figure");
    String caption = node.string("caption").orElse("");
    Optional<String> kind = node.string("kind").required();
    if (kind.isEmpty()) {
      return Optional.empty();
    }
    return switch (kind.get()) {
      case "bars" -> readChart(node, title, caption, false);
      case "lines" -> readChart(node, title, caption, true);
      case "distribution" ->
          readCurves(
              node,
              column(node, "column", Column.MISSES),
              node.string("series").required(),
              (column, series, where) ->
                  new Study.DistributionRequest(title, caption, column, series, where));
      case "cumulative" ->
          readCurves(
              node,
              total(node),
              Optional.of(node.string("series").orElse(Dimension.POLICY)),
              (total, series, where) ->
                  new Study.CumulativeRequest(title, caption, total, series, where));
      case "gantt" -> {
        node.rejectUnknownKeys();
        yield Optional.of(new Study.GanttRequest(title, caption));
      }
      default -> {
        node.report(
            "kind",
            "unknown kind of figure",
            "expected bars, lines, distribution, cumulative or gantt");
        yield Optional.empty();
      }
    };
  }

  private Optional<Study.FigureRequest> readChart(
      DocumentNode node, String title, String caption, boolean lines) {
    Optional<Column> column = column(node, "column", Column.ROBUSTNESS);
    Optional<String> x = axis(node, "x", node.string("x").required());
    boolean parted = node.has("series");
    Optional<String> series = axis(node, "series", node.string("series").find());
    Optional<Map<String, String>> where = where(node);
    boolean bound = node.flag("bound").orElse(false);
    Optional<Column> above =
        node.has("above") ? column(node, "above", Column.ROBUSTNESS) : Optional.empty();
    node.rejectUnknownKeys();
    if (column.isEmpty() || x.isEmpty() || where.isEmpty() || (parted && series.isEmpty())) {
      return Optional.empty();
    }
    return chart(
        node,
        new Study.ChartRequest(
            title,
            caption,
            lines,
            column.get(),
            x.get(),
            series.orElse(""),
            where.get(),
            bound,
            above));
  }

  private static Optional<Study.FigureRequest> chart(DocumentNode node, Study.ChartRequest chart) {
    if (chart.x().equals(chart.series())) {
      node.report("series", "is also the x axis", "remove it, or name another axis");
      return Optional.empty();
    }
    if (holds(node, chart.where(), chart.x(), chart.series())) {
      return Optional.empty();
    }
    if (chart.bound() && !isOfPolicies(chart)) {
      node.report(
          "bound",
          "is that of the robustness or utility of policies",
          "let column be robustness, utility or utility_prorated, and series policy, or remove it");
      return Optional.empty();
    }
    if (chart.above().isPresent() && (chart.lines() || chart.bound())) {
      node.report("above", "stands above bars without a bound", "let kind be bars, or remove it");
      return Optional.empty();
    }
    return Optional.of(chart);
  }

  private static boolean isOfPolicies(Study.ChartRequest chart) {
    return chart.column().bound().isPresent() && chart.series().equals(Dimension.POLICY);
  }

  /** Makes a figure of curves, of what it shows, the axis that parts them and the axes held. */
  private interface Curves<T> {
    Study.FigureRequest of(T shown, String series, Map<String, String> where);
  }

  private <T> Optional<Study.FigureRequest> readCurves(
      DocumentNode node, Optional<T> shown, Optional<String> key, Curves<T> curves) {
    Optional<String> series = axis(node, "series", key);
    Optional<Map<String, String>> where = where(node);
    node.rejectUnknownKeys();
    if (shown.isEmpty()
        || series.isEmpty()
        || where.isEmpty()
        || holds(node, where.get(), series.get())) {
      return Optional.empty();
    }
    return Optional.of(curves.of(shown.get(), series.get(), where.get()));
  }

  private static Optional<RunningTotal> total(DocumentNode node) {
    Optional<RunningTotal> total =
        RunningTotal.find(node.string("total").orElse(RunningTotal.UTILITY.key()));
    if (total.isEmpty()) {
      node.report("total", "is no running total", "expected utility or energy");
    }
    return total;
  }

  /** Whether one of some axes is held that are shown, which is reported. */
  private static boolean holds(DocumentNode node, Map<String, String> where, String... axes) {
    boolean holds = Stream.of(axes).anyMatch(where::containsKey);
    if (holds) {
      node.report("where", "holds an axis that the figure shows", "remove it there");
    }
    return holds;
  }

  private Optional<Map<String, String>> where(DocumentNode node) {
    return node.has("where")
        ? node.mapping("where").find().flatMap(this::whole)
        : Optional.of(Map.of());
  }

  private static Optional<Column> column(DocumentNode node, String where, Column byDefault) {
    String key = node.string(where).orElse(byDefault.key());
    Optional<Column> column = Column.find(key);
    if (column.isEmpty()) {
      node.report(where, "unknown column", Names.remedy(key, Column.keys()));
    }
    return column;
  }

  private Optional<String> axis(DocumentNode node, String where, Optional<String> key) {
    List<String> keys = comparison.axes().stream().map(Axis::key).toList();
    if (key.isPresent() && !keys.contains(key.get())) {
      node.report(where, "is no axis of the study", Names.remedy(key.get(), keys));
      return Optional.empty();
    }
    return key;
  }

  private Optional<Map<String, String>> whole(DocumentNode node) {
    Optional<Map<String, String>> values = values(node);
    node.rejectUnknownKeys();
    return values;
  }

  /** Values of axes, by key; empty if one of them is none of its axis. */
  private Optional<Map<String, String>> values(DocumentNode node) {
    Map<String, String> values = new LinkedHashMap<>();
    boolean known = true;
    for (Axis axis : comparison.axes()) {
      String key = axis.key();
      Optional<String> value = node.string(key).find();
      if (value.isPresent() && !axis.values().contains(value.get())) {
        known = false;
        reportUnlessReplaced(node, axis, value.get());
      }
      value.ifPresent(found -> values.put(key, found));
    }
    return known ? Optional.of(values) : Optional.empty();
  }

  private void reportUnlessReplaced(DocumentNode node, Axis axis, String value) {
    boolean reported = axis.key().equals(Dimension.POLICY) && comparison.policies().isEmpty();
    if (!overlay.isSet(axis.key()) && !reported) {
      node.report(axis.key(), "is no value of the axis", Names.remedy(value, axis.values()));
    }
  }
}
