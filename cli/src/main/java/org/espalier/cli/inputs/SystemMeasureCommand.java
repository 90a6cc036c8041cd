package org.espalier.cli.inputs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.files.Contents;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.Version;
import org.espalier.core.model.HcSystem;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportData;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.result.SystemMatrices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier system measure}: tells how heterogeneous a system is. */
@Command(
    name = "measure",
    description = "Measures the heterogeneity of a system.",
    footer = {
      "",
      "TMA, TDH and MPH are of speeds, one over mean execution times in P-state 0. A machine type",
      "that can run all task types is general, any other special; TMA is measured on general ones.",
      "",
      "Examples:",
      "  espalier system measure inputs/spec/system.yaml",
      "  espalier system measure --report system.html inputs/spec/system.yaml"
    })
final class SystemMeasureCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "the system (.yaml, .etc)")
  private Path file;

  @Option(
      names = "--report",
      paramLabel = "OUT.html",
      description = "a page to write with heat maps of execution times, power and energy")
  private Optional<Path> report;

  @Override
  protected void run() throws IOException {
    if (report.isPresent()) {
      OutputFile.check("--report", report.get(), file);
    }
    PrintWriter out = out();
    HcSystem system = SystemInput.withSpeeds(file, out);
    out.println(Contents.of(system).summary());
    HeterogeneityView measures = new HeterogeneityView(system);
    measures.print(out);
    if (report.isPresent()) {
      writeReport(system, measures, report.get());
      out.println();
      out.println("wrote " + report.get());
    }
  }

  private void writeReport(HcSystem system, HeterogeneityView measures, Path page)
      throws IOException {
    String title = "System " + system.name();
    ReportData data =
        new ReportData(
            new StudyFacts("system", title, Contents.of(system).summary(), 0, Version.number(), ""),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(
                SystemMatrices.of(system, title)
                    .orElseThrow(() ->
                        new CommandFailure(
                            file + " has too many types for a page; leave out --report"))),
            List.of(),
            measures.sentences());
    OutputFile.write(page, part -> HtmlReport.write(data, part));
  }
}
