package org.espalier.cli;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      "Writes the figures of a report as SVG and PNG, or the report itself again.",
      "",
      "Figures are those of the page as it opens; they are drawn by its own scripts, without a"
          + " browser. Without --figures, report.html is written again: from the data in the present"
          + " one, or by running the study once more where there is none."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier report results/quick-start --figures figures",
      "  espalier report results/quick-start --figures figures --format png --width 640 --scale 2",
      "  espalier report results/quick-start"
    })
final class ReportCommand implements Callable<Integer> {
  /** What figures are written as. */
  enum Format {
    /** Vectors. */
    svg,
    /** Pixels. */
    png,
    /** One of each. */
    both
  }

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "RESULT",
      description = "a directory that espalier run wrote")
  private Path result;

  @Option(
      names = "--figures",
      paramLabel = "DIR",
      description = "where figures go, figure-1.svg and so on; made if it is not there")
  private @Nullable Path figures;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "both",
      description = "${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}")
  private Format format = Format.both;

  @Option(
      names = "--width",
      paramLabel = "N",
      defaultValue = "960",
      description = "width of a figure in pixels, 300 to 4000; default ${DEFAULT-VALUE}")
  private int width;

  @Option(
      names = "--scale",
      paramLabel = "X",
      defaultValue = "3",
      description = "pixels of a PNG for each of --width, 0.25 to 10; default ${DEFAULT-VALUE}")
  private double scale;

  @Mixin private PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new ReportRun(this).run();
  }

  CommandSpec spec() {
    return spec;
  }

  Path result() {
    return result;
  }

  Optional<Path> figures() {
    return Optional.ofNullable(figures);
  }

  Format format() {
    return format;
  }

  int width() {
    return width;
  }

  double scale() {
    return scale;
  }

  PluginOptions plugins() {
    return plugins;
  }
}
