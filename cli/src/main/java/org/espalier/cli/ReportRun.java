package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.report.FigureDrawing;
import org.espalier.report.FigureSize;
import org.espalier.report.HtmlReport;
import org.espalier.report.PdfFigure;
import org.espalier.report.PngImage;
import org.espalier.report.ReportText;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.ExperimentRunner;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.study.Origin;

/** One call of {@code espalier report}. */
final class ReportRun {
  private static final double LEAST_SCALE = 0.25;
  private static final double MOST_SCALE = 10;

  private final ReportCommand command;
  private final PrintWriter out;
  private final PrintWriter err;
  private final String version;

  ReportRun(ReportCommand command) throws IOException {
    this.version = Version.number();
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() {
    checkScale();
    FigureSize size = size();
    ResultArgument.check(command.result);
    Optional<Path> figures = command.figures;
    figures.ifPresent(ReportRun::checkDirectory);
    ReportText report = stored().orElseGet(this::runAgain);
    try {
      if (figures.isPresent()) {
        drawAll(report, size, figures.get());
      } else {
        writePage(report);
      }
    } catch (IOException e) {
      throw new CommandFailure("cannot be written: %s; make room".formatted(Results.reason(e)), e);
    }
    return ExitCode.OK;
  }

  private void checkScale() {
    if (!(command.scale >= LEAST_SCALE && command.scale <= MOST_SCALE)) {
      throw new CommandFailure("--scale is %s; expected 0.25 to 10".formatted(command.scale));
    }
  }

  private FigureSize size() {
    try {
      return FigureSize.parse(command.width, command.fontSize);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private static void checkDirectory(Path directory) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new CommandFailure(
          "--figures: %s is a file; name a directory, which need not exist".formatted(directory));
    }
  }

  /** The data of the page that is there; nothing if there is none that can be read. */
  private Optional<ReportText> stored() {
    Path page = StoredResults.reportFile(command.result);
    try {
      Optional<ReportText> report = ReportText.read(page);
      report.filter(r -> !r.version().equals(version)).ifPresent(this::noteVersion);
      return report;
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void noteVersion(ReportText report) {
    err.printf(
        "note: the results are of Espalier %s, the figures of %s%n", report.version(), version);
    err.flush();
  }

  private ReportText runAgain() {
    err.printf("%s has no report that can be read: running its study again%n", command.result);
    Experiment experiment = ResultArgument.experiment(command.result, command.plugins, err);
    int threads = SearchChecks.cores();
    try (RunProgress progress = RunProgress.ofTrials(experiment.totalTrials(), err)) {
      ExperimentResults results =
          ExperimentRunner.run(experiment, new RunSettings(threads, System::nanoTime, progress));
      return ReportText.of(ResultDirectory.report(results, version, settings()));
    }
  }

  private String settings() {
    try {
      return Origin.removedFrom(Files.readString(StoredResults.studyFile(command.result)));
    } catch (IOException e) {
      return "";
    }
  }

  private void writePage(ReportText report) throws IOException {
    Path page = StoredResults.reportFile(command.result);
    HtmlReport.write(report, page);
    out.println(page);
    out.flush();
  }

  private void drawAll(ReportText report, FigureSize size, Path directory) throws IOException {
    System.setProperty("java.awt.headless", "true");
    try (FigureDrawing drawing = new FigureDrawing(report)) {
      choose(drawing);
      Files.createDirectories(directory);
      if (drawing.ids().isEmpty()) {
        err.println("note: the report has no figures; a study asks for them with figures:");
      }
      for (int i = 0; i < drawing.ids().size(); i++) {
        draw(drawing, i, size, directory);
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          "%s: %s; run the study again with this version of Espalier"
              .formatted(command.result, e.getMessage()),
          e);
    }
  }

  private void choose(FigureDrawing drawing) {
    Map<String, List<String>> open = drawing.openAxes();
    List<String> problems = new ArrayList<>();
    command.where.forEach((axis, value) -> {
      List<String> values = open.getOrDefault(axis, List.of());
      if (values.contains(value)) {
        drawing.show(axis, value);
      } else if (values.isEmpty()) {
        problems.add(
            "--where %s=%s: no figure lets its readers choose among values of %s; %s"
                .formatted(axis, value, axis, axes(open.keySet())));
      } else {
        problems.add(
            "--where %s=%s: expected one of %s".formatted(axis, value, String.join(", ", values)));
      }
    });
    if (!problems.isEmpty()) {
      throw new CommandFailure(String.join(System.lineSeparator(), problems));
    }
  }

  private static String axes(Set<String> open) {
    return open.isEmpty() ? "there are no such axes" : "they do of " + String.join(", ", open);
  }

  private void draw(FigureDrawing drawing, int position, FigureSize size, Path directory)
      throws IOException {
    String id = drawing.ids().get(position);
    err.printf("drawing %s, %d of %d%n", id, position + 1, drawing.ids().size());
    err.flush();
    String svg = drawing.svg(position, size.pixels());
    for (ReportCommand.Format format : command.formats) {
      byte[] bytes =
          switch (format) {
            case svg -> size.onPaper(svg).getBytes(StandardCharsets.UTF_8);
            case png -> PngImage.of(svg, command.scale);
            case pdf -> PdfFigure.of(svg, size.pointsPerPixel());
          };
      write(directory.resolve(id + "." + format), bytes);
    }
  }

  private void write(Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    out.println(file);
    out.flush();
  }
}
