package org.espalier.profiler.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.espalier.profiler.plan.ProfilePlan;
import org.espalier.report.ChartFigure;
import org.espalier.report.CurveFigure;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.report.StudyFacts;
import org.espalier.report.statistics.EmpiricalDistribution;
import org.espalier.workload.document.WordTable;

/**
 * The report of a plan of measurements. It has figures 8.1 to 8.4 and tables 8.2 and 8.5 of
 * DISSERTATION for what was measured, with slow-downs, distributions and predictions.
 */
final class ProfileReport {
  /** By column: the id of its chart, the title, what it says. */
  private static final WordTable WORDS =
      new WordTable(
          """
          memory_intensity | intensity | Memory intensity | \
              Last-level cache misses per instruction of the application.
          time_s | time | Execution time | Of the application itself, not of what is beside it.
          energy_j | energy | Energy | Of the whole set, until the application had ended.
          """);

  private final Findings findings;
  private final List<CellSummary> cells;
  private final CellAxes axes;
  private final CellColumns columns;

  private ProfileReport(Findings findings) {
    this.findings = findings;
    this.cells = findings.plainCells();
    this.axes = new CellAxes(findings.results());
    this.columns = new CellColumns(cells);
  }

  static ReportData of(Findings findings, String version) {
    return new ProfileReport(findings).data(version);
  }

  private ReportData data(String version) {
    ProfilePlan plan = findings.results().plan();
    ProfilePlan.About about = plan.about();
    SlowDownFigures slowDowns = new SlowDownFigures(findings, axes);
    MeasuredTables tables = new MeasuredTables(findings, axes);
    List<ReportFigure> figures = new ArrayList<>();
    List<ReportTable> all = new ArrayList<>(tables.tables());
    if (hasFrequencies()) {
      ofApplications()
          .forEach((table, charts) -> {
            all.add(table);
            figures.addAll(charts);
          });
    } else {
      figures.addAll(charts("", "", columns));
    }
    figures.addAll(slowDowns.figures());
    figures.add(distributions());
    all.addAll(slowDowns.tables());
    return new ReportData(
        new StudyFacts(
            about.name(),
            about.title(),
            about.description(),
            plan.seed(),
            version,
            "espalier profile " + about.file(),
            "",
            StudyFacts.Words.OF_PLAN),
        columns.columns(),
        axes.of(cells),
        cells.stream().map(cell -> row(cell, axes.place(cell.cell()), columns)).toList(),
        List.of(),
        figures,
        List.of(),
        new ProfileNotes(findings, columns).all(),
        all,
        ReportData.Findings.NONE);
  }

  private static ReportRow row(CellSummary cell, List<String> place, CellColumns columns) {
    return new ReportRow(place, cell.time().count(), columns.estimates(cell), List.of());
  }

  /** Whether there is more than one bar to a chart over frequencies. */
  private boolean hasFrequencies() {
    return cells.stream().map(cell -> axes.frequency(cell.cell().conditions())).distinct().count()
        > 1;
  }

  /** Figures 8.1 to 8.4 of the source: three charts for each application, and their table. */
  private Map<ReportTable, List<ReportFigure>> ofApplications() {
    Map<ReportTable, List<ReportFigure>> figures = new LinkedHashMap<>();
    for (String taskType : findings.taskTypes()) {
      List<CellSummary> own =
          cells.stream().filter(cell -> cell.taskType().equals(taskType)).toList();
      if (!own.isEmpty()) {
        ReportTable table = table("application-" + figures.size(), own);
        figures.put(table, charts(table.id(), taskType, new CellColumns(own)));
      }
    }
    return figures;
  }

  private ReportTable table(String id, List<CellSummary> own) {
    CellColumns ownColumns = new CellColumns(own);
    List<ReportRow> rows =
        own.stream()
            .map(cell -> row(cell, axes.placeOfApplication(cell.cell()), ownColumns))
            .toList();
    return new ReportTable(id, ownColumns.columns(), axes.ofApplication(own), rows);
  }

  /**
   * Charts of memory intensity, time and energy, of those that were measured.
   *
   * @param table with the cells of one application, over whose frequencies they are; empty for
   *     charts over all applications
   */
  private static List<ReportFigure> charts(String table, String taskType, CellColumns own) {
    return WORDS.keys().stream()
        .filter(own::has)
        .map(column -> chart(table, taskType, WORDS.row(column)))
        .toList();
  }

  private static ReportFigure chart(String table, String taskType, List<String> words) {
    String what = words.get(2);
    return new ChartFigure(
        table.isEmpty() ? words.get(1) : "%s-%s".formatted(table, words.get(1)),
        ChartFigure.Kind.BARS,
        taskType.isEmpty() ? what : "%s: %s".formatted(taskType, what.toLowerCase(Locale.ROOT)),
        words.get(3) + " Whiskers are 95 % intervals (DISSERTATION figures 8.1 to 8.4).",
        words.getFirst(),
        table.isEmpty() ? CellAxes.APPLICATION : CellAxes.FREQUENCY,
        CellAxes.BESIDE,
        List.of(),
        table);
  }

  private ReportFigure distributions() {
    return CurveFigure.ofDistributions(
        "distributions",
        "Distribution of execution times",
        "The share of runs that took at most so long.",
        new CurveFigure.Quantity("Execution time", "s"),
        "Runs",
        axes.of(cells),
        CellAxes.BESIDE,
        List.of(),
        cells.stream().map(this::distribution).toList());
  }

  private CurveFigure.Curve distribution(CellSummary cell) {
    return CurveFigure.Curve.of(
        axes.place(cell.cell()),
        EmpiricalDistribution.of(
            cell.seconds().stream().mapToDouble(Double::doubleValue).toArray()));
  }
}
