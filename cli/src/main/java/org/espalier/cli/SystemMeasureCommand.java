package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.core.model.HcSystem;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportData;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.result.SystemMatrices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier system measure}: tells how heterogeneous a system is. */
@Command(
    name = "measure",
    description = "Measures the heterogeneity of a system.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "TMA, TDH and MPH are of speeds, one over mean execution times in P-state 0. A machine type",
      "that can run all task types is general, any other special; TMA is measured on general ones.",
      "",
      "Examples:",
      "  espalier system measure inputs/spec/system.yaml",
      "  espalier system measure --report system.html inputs/spec/system.yaml"
    })
final class SystemMeasureCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "the system (.yaml, .etc)")
  private Path file;

  @Option(
      names = "--report",
      paramLabel = "OUT.html",
      description = "a page to write with heat maps of execution times, power and energy")
  private Optional<Path> report;

  @Override
  public Integer call() throws IOException {
    if (report.isPresent()) {
      OutputFile.check("--report", report.get(), file);
    }
    PrintWriter out = spec.commandLine().getOut();
    HcSystem system = SystemInput.withSpeeds(file, out);
    out.println(Summary.of(new Contents.OfSystem(system)));
    HeterogeneityView measures = new HeterogeneityView(system);
    measures.print(out);
    if (report.isPresent()) {
      writeReport(system, measures, report.get());
      out.println();
      out.println("wrote " + report.get());
    }
    out.flush();
    return ExitCode.OK;
  }

  private void writeReport(HcSystem system, HeterogeneityView measures, Path page)
      throws IOException {
    String title = "System " + system.name();
    ReportData data =
        new ReportData(
            new StudyFacts(
                "system",
                title,
                Summary.of(new Contents.OfSystem(system)),
                0,
                Version.number(),
                ""),
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
    HtmlReport.write(data, page);
  }
}
