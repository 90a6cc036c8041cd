package org.espalier.cli.inputs;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.espalier.cli.files.SystemOutput;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.workload.document.Names;
import org.espalier.workload.heterogeneity.AffinityLevel;
import org.espalier.workload.heterogeneity.RetunedSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier system retune}: writes a system of other task-machine affinity. */
@Command(
    name = "retune",
    description = "Writes a system like another with low or high task-machine affinity (TMA).",
    footer = {
      "",
      "Execution times on general machine types change, with TDH and MPH nearly the same. Special",
      "ones become 10 times as fast as the mean of the general ones. Power stays, and so do the",
      "factors between P-states. OUT.pet.csv, and OUT.power.csv if there is power by task type,",
      "are written beside OUT.yaml. espalier system measure tells the measures of both systems.",
      "",
      "Example:",
      "  espalier system retune generated.yaml --affinity high -o high.yaml"
    })
final class SystemRetuneCommand extends Subcommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "the system (.yaml, .etc)")
  private Path file;

  @Option(
      names = {"--affinity", "--tma"},
      required = true,
      paramLabel = "LEVEL",
      description =
          "task-machine affinity; low: all task types rank machine types alike; high: they rank"
              + " them as differently as the method makes them")
  private AffinityLevel affinity;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT.yaml",
      description = "the system to write; replaced if it is there")
  private Path output;

  @Override
  protected void run() throws IOException {
    SystemOutput files = new SystemOutput(output);
    files.check(file);
    PrintWriter out = out();
    HcSystem system = SystemInput.withSpeeds(file, out);
    HcSystem retuned =
        RetunedSystem.of(system, affinity)
            .named("%s-%s-affinity".formatted(system.name(), Names.word(affinity)));
    out.println("wrote " + files.write(retuned));
  }
}
