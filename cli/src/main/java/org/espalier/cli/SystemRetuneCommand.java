package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier system retune}: writes a system of other task-machine affinity. The work is in
 * {@link SystemRetune}, loaded when it is called.
 */
@Command(
    name = "retune",
    description = "Writes a system like another with low or high task-machine affinity (TMA).",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Execution times on general machine types change, with TDH and MPH nearly the same. Special",
      "ones become 10 times as fast as the mean of the general ones. Power stays, and so do the",
      "factors between P-states. OUT.pet.csv, and OUT.power.csv if there is power by task type,",
      "are written beside OUT.yaml.",
      "",
      "Example:",
      "  espalier system retune generated.yaml --affinity high -o high.yaml"
    })
final class SystemRetuneCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "the system (.yaml, .etc)")
  Path file;

  @Option(
      names = {"--affinity", "--tma"},
      required = true,
      paramLabel = "LEVEL",
      description =
          "task-machine affinity; low: all task types rank machine types alike; high: they rank"
              + " them as differently as the method makes them")
  String affinity;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT.yaml",
      description = "the system to write; replaced if it is there")
  Path output;

  @Override
  public Integer call() throws IOException {
    return new SystemRetune(this).run();
  }
}
