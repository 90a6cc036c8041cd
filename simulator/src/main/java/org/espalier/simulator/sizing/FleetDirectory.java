package org.espalier.simulator.sizing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.espalier.report.ColumnKind;
import org.espalier.report.CurveFigure;
import org.espalier.report.Estimate;
import org.espalier.report.HtmlReport;
import org.espalier.report.OwnDirectory;
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

/** The directory of a search of fleets: all that were tried, and their picture. */
public final class FleetDirectory {
  private static final String FLEETS = "fleets.csv";
  private static final String REPORT = "report.html";
  private static final String POLICY = "policy";
  private static final String LOAD = "load";

  private final OwnDirectory directory;

  /** The directory at a path, which need not exist. */
  public FleetDirectory(Path directory) {
    this.directory = new OwnDirectory(directory, Set.of(FLEETS, REPORT));
  }

  /** Why nothing can be written there. */
  public Optional<String> obstacle() {
    return directory.obstacle();
  }

  /** Where it is to go, absolute. */
  public Path path() {
    return directory.path();
  }

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
   * Writes what came of searches.
   *
   * @param notes what a reader should know about them
   * @param least the share that was asked for, in percent; 0 if none was
   * @param earlier what becomes of what is there already
   * @return the report
   */
  public Path write(
      Study study,
      String version,
      List<Found> all,
      List<String> notes,
      double least,
      OwnDirectory.Earlier earlier)
      throws IOException {
    ReportData report = report(study, version, all, notes, least);
    return directory
        .write(
            draft -> {
              writeFleets(draft.resolve(FLEETS), all);
              HtmlReport.write(report, draft.resolve(REPORT));
            },
            earlier)
        .resolve(REPORT);
  }

  private static void writeFleets(Path file, List<Found> all) throws IOException {
    List<String> types =
        all.stream()
            .flatMap(found -> found.result().tried().stream())
            .flatMap(fleet -> fleet.machines().keySet().stream())
            .distinct()
            .toList();
    List<String> header = new ArrayList<>(List.of(POLICY, LOAD));
    types.forEach(type -> header.add(MachineCounts.key(type)));
    header.addAll(
        List.of("price_per_hour", "robustness", "robustness_ci95", "trials", "front", "found"));
    CsvFile.write(
        file,
        header,
        all.stream()
            .flatMap(
                found -> found.result().tried().stream().map(fleet -> row(found, fleet, types))));
  }

  private static List<String> row(Found found, FleetSearch.Tried fleet, List<String> types) {
    List<String> row = new ArrayList<>(found.values());
    types.forEach(type -> row.add(String.valueOf(fleet.machines().get(type))));
    row.add(NumberText.forCsv(fleet.price()));
    row.add(NumberText.forCsv(fleet.share().mean()));
    row.add(NumberText.forCsv(fleet.share().halfWidth()));
    row.add(Integer.toString(fleet.trials()));
    row.add(found.isOnFront(fleet) ? "1" : "0");
    row.add(found.result().best().equals(Optional.of(fleet)) ? "1" : "0");
    return row;
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
            column("price", "Price an hour", "", "Of the fleet that was found.", ColumnKind.NUMBER),
            column("robustness", "On time", "%", "The share with it.", ColumnKind.PERCENT),
            column("tried", "Tried", "", "Fleets that had trials.", ColumnKind.COUNT),
            column("trials_run", "Trials", "", "Trials of all of them.", ColumnKind.COUNT)),
        axes,
        all.stream().map(FleetDirectory::row).toList(),
        List.of(),
        List.of(picture(axes, all, least)),
        List.of(),
        notes,
        List.of(),
        new ReportData.Findings(all.stream().map(FleetDirectory::sentence).toList(), Map.of()));
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

  private static ReportColumn column(
      String key, String label, String unit, String description, ColumnKind kind) {
    return new ReportColumn(key, label, unit, description, kind);
  }

  private static ReportRow row(Found found) {
    Optional<FleetSearch.Tried> best = found.result().best();
    return new ReportRow(
        found.values(),
        best.map(FleetSearch.Tried::trials).orElse(0),
        List.of(
            best.map(fleet -> Estimate.ofMean(fleet.price())).orElse(Estimate.absent()),
            best.map(fleet -> Estimate.of(fleet.share())).orElse(Estimate.absent()),
            Estimate.ofMean(found.result().tried().size()),
            Estimate.ofMean(found.result().trials())),
        List.of());
  }

  private static ScatterFigure picture(List<ReportAxis> axes, List<Found> all, double least) {
    List<ScatterFigure.Series> series = new ArrayList<>();
    List<ScatterFigure.Mark> marks = new ArrayList<>();
    for (Found found : all) {
      List<FleetSearch.Tried> tried = found.result().tried();
      series.add(points(found, ScatterFigure.Style.POINTS, tried.stream()));
      series.add(points(found, ScatterFigure.Style.FRONT, tried.stream().filter(found::isOnFront)));
      found
          .result()
          .best()
          .ifPresent(best ->
              marks.add(
                  ScatterFigure.Mark.point(
                      found.values(),
                      best.price(),
                      best.share().mean(),
                      MachineCounts.text(best.machines()))));
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
      Found found, ScatterFigure.Style style, Stream<FleetSearch.Tried> fleets) {
    List<FleetSearch.Tried> shown =
        fleets.filter(fleet -> Double.isFinite(fleet.share().mean())).toList();
    return new ScatterFigure.Series(
            found.values(),
            style,
            shown.stream().map(FleetSearch.Tried::price).toList(),
            shown.stream().map(fleet -> fleet.share().mean()).toList())
        .withLabels(shown.stream().map(fleet -> MachineCounts.text(fleet.machines())).toList());
  }
}
