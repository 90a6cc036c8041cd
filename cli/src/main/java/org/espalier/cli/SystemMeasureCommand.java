package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier system measure}: tells how heterogeneous a system is. The work is in {@link
 * SystemMeasure}, loaded when it is called.
 */
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
  @Spec CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "the system (.yaml, .etc)")
  Path file;

  @Option(
      names = "--report",
      paramLabel = "OUT.html",
      description = "a page to write with heat maps of execution times, power and energy")
  Optional<Path> report;

  @Override
  public Integer call() throws IOException {
    return new SystemMeasure(this).run();
  }
}
