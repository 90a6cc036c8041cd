package org.espalier.simulator.tuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.report.AxisValue;
import org.espalier.report.ChartFigure;
import org.espalier.report.Estimate;
import org.espalier.report.MatrixFigure;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.Names;

/** Makes the report of a search: the surface of what was tried, and the best on other trials. */
record TuningReport(TuningResults results) {
  /**
   * The report.
   *
   * @param settings the text of the study with the best settings
   */
  static ReportData of(TuningResults results, String version, String settings) {
    return new TuningReport(results).report(version, settings);
  }

  private ReportData report(String version, String settings) {
    Study.About about = plan().study().study().about();
    return new ReportData(
        new StudyFacts(
            about.name() + "-tuned",
            "%s: settings of %s".formatted(about.title(), plan().policy().name()),
            about.description(),
            plan().study().study().plan().seed(),
            version,
            "",
            settings,
            StudyFacts.Words.OF_STUDY),
        List.of(column().forReport()),
        searched().stream().map(TuningReport::axis).toList(),
        onGrid().stream().map(this::row).toList(),
        List.of(),
        figures(),
        List.of(),
        notes(),
        List.of(),
        new ReportData.Findings(
            List.of(TuningWords.best(results), TuningWords.verdict(results)), Map.of()));
  }

  private static ReportAxis axis(SearchedSetting setting) {
    return new ReportAxis(setting.setting().key(), setting.setting().label(), setting.values());
  }

  /** What was tried but for a preset between the values that were asked for. */
  private List<TuningResults.Tried> onGrid() {
    return results.tried().stream()
        .filter(tried ->
            IntStream.range(0, searched().size())
                .allMatch(i -> searched().get(i).values().contains(tried.values().get(i))))
        .toList();
  }

  private ReportRow row(TuningResults.Tried tried) {
    return new ReportRow(
        tried.values(), tried.trials().size(), List.of(Estimate.of(tried.mean())), List.of());
  }

  private List<ReportFigure> figures() {
    List<ReportFigure> figures = new ArrayList<>();
    if (searched().size() == 2) {
      figures.add(surface());
    }
    for (int i = 0; i < searched().size(); i++) {
      figures.add(line(i));
    }
    return figures;
  }

  private ReportFigure surface() {
    List<List<Double>> values =
        searched().get(0).values().stream()
            .map(first ->
                searched().get(1).values().stream().map(second -> mean(first, second)).toList())
            .toList();
    return new MatrixFigure(
        "surface",
        "%s over %s and %s"
            .formatted(
                column().label(),
                searched().get(0).setting().label().toLowerCase(Locale.ROOT),
                searched().get(1).setting().label().toLowerCase(Locale.ROOT)),
        "Means of the tuning trials: a row for each %s, a column for each %s."
            .formatted(searched().get(0).setting().key(), searched().get(1).setting().key()),
        searched().get(0).values(),
        searched().get(1).values(),
        new MatrixFigure.Words("and", "not tried"),
        List.of(new MatrixFigure.Matrix(column().label(), column().unit(), values)));
  }

  private double mean(String first, String second) {
    return results.tried().stream()
        .filter(tried -> tried.values().equals(List.of(first, second)))
        .findFirst()
        .map(tried -> tried.mean().mean())
        .orElse(Double.NaN);
  }

  /** A line over one setting, where the others have their best values. */
  private ReportFigure line(int setting) {
    List<String> best = results.tried().get(results.best()).values();
    List<AxisValue> others =
        IntStream.range(0, searched().size())
            .filter(i -> i != setting && searched().get(i).values().contains(best.get(i)))
            .mapToObj(i -> new AxisValue(searched().get(i).setting().key(), best.get(i)))
            .toList();
    String held =
        others.isEmpty()
            ? ""
            : others.stream()
                .map(other -> other.axis() + " is " + other.value())
                .collect(Collectors.joining(", ", " ", "."));
    return new ChartFigure(
        "over-" + (setting + 1),
        ChartFigure.Kind.LINES,
        "%s over %s"
            .formatted(
                column().label(),
                searched().get(setting).setting().label().toLowerCase(Locale.ROOT)),
        "Means of the tuning trials with 95 % confidence intervals." + held,
        column().key(),
        searched().get(setting).setting().key(),
        "",
        others);
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "The table and the figures are of the tuning trials: %s."
            .formatted(plan().trialsInWords()));
    notes.add(
        "Settings: those of %s, the study with the best ones; espalier run with it shows them beside"
                .formatted(TuningDirectory.STUDY)
            + " the other policies of the study.");
    plan().sharedArrivals().ifPresent(text -> notes.add(Names.sentence(text)));
    return notes;
  }

  private TuningPlan plan() {
    return results.plan();
  }

  private Column column() {
    return plan().column();
  }

  private List<SearchedSetting> searched() {
    return plan().searched();
  }
}
