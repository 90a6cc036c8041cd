package org.espalier.cli.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.Version;
import org.espalier.report.FigureDrawing;
import org.espalier.report.FigureSize;
import org.espalier.report.PdfFigure;
import org.espalier.report.PngImage;
import org.espalier.report.ReportText;
import org.espalier.simulator.result.StoredResults;
import org.espalier.simulator.result.SummaryTable;
import org.espalier.workload.document.Problems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier report}: writes figures and pages of results. */
@Command(
    name = "report",
    description = {
      "Writes the figures of a report as SVG, PNG and PDF, or its table for a paper or a page.",
      "",
      "Figures are those of the page as it opens, or with other values chosen by --where; they are"
          + " drawn by its own scripts, without a browser. On paper, --width 84mm --font-size 8pt"
          + " is a column of text that is 8 points high."
    },
    footer = {
      "",
      "Examples:",
      "  espalier report results/quick-start --figures figures",
      "  espalier report results/quick-start --figures figures --format png --width 640",
      "  espalier report results/quick-start --figures figures --format pdf --width 84mm",
      "  espalier report results/my-study --figures figures --where arrival_intensity=30k",
      "  espalier report results/quick-start --table latex > table.tex"
    })
final class ReportCommand extends Subcommand {
  private static final List<String> OF_FIGURES =
      List.of("--figures", "--format", "--width", "--height", "--font-size", "--where");

  /** Pixels of a PNG for each of a figure. */
  private static final int SCALE = 3;

  /** What figures are written as. */
  enum Format {
    /** Vectors. */
    svg,
    /** Pixels. */
    png,
    /** Vectors on a page of paper. */
    pdf
  }

  @Parameters(
      index = "0",
      paramLabel = "RESULT",
      description = "a directory that espalier run wrote")
  private Path result;

  @Option(
      names = "--table",
      paramLabel = "FORMAT",
      description = "prints the results as a table and nothing else: ${COMPLETION-CANDIDATES}")
  private Optional<TextTable.Markup> table;

  @Option(
      names = "--figures",
      paramLabel = "DIR",
      description = "where figures go, figure-1.svg and so on; made if it is not there")
  private Optional<Path> figures;

  @Option(
      names = "--format",
      paramLabel = "FORMAT[,FORMAT...]",
      split = ",",
      defaultValue = "svg,png",
      description =
          "one of ${COMPLETION-CANDIDATES}, or several with commas between; default"
              + " ${DEFAULT-VALUE}")
  private Set<Format> formats = EnumSet.noneOf(Format.class);

  @Option(
      names = "--width",
      paramLabel = "WIDTH",
      defaultValue = "960",
      description =
          "width of a figure in pixels, 300 to 4000, or on paper, as 84mm, 8.4cm, 3.3in, 240pt;"
              + " default ${DEFAULT-VALUE}; a PNG has three for each pixel")
  private String width = "";

  @Option(
      names = "--height",
      paramLabel = "HEIGHT",
      defaultValue = "",
      description =
          "height of charts, in pixels or on paper, as 60mm; one whose legend leaves no room is"
              + " higher, and heat maps, panels, decisions and Gantt charts keep their own")
  private String height = "";

  @Option(
      names = "--font-size",
      paramLabel = "SIZE",
      defaultValue = "",
      description = "size of most texts on paper, as 8pt, which is the default")
  private String fontSize = "";

  @Option(
      names = "--where",
      paramLabel = "AXIS=VALUE",
      description =
          "the value of an axis that figures show where the page lets readers choose one; may be"
              + " repeated")
  private Map<String, String> where = new LinkedHashMap<>();

  @Override
  protected void run() {
    if (table.isPresent()) {
      refuse(spec(), OF_FIGURES, "is for figures; leave out --table");
    }
    FigureSize size = CommandFailure.unlessRefused(() -> FigureSize.parse(width, fontSize));
    int high = CommandFailure.unlessRefused(() -> size.height(height));
    ResultArgument.check(result);
    if (table.isPresent()) {
      print(table.get());
      return;
    }
    Path directory =
        figures.orElseThrow(() ->
            new CommandFailure("nothing is to be written; give --figures DIR, or --table FORMAT"));
    checkDirectory(directory);
    try {
      drawAll(stored(), size, high, directory);
    } catch (IOException e) {
      throw new CommandFailure(
          "cannot be written: %s; make room".formatted(OutputFile.reason(e)), e);
    }
  }

  private void print(TextTable.Markup markup) {
    StoredResults stored = Problems.demand(problems -> StoredResults.read(result, problems));
    TextTable.of(SummaryTable.ofStored(stored)).print(out(), markup);
  }

  private static void checkDirectory(Path directory) {
    CommandFailure.when(
        Files.exists(directory) && !Files.isDirectory(directory),
        "--figures: %s is a file; name a directory, which need not exist",
        directory);
  }

  /** The data of the page that is there. */
  private ReportText stored() {
    ReportText report =
        page()
            .orElseThrow(() ->
                new CommandFailure(
                    "%s has no report that can be read; espalier run %s makes one"
                        .formatted(result, StoredResults.studyFile(result))));
    if (!report.version().split(" ", 2)[0].equals(Version.number())) {
      note(
          "note: the results are of Espalier %s, the figures of %s%n",
          report.version(), Version.number());
    }
    return report;
  }

  private Optional<ReportText> page() {
    try {
      return ReportText.read(StoredResults.reportFile(result));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private void drawAll(ReportText report, FigureSize size, int high, Path directory)
      throws IOException {
    System.setProperty("java.awt.headless", "true");
    try (FigureDrawing drawing = new FigureDrawing(report)) {
      choose(drawing);
      Files.createDirectories(directory);
      if (drawing.ids().isEmpty()) {
        err().println("note: the report has no figures; a study asks for them with figures:");
      }
      for (int i = 0; i < drawing.ids().size(); i++) {
        draw(drawing, i, size, high, directory);
      }
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          "%s: %s; run the study again with this version of Espalier"
              .formatted(result, e.getMessage()),
          e);
    }
  }

  private void choose(FigureDrawing drawing) {
    Map<String, List<String>> open = drawing.openAxes();
    List<String> problems = new ArrayList<>();
    where.forEach((axis, value) -> {
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
    CommandFailure.whenAny(problems);
  }

  private static String axes(Set<String> open) {
    return open.isEmpty() ? "there are no such axes" : "they do of " + String.join(", ", open);
  }

  private void draw(FigureDrawing drawing, int position, FigureSize size, int high, Path directory)
      throws IOException {
    String id = drawing.ids().get(position);
    note("drawing %s, %s of %s%n", id, position + 1, drawing.ids().size());
    String svg = drawing.svg(position, size.pixels(), high);
    for (ReportCommand.Format format : formats) {
      byte[] bytes =
          switch (format) {
            case svg -> size.onPaper(svg).getBytes(StandardCharsets.UTF_8);
            case png -> PngImage.of(svg, SCALE);
            case pdf -> PdfFigure.of(svg, size.pointsPerPixel());
          };
      write(directory.resolve(id + "." + format), bytes);
    }
  }

  private void write(Path file, byte[] bytes) throws IOException {
    OutputFile.write(file, part -> Files.write(part, bytes));
    out().println(file);
  }
}
