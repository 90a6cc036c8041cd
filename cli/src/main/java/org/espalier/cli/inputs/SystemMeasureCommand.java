package org.espalier.cli.inputs;

import java.nio.file.Path;
import org.espalier.cli.files.Contents;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import picocli.CommandLine.Command;
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
      "Example:",
      "  espalier system measure inputs/spec/system.yaml"
    })
final class SystemMeasureCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "the system (.yaml, .etc)")
  private Path file;

  @Override
  protected void run() {
    HcSystem system = SystemInput.withSpeeds(file, out());
    out().println(Contents.of(system).summary());
    new HeterogeneityView(system).print(out());
  }
}
