package org.espalier.simulator.sizing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportAxis;
import org.espalier.report.ReportData;
import org.espalier.report.ScatterFigure;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.column.NumberText;
import org.espalier.simulator.result.FleetPoint;
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

    /** What was found, and what was tried for it. */
    public String sentence() {
      String fleet =
          result
              .best()
              .map(best ->
                  "%s at %s an hour, with %s %% on time"
                      .formatted(
                          MachineCounts.text(best.machines()),
                          NumberText.forCsv(best.price()),
                          NumberText.interval(best.share(), 2)))
              .orElse(result.none());
      return "%s, load %s: %s; %s fleets ruled out by the fluid bound, %s tried in %s trials."
          .formatted(
              policy, load, fleet, result.ruledOut(), result.tried().size(), result.trials());
    }

    private List<FleetPoint> points() {
      return result.tried().stream().map(FleetFiles::point).toList();
    }
  }

  private static FleetPoint point(FleetSearch.Tried fleet) {
    return new FleetPoint(
        MachineCounts.text(fleet.machines()), fleet.price(), fleet.share().mean());
  }

  /**
   * Writes what came of searches into a directory.
   *
   * @param note what a reader should know about them
   * @param least the share that was asked for, in percent; 0 if none was
   */
  public static void write(
      Path draft, Study study, String version, List<Found> all, String note, double least)
      throws IOException {
    writeFleets(draft.resolve(FLEETS), all);
    HtmlReport.write(report(study, version, all, note, least), draft.resolve(REPORT));
  }

  private static void writeFleets(Path file, List<Found> all) throws IOException {
    List<String> header = new ArrayList<>(List.of(POLICY, LOAD));
    all.stream()
        .flatMap(found -> found.result().tried().stream())
        .limit(1)
        .flatMap(fleet -> fleet.machines().keySet().stream())
        .forEach(type -> header.add(MachineCounts.key(type)));
    header.addAll(
        List.of("price_per_hour", "robustness", "robustness_ci95", "trials", "front", "found"));
    CsvFile.write(file, header, all.stream().flatMap(FleetFiles::rows));
  }

  private static Stream<List<String>> rows(Found found) {
    List<FleetPoint> front = FleetPoint.front(found.points());
    return found.result().tried().stream()
        .map(fleet -> {
          DoubleStream.Builder numbers = DoubleStream.builder();
          fleet.machines().values().forEach(numbers::add);
          numbers.add(fleet.price()).add(fleet.share().mean()).add(fleet.share().halfWidth());
          numbers.add(fleet.trials()).add(front.contains(point(fleet)) ? 1 : 0);
          numbers.add(found.result().best().filter(fleet::equals).isPresent() ? 1 : 0);
          Stream<String> texts = numbers.build().mapToObj(NumberText::forCsv);
          return Stream.concat(found.values().stream(), texts).toList();
        });
  }

  private static ReportData report(
      Study study, String version, List<Found> all, String note, double least) {
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
        List.of(),
        axes,
        List.of(),
        List.of(),
        List.of(picture(axes, all, least)),
        List.of(),
        List.of(
            note,
            "Fleets that were soon out of reach had fewer trials; fleets.csv tells how many."),
        List.of(),
        new ReportData.Findings(all.stream().map(Found::sentence).toList(), Map.of()));
  }

  private static ScatterFigure picture(List<ReportAxis> axes, List<Found> all, double least) {
    List<ScatterFigure.Mark> marks = new ArrayList<>();
    Map<List<String>, List<FleetPoint>> fleets = new LinkedHashMap<>();
    for (Found found : all) {
      fleets.put(found.values(), found.points());
      for (FleetSearch.Tried best : found.result().best().stream().toList()) {
        double share = best.share().mean();
        marks.add(ScatterFigure.Mark.point(found.values(), best.price(), share, "found"));
      }
    }
    if (least > 0) {
      marks.add(ScatterFigure.Mark.level(List.of("", ""), least, "asked for"));
    }
    return FleetPoint.figure(
            "Price and share on time of fleets",
            FleetPoint.plane("Price an hour", "On time", "%"),
            axes,
            fleets)
        .withMarks(marks);
  }
}
