package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.espalier.core.model.HcSystem;
import org.espalier.report.HtmlReport;
import org.espalier.report.ReportData;
import org.espalier.report.StudyFacts;
import org.espalier.simulator.result.SystemMatrices;

/** One call of {@code espalier system measure}. */
final class SystemMeasure {
  private final SystemMeasureCommand command;
  private final PrintWriter out;

  SystemMeasure(SystemMeasureCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
  }

  int run() throws IOException {
    if (command.report.isPresent()) {
      OutputFile.check("--report", command.report.get(), command.file);
    }
    HcSystem system = SystemInput.read(command.file, out);
    out.println(Summary.of(new Contents.OfSystem(system)));
    HeterogeneityView measures = new HeterogeneityView(system);
    measures.print(out);
    if (command.report.isPresent()) {
      writeReport(system, measures, command.report.get());
    }
    out.flush();
    return ExitCode.OK;
  }

  private void writeReport(HcSystem system, HeterogeneityView measures, Path file)
      throws IOException {
    String title = "System " + system.name();
    ReportData report =
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
                            command.file + " has too many types for a page; leave out --report"))),
            List.of(),
            measures.sentences());
    HtmlReport.write(report, file);
    out.println();
    out.println("wrote " + file);
  }
}
