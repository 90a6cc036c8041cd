package org.espalier.simulator.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.simulator.column.Column;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * Reads how a study is shown. Figures and traces that speak of values which the user replaced are
 * left out.
 */
record PresentationReader(StudyOverlay overlay, Study.Comparison comparison, int trials) {
  /** Without figures where the study names none. */
  Study.Presentation read() {
    List<Study.TraceRequest> traces = readAll("traces", this::readTrace);
    List<Study.FigureRequest> figures =
        readAll("figures", this::readFigure).stream()
            .filter(figure -> !traces.isEmpty() || figure.kind() != FigureKind.GANTT)
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
    Optional<String> word = node.string("kind").required();
    Optional<FigureKind> known = word.map(Names.words(FigureKind.class)::get);
    if (known.isEmpty()) {
      word.ifPresent(_ ->
          node.report(
              "kind",
              "unknown kind of figure",
              "expected bars, lines, distribution, cumulative or gantt"));
      return Optional.empty();
    }
    long before = node.problems().count();
    FigureKind kind = known.get();
    Optional<Column> column = kind.column().flatMap(usual -> column(node, "column", usual));
    Optional<RunningTotal> total = kind == FigureKind.CUMULATIVE ? total(node) : Optional.empty();
    String x = kind.isChart() ? axis(node, "x", node.string("x").required()) : "";
    String series = kind == FigureKind.GANTT ? "" : axis(node, "series", series(node, kind));
    Optional<Map<String, String>> where =
        kind == FigureKind.GANTT ? Optional.of(Map.of()) : where(node);
    boolean bound = kind.isChart() && node.flag("bound").orElse(false);
    Optional<Column> above =
        kind.isChart() && node.has("above")
            ? column(node, "above", Column.ROBUSTNESS)
            : Optional.empty();
    boolean isWhole = node.problems().count() == before;
    node.rejectUnknownKeys();
    return where
        .filter(_ -> isWhole)
        .map(held ->
            new Study.FigureRequest(
                kind, title, caption, column, total, x, series, held, bound, above))
        .filter(figure -> isSound(node, figure));
  }

  private static Optional<String> series(DocumentNode node, FigureKind kind) {
    return switch (kind) {
      case DISTRIBUTION -> node.string("series").required();
      case CUMULATIVE -> Optional.of(node.string("series").orElse(Dimension.POLICY));
      default -> node.string("series").find();
    };
  }

  /** Whether what a figure shows goes together; the first thing that does not is reported. */
  private static boolean isSound(DocumentNode node, Study.FigureRequest figure) {
    boolean isOfPolicies =
        figure.column().flatMap(Column::bound).isPresent()
            && figure.series().equals(Dimension.POLICY);
    if (figure.kind().isChart() && figure.x().equals(figure.series())) {
      node.report("series", "is also the x axis", "remove it, or name another axis");
    } else if (figure.where().containsKey(figure.x())
        || figure.where().containsKey(figure.series())) {
      node.report("where", "holds an axis that the figure shows", "remove it there");
    } else if (figure.bound() && !isOfPolicies) {
      node.report(
          "bound",
          "is that of the robustness or utility of policies",
          "let column be robustness, utility or utility_prorated, and series policy, or remove it");
    } else if (figure.above().isPresent()
        && (figure.kind() == FigureKind.LINES || figure.bound())) {
      node.report("above", "stands above bars without a bound", "let kind be bars, or remove it");
    } else {
      return true;
    }
    return false;
  }

  private static Optional<RunningTotal> total(DocumentNode node) {
    Optional<RunningTotal> total =
        Optional.ofNullable(
            Names.words(RunningTotal.class)
                .get(node.string("total").orElse(RunningTotal.UTILITY.key())));
    if (total.isEmpty()) {
      node.report("total", "is no running total", "expected utility or energy");
    }
    return total;
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

  /** The key of an axis; what is none is reported. */
  private String axis(DocumentNode node, String where, Optional<String> key) {
    List<String> keys = comparison.axes().stream().map(Axis::key).toList();
    key.filter(named -> !keys.contains(named))
        .ifPresent(
            named -> node.report(where, "is no axis of the study", Names.remedy(named, keys)));
    return key.orElse("");
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
