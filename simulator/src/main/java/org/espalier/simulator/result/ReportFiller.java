package org.espalier.simulator.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.espalier.core.model.HcSystem;
import org.espalier.report.AxisValue;
import org.espalier.report.ChartFigure;
import org.espalier.report.CurveFigure;
import org.espalier.report.Estimate;
import org.espalier.report.GanttFigure;
import org.espalier.report.GanttTrace;
import org.espalier.report.ReportData;
import org.espalier.report.ReportFigure;
import org.espalier.report.ReportRow;
import org.espalier.report.ReportTable;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.column.Column;
import org.espalier.simulator.column.LeftOut;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Trace;
import org.espalier.simulator.study.RunningTotal;
import org.espalier.simulator.study.Scenario;
import org.espalier.simulator.study.Study;
import org.espalier.workload.document.Quantities;

/** Fills a report with results. */
final class ReportFiller {
  private static final String WITH_BOUND = "with-bound-of-";
  private static final int SHOWN_NOTES = 4;
  private static final String STUDY = ResultDirectory.STUDY;

  private final ExperimentResults results;
  private final Study study;
  private final Map<Trace, String> traceIds;
  private final List<Column> columns;
  private final StandardFigures standard;

  private ReportFiller(ExperimentResults results, Map<Trace, String> traceIds) {
    this.results = results;
    this.study = results.experiment().study();
    this.traceIds = traceIds;
    this.standard = new StandardFigures(results);
    this.columns = Arrays.stream(Column.values()).filter(this::says).toList();
  }

  /**
   * Whether a column is shown: it is not, unless a figure draws it, if it says 0 or nothing, or
   * nothing of the trial itself.
   */
  private boolean says(Column column) {
    if (study.presentation().drawn().contains(column)) {
      return true;
    }
    return !Column.OF_SYSTEM.contains(column)
        && results.experiment().scenarios().stream()
            .map(scenario -> results.mean(scenario, column))
            .anyMatch(mean -> mean.count() > 0 && mean.mean() != 0);
  }

  private Set<RunningTotal> traced() {
    return study.presentation().figures().stream()
        .flatMap(figure -> figure.total().stream())
        .collect(Collectors.toSet());
  }

  /**
   * The report of some results.
   *
   * @param version of the program
   * @param settings the text of the study with all its options
   * @param traceIds the id of each trace
   */
  static ReportData report(
      ExperimentResults results, String version, String settings, Map<Trace, String> traceIds) {
    return new ReportFiller(results, traceIds).fill(version, settings);
  }

  private ReportData fill(String version, String settings) {
    return new ReportData(
        facts(version, settings),
        columns.stream().map(Column::forReport).toList(),
        ResultTables.axes(study),
        results.experiment().scenarios().stream().map(this::row).toList(),
        study.comparison().baseline().stream().map(b -> new AxisValue("policy", b)).toList(),
        figures(),
        results.traces().stream().map(this::trace).toList(),
        notes(),
        tables(),
        findings());
  }

  /** What came out, and what would be tried where settings do not suit the load. */
  private ReportData.Findings findings() {
    Verdict verdict = new Verdict(results);
    List<String> findings = new ArrayList<>(verdict.sentences());
    UnsuitedSettings.hints(results, policy -> "espalier tune " + STUDY + " --policy " + policy)
        .forEach(hint -> findings.add("Hint: " + hint + "."));
    return new ReportData.Findings(findings, verdict.tellingValues());
  }

  private StudyFacts facts(String version, String settings) {
    Study.About about = study.about();
    return new StudyFacts(
        about.name(),
        about.title(),
        about.description(),
        study.plan().seed(),
        version,
        "espalier run " + STUDY,
        settings,
        StudyFacts.Words.OF_STUDY);
  }

  private ReportRow row(Scenario scenario) {
    List<Estimate> estimates = new ArrayList<>();
    List<Estimate> differences = new ArrayList<>();
    Optional<Scenario> baseline = results.experiment().baselineOf(scenario);
    for (Column column : columns) {
      estimates.add(Estimate.of(results.mean(scenario, column)));
      baseline.ifPresent(
          other -> differences.add(Estimate.of(results.difference(scenario, other, column))));
    }
    return new ReportRow(scenario.values(), study.plan().trials(), estimates, differences);
  }

  private List<ReportFigure> figures() {
    List<ReportFigure> figures = new ArrayList<>();
    for (Study.FigureRequest request : study.presentation().figures()) {
      String id = "figure-" + (figures.size() + 1);
      figures.add(
          switch (request.kind()) {
            case BARS, LINES -> chart(id, request);
            case DISTRIBUTION -> distribution(id, request);
            case CUMULATIVE -> new RunningTotals(results).figure(id, request);
            case GANTT -> new GanttFigure(id, request.title(), request.caption(), shownTraces());
          });
    }
    figures.addAll(standard.figures(columns, study.presentation().drawn(), traced()));
    return figures;
  }

