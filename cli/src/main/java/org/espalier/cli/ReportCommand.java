package org.espalier.cli;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier report}: writes figures and pages of results. The work is in {@link ReportRun},
 * loaded when it is called.
 */
@Command(
    name = "report",
    description = {
      "Writes the figures of a report as SVG, PNG and PDF, or the report itself again.",
      "",
      "Figures are those of the page as it opens, or with other values chosen by --where; they are"
          + " drawn by its own scripts, without a browser. On paper, --width 84mm --font-size 8pt"
          + " is a column of text that is 8 points high. Without --figures, report.html is written"
          + " again: from the data in the present one, or by running the study once more where"
          + " there is none."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier report results/quick-start --figures figures",
      "  espalier report results/quick-start --figures figures --format png --width 640 --scale 2",
      "  espalier report results/quick-start --figures figures --format pdf --width 84mm",
      "  espalier report results/my-study --figures figures --where arrival_intensity=30k",
      "  espalier report results/quick-start"
    })
final class ReportCommand implements Callable<Integer> {
  /** What figures are written as. */
  enum Format {
    /** Vectors. */
    svg,
    /** Pixels. */
    png,
    /** Vectors on a page of paper. */
    pdf
  }

  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "RESULT",
      description = "a directory that espalier run wrote")
  Path result;

  @Option(
      names = "--figures",
      paramLabel = "DIR",
      description = "where figures go, figure-1.svg and so on; made if it is not there")
  Optional<Path> figures;

  @Option(
      names = "--format",
      paramLabel = "FORMAT[,FORMAT...]",
      split = ",",
      defaultValue = "svg,png",
      description =
          "one of ${COMPLETION-CANDIDATES}, or several with commas between; default"
              + " ${DEFAULT-VALUE}")
  Set<Format> formats = EnumSet.noneOf(Format.class);

  @Option(
      names = "--width",
      paramLabel = "WIDTH",
      defaultValue = "960",
      description =
          "width of a figure in pixels, 300 to 4000, or on paper, as 84mm, 8.4cm, 3.3in, 240pt;"
              + " default ${DEFAULT-VALUE}")
  String width = "";

  @Option(
      names = "--font-size",
      paramLabel = "SIZE",
      defaultValue = "",
      description = "size of most texts on paper, as 8pt, which is the default")
  String fontSize = "";

  @Option(
      names = "--where",
      paramLabel = "AXIS=VALUE",
      description =
          "the value of an axis that figures show where the page lets readers choose one; may be"
              + " repeated")
  Map<String, String> where = new LinkedHashMap<>();

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "3",
      description = "pixels of a PNG for each of --width, 0.25 to 10; default ${DEFAULT-VALUE}")
  double scale;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new ReportRun(this).run();
  }
}
