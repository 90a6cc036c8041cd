package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.workload.pet.MissingCells;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier pet build}: makes a PET of execution-time samples. The work is in {@link
 * PetBuild}, loaded when it is called.
 */
@Command(
    name = "build",
    description = "Makes a PET of execution-time samples: the histogram of each cell.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier pet build times.csv -o times.pet.csv",
      "  espalier pet build times.csv -o times.pet.csv --step 20ms --missing cannot-run",
      "  espalier pet build times.csv --means means.csv -o times.pet.csv"
    })
final class PetBuildCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "SAMPLES.csv",
      description =
          "samples, with the columns task_type,machine_type,execution_time_s, and where there are"
              + " any p_state,corunners")
  Path samples;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "PET",
      description = "the PET to write (.pet.csv); replaced if it is there")
  Path output;

  @Option(
      names = "--means",
      paramLabel = "MEANS.csv",
      description =
          "mean execution times in seconds, with the columns"
              + " task_type,machine_type,mean_execution_time_s, or task_type and a column of each"
              + " machine type; a cell with a mean and without samples gets those of another cell of its task"
              + " type (or else machine type), scaled to the mean")
  Optional<Path> means;

  @Option(
      names = "--task-types",
      paramLabel = "NAME",
      split = ",",
      description = "the task types that are wanted, separated by commas (default: all)")
  List<String> taskTypes = List.of();

  @Option(
      names = "--machine-types",
      paramLabel = "NAME",
      split = ",",
      description = "the machine types that are wanted, separated by commas (default: all)")
  List<String> machineTypes = List.of();

  @Option(
      names = "--step",
      paramLabel = "TIME",
      description =
          "width of the histograms' bins, for example 20ms; found from the samples if"
              + " left out")
  Optional<Duration> step;

  @Option(
      names = "--tick",
      paramLabel = "TIME",
      defaultValue = "1ms",
      description = "what one tick is; a system that uses the PET has the same (default 1ms)")
  Duration tick;

  @Option(
      names = "--missing",
      paramLabel = "WHAT",
      defaultValue = "error",
      description = "what a cell without samples means: error (default) or cannot-run")
  MissingCells missing;

  @Override
  public Integer call() throws IOException {
    return new PetBuild(this).run();
  }
}