  private List<ReportTable> tables() {
    List<ReportTable> tables = new ArrayList<>(standard.tables());
    for (Column column : study.presentation().bounded()) {
      tables.add(new BoundedChart(results, column).table(WITH_BOUND + column.key()));
    }
    return tables;
  }

  private List<String> shownTraces() {
    return results.traces().stream().map(trace -> traceIds.getOrDefault(trace, "")).toList();
  }

  private static ReportFigure chart(String id, Study.FigureRequest chart) {
    String column = chart.column().orElseThrow().key();
    return new ChartFigure(
        id,
        ChartFigure.Kind.valueOf(chart.kind().name()),
        chart.title(),
        chart.caption(),
        column,
        chart.x(),
        chart.series(),
        ResultTables.filters(chart.where()),
        chart.bound() ? WITH_BOUND + column : "",
        "",
        chart.above().map(Column::key).orElse(""));
  }

  private ReportFigure distribution(String id, Study.FigureRequest distribution) {
    Column column = distribution.column().orElseThrow();
    return CurveFigure.ofDistributions(
        id,
        distribution.title(),
        distribution.caption(),
        new CurveFigure.Quantity(column.label(), column.unit()),
        "Trials",
        ResultTables.axes(study),
        distribution.series(),
        ResultTables.filters(distribution.where()),
        results.experiment().scenarios().stream()
            .map(scenario ->
                CurveFigure.Curve.of(scenario.values(), results.distribution(scenario, column)))
            .toList());
  }

  private GanttTrace trace(Trace trace) {
    HcSystem system = results.system(trace);
    String id = traceIds.getOrDefault(trace, "");
    Optional<TraceExcerpt> excerpt =
        system.machines().size() <= TraceExcerpt.ALL_SHOWN
            ? Optional.empty()
            : Optional.of(new TraceExcerpt(system, trace.tasks()));
    List<String> all = system.machines().stream().map(machine -> machine.name()).toList();
    return new GanttTrace(
        id,
        results.experiment().scenarios().get(trace.scenario()).label(),
        trace.trial(),
        system.tickSeconds(),
        excerpt.map(TraceExcerpt::machines).orElse(all),
        system.taskTypes().stream().map(type -> type.name()).toList(),
        excerpt
            .map(TraceExcerpt::tasks)
            .orElseGet(
                () -> trace.tasks().stream().map(task -> task.inRow(task.machine())).toList()),
        excerpt.map(TraceExcerpt::use).orElse(List.of()),
        excerpt.map(some -> some.text(ResultFiles.traceFile(id))).orElse(""));
  }

  /** How the results came about: the plan, and what was done to the input. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    Study.Plan plan = study.plan();
    if (plan.trials() == 1) {
      notes.add("Each scenario ran one trial, which has no interval: differences may be chance.");
    }
    LeftOut leftOut = plan.leftOut();
    if (!leftOut.equals(LeftOut.NONE)) {
      notes.add(
          "Of each trial, the first %s and last %s tasks to leave the system are not counted."
              .formatted(leftOut.first(), leftOut.last()));
    }
    plan.measureFrom()
        .ifPresent(from ->
            notes.add(
                "Trials are measured from %s on; what happens before is simulated, but not counted."
                    .formatted(Quantities.inGreatestUnit(from))));
    plan.horizon()
        .ifPresent(end ->
            notes.add(
                "Trials are measured to %s; what is running then goes on, but is not counted."
                    .formatted(Quantities.inGreatestUnit(end))));
    String believed = study.inputs().believedPet();
    if (!believed.equals(Study.Inputs.EXACT)) {
      notes.add(
          "What the policies believe of execution times is not exact: %s.".formatted(believed));
    }
    if (columns.size() < Column.values().length) {
      notes.add(
          "Columns that are 0 or empty in all scenarios are left out here, and measures of the"
              + " system that no figure draws; the CSV files have them.");
    }
    int rest = 0;
    for (List<String> some :
        List.of(results.notes(), results.partly(), results.experiment().notes())) {
      notes.addAll(some.stream().limit(SHOWN_NOTES).toList());
      rest += Math.max(0, some.size() - SHOWN_NOTES);
    }
    if (rest > 0) {
      notes.add("%s more notes are in notes.txt.".formatted(rest));
    }
    return notes;
  }
}
