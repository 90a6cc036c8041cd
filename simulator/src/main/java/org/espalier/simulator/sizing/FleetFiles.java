package org.espalier.simulator.sizing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.espalier.report.ColumnKind;
import org.espalier.report.CurveFigure;
import org.espalier.report.Estimate;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportData;
import org.espalier.report.ReportRow;
import org.espalier.report.ScatterFigure;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.study.Study;
import org.espalier.workload.system.MachineCounts;
import org.espalier.workload.text.CsvFile;

/** The files of a search of fleets: all that were tried, and their picture. */
public final class FleetFiles {
  /** What a reader opens. */
  public static final String REPORT = "report.html";

  private static final String FLEETS = "fleets.csv";

  /** The names of all files. */
  public static final Set<String> ALL = Set.of(FLEETS, REPORT);

  private static final String POLICY = "policy";
  private static final String LOAD = "load";

  private FleetFiles() {}

  /**
   * A search for a policy at a load.
   *
   * @param load as the user has it
   */
  public record Found(String policy, String load, FleetSearch.Result result) {
    private List<String> values() {
      return List.of(policy, load);
    }

    /**
     * Whether no fleet that was tried is as cheap and serves better, or serves as well for less.
     */
    private boolean isOnFront(FleetSearch.Tried fleet) {
      double share = fleet.share().mean();
      return result.tried().stream()
          .noneMatch(other ->
              other.price() <= fleet.price()
                  && other.share().mean() >= share
                  && (other.price() < fleet.price() || other.share().mean() > share));
    }
  }

  /**
   * Writes what came of searches into a directory.
   *
   * @param notes what a reader should know about them
   * @param least the share that was asked for, in percent; 0 if none was
   */
  public static void write(
      Path draft, Study study, String version, List<Found> all, List<String> notes, double least)
      throws IOException {
    writeFleets(draft.resolve(FLEETS), all);
    HtmlReport.write(report(study, version, all, notes, least), draft.resolve(REPORT));
  }

  private record Row(Found of, FleetSearch.Tried fleet) {}

  private static CsvFile.Column<Row> number(String name, ToDoubleFunction<Row> number) {
    return new CsvFile.Column<>(name, row -> NumberText.forCsv(number.applyAsDouble(row)));
  }

  private static void writeFleets(Path file, List<Found> all) throws IOException {
    List<Row> rows =
        all.stream()
            .flatMap(found -> found.result().tried().stream().map(fleet -> new Row(found, fleet)))
            .toList();
    List<CsvFile.Column<Row>> columns = new ArrayList<>();
    columns.add(new CsvFile.Column<>(POLICY, row -> row.of().policy()));
    columns.add(new CsvFile.Column<>(LOAD, row -> row.of().load()));
    rows.stream()
        .flatMap(row -> row.fleet().machines().keySet().stream())
        .distinct()
        .forEach(type ->
            columns.add(number(MachineCounts.key(type), row -> row.fleet().machines().get(type))));
    columns.add(number("price_per_hour", row -> row.fleet().price()));
    columns.add(number("robustness", row -> row.fleet().share().mean()));
    columns.add(number("robustness_ci95", row -> row.fleet().share().halfWidth()));
    columns.add(number("trials", row -> row.fleet().trials()));
    columns.add(number("front", row -> row.of().isOnFront(row.fleet()) ? 1 : 0));
    columns.add(
        number("found", row -> row.of().result().best().equals(Optional.of(row.fleet())) ? 1 : 0));
    CsvFile.writeRows(file, columns, rows.stream());
  }

  private static ReportData report(
      Study study, String version, List<Found> all, List<String> notes, double least) {
    List<ReportAxis> axes =
        List.of(
            new ReportAxis(POLICY, "Policy", all.stream().map(Found::policy).distinct().toList()),
            new ReportAxis(LOAD, "Load", all.stream().map(Found::load).distinct().toList()));
    Study.About about = study.about();
    return new ReportData(
        new StudyFacts(
            about.name() + "-fleets",
            about.title() + ": fleets",
            about.description(),
            study.plan().seed(),
            version,
            ""),
        List.of(
            new ReportColumn(
                "price", "Price an hour", "", "Of the fleet that was found.", ColumnKind.NUMBER),
            new ReportColumn(
                "robustness", "On time", "%", "The share with it.", ColumnKind.PERCENT)),
        axes,
        all.stream().map(FleetFiles::row).toList(),
        List.of(),
        List.of(picture(axes, all, least)),
        List.of(),
        notes,
        List.of(),
        new ReportData.Findings(all.stream().map(FleetFiles::sentence).toList(), Map.of()));
  }

  private static String sentence(Found found) {
    String fleet =
        found
            .result()
            .best()
            .map(best ->
                String.format(
                    Locale.ROOT,
                    "%s at %.4g an hour, with %.2f ± %.2f %% on time",
                    MachineCounts.text(best.machines()),
                    best.price(),
                    best.share().mean(),
                    best.share().halfWidth()))
            .orElse("no fleet was found");
    return "%s, load %s: %s.".formatted(found.policy(), found.load(), fleet);
  }

  private static ReportRow row(Found found) {
    Optional<FleetSearch.Tried> best = found.result().best();
    return new ReportRow(
        found.values(),
        best.map(FleetSearch.Tried::trials).orElse(0),
        List.of(
            best.map(fleet -> Estimate.ofMean(fleet.price())).orElse(Estimate.absent()),
            best.map(fleet -> Estimate.of(fleet.share())).orElse(Estimate.absent())),
        List.of());
  }

  private static ScatterFigure picture(List<ReportAxis> axes, List<Found> all, double least) {
    List<ScatterFigure.Series> series = new ArrayList<>();
    List<ScatterFigure.Mark> marks = new ArrayList<>();
    for (Found found : all) {
      List<FleetSearch.Tried> tried = found.result().tried();
      series.add(points(found, ScatterFigure.Style.POINTS, tried));
      series.add(
          points(
              found, ScatterFigure.Style.FRONT, tried.stream().filter(found::isOnFront).toList()));
      for (FleetSearch.Tried best : found.result().best().stream().toList()) {
        String text = MachineCounts.text(best.machines());
        double share = best.share().mean();
        marks.add(ScatterFigure.Mark.point(found.values(), best.price(), share, text));
      }
    }
    if (least > 0) {
      marks.add(ScatterFigure.Mark.level(List.of("", ""), least, "asked for"));
    }
    return new ScatterFigure(
            "fleets",
            "Price and share on time of fleets",
            "Each point is a fleet that was tried; lines join those than which none is cheaper and"
                + " better.",
            new ScatterFigure.Plane(
                new CurveFigure.Quantity("Price an hour", ""),
                new CurveFigure.Quantity("On time", "%")),
            axes,
            POLICY,
            series)
        .withMarks(marks);
  }

  private static ScatterFigure.Series points(
      Found found, ScatterFigure.Style style, List<FleetSearch.Tried> fleets) {
    List<FleetSearch.Tried> shown =
        fleets.stream().filter(fleet -> Double.isFinite(fleet.share().mean())).toList();
    return new ScatterFigure.Series(
            found.values(),
            style,
            shown.stream().map(FleetSearch.Tried::price).toList(),
            shown.stream().map(fleet -> fleet.share().mean()).toList())
        .withLabels(shown.stream().map(fleet -> MachineCounts.text(fleet.machines())).toList());
  }
}
