package org.espalier.cli.inputs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.cli.files.Contents;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.files.PetLattice;
import org.espalier.cli.files.SamplesView;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredFiles;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.pet.SampleFiles;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.pet.SizeClasses;
import org.espalier.workload.pet.TypeChoice;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier pet build}: makes a PET of execution-time samples. */
@Command(
    name = "build",
    description = "Makes a PET of execution-time samples: the histogram of each cell.",
    footer = {
      "",
      "Examples:",
      "  espalier pet build times.csv -o times.pet.csv",
      "  espalier pet build times.csv -o times.pet.csv --step 20ms --missing cannot-run",
      "  espalier pet build times.csv --means means.csv -o times.pet.csv",
      "  espalier pet build --from-slurm sacct.txt -o jobs.pet.csv"
    })
final class PetBuildCommand extends Subcommand {
  @Parameters(
      index = "0",
      paramLabel = "SAMPLES.csv",
      description =
          "samples, with the columns task_type,machine_type,execution_time_s, and where there are"
              + " any p_state,corunners,size; or a table of seconds, with a task type in each row"
              + " and a machine type in each column; or with --from-slurm what sacct prints")
  private Path samples;

  @Option(
      names = "--from-slurm",
      description =
          "the samples are jobs of Slurm, as sacct --parsable2 prints them with the columns"
              + " JobID,JobName,Partition,NodeList,State,ElapsedRaw: a job name is a task type, a"
              + " partition a machine type")
  private boolean fromSlurm;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "PET",
      description = "the PET to write (.pet.csv); replaced if it is there")
  private Path output;

  @Option(
      names = "--means",
      paramLabel = "MEANS.csv",
      description =
          "mean execution times in seconds, with the columns"
              + " task_type,machine_type,mean_execution_time_s, or task_type and a column of each"
              + " machine type; a cell with a mean and without samples gets those of another cell"
              + " of its task type (or else machine type), scaled to the mean")
  private Optional<Path> means;

  @Option(
      names = "--task-types",
      paramLabel = "NAME",
      split = ",",
      description = "the task types that are wanted, separated by commas (default: all)")
  private List<String> taskTypes = List.of();

  @Option(
      names = "--machine-types",
      paramLabel = "NAME",
      split = ",",
      description = "the machine types that are wanted, separated by commas (default: all)")
  private List<String> machineTypes = List.of();

  @Option(
      names = "--step",
      paramLabel = "TIME",
      description =
          "width of the histograms' bins, for example 20ms; found from the samples if"
              + " left out")
  private Optional<Duration> step;

  @Option(
      names = "--tick",
      paramLabel = "TIME",
      defaultValue = "1ms",
      description = "what one tick is; a system that uses the PET has the same (default 1ms)")
  private Duration tick;

  @Option(
      names = "--missing",
      paramLabel = "WHAT",
      defaultValue = "error",
      description = "what a cell without samples means: error (default) or cannot-run")
  private MissingCells missing;

  @Option(
      names = "--count-failed",
      description =
          "count samples whose exit_code is not 0; without it they are left out, with a note")
  private boolean countsFailed;

  @Option(
      names = "--sizes",
      paramLabel = "TYPE=SIZES",
      description =
          "classes of sizes, as classify=8kB,64kB,1MB: samples of the task type, which have a"
              + " column size, become rows classify-to-8kB to classify-over-1MB")
  private Map<String, String> sizes = Map.of();

  @Override
  protected void run() throws IOException {
    TypeChoice choice = new TypeChoice(taskTypes, machineTypes);
    MeasuredFiles files = new MeasuredFiles(samples, means, choice, fromSlurm);
    SampleSettings settings = settings();
    checkOutput(files);
    Loaded<MeasuredPet> loaded =
        Problems.demand(problems -> SampleFiles.measure(files, settings, problems));
    MeasuredPet measured = loaded.value();
    if (missing == MissingCells.ERROR) {
      refuseMissing(measured, files.means().isPresent());
    }
    OutputFile.write(output, file -> PetFiles.write(file, measured.table(), measured.notes()));
    print(loaded);
  }

  private SampleSettings settings() {
    OptionalLong ticks = PetLattice.ticks(step, tick, "change --step or --tick");
    // Missing cells are told by refuseMissing, which names all of them.
    return new SampleSettings(tick, ticks, MissingCells.CANNOT_RUN, countsFailed, classes());
  }

  private Map<String, SizeClasses> classes() {
    Map<String, SizeClasses> classes = new LinkedHashMap<>();
    sizes.forEach((type, text) ->
        classes.put(
            type,
            CommandFailure.unlessRefused(
                "--sizes " + type + ": ",
                () -> SizeClasses.of(Optional.empty(), List.of(text.split(",", -1))))));
    return classes;
  }

  private void checkOutput(MeasuredFiles files) throws IOException {
    if (output.toString().endsWith(".etc")) {
      throw new CommandFailure("-o: a PET is written as CSV; name it %s".formatted(asCsv(output)));
    }
    OutputFile.check("-o", output, samples);
    if (files.means().isPresent()) {
      OutputFile.check("-o", output, files.means().get());
    }
  }

  private static String asCsv(Path output) {
    return String.valueOf(output.getFileName()).replaceFirst("\\.etc$", ".pet.csv");
  }

  private void refuseMissing(MeasuredPet measured, boolean withMeans) {
    PetTable table = measured.table();
    long missing = PetLattice.cellsThatCannotRun(table.matrix());
    if (missing > 0) {
      String list =
          IntStream.range(0, table.taskTypes().size())
              .filter(i -> missing(table, i).length() > 0)
              .mapToObj(i -> "  %s: %s%n".formatted(table.taskTypes().get(i), missing(table, i)))
              .collect(Collectors.joining());
      throw new CommandFailure(
          "%s: %s without samples%s:%n%sAdd %s, or say with --missing cannot-run that these task types cannot run there; nothing was written."
              .formatted(
                  samples,
                  Names.count(missing, "cell"),
                  withMeans ? " or a mean" : "",
                  list,
                  withMeans ? "either" : "samples"));
    }
  }

  /** The machine types on which a task type has no samples. */
  private static String missing(PetTable table, int taskType) {
    return IntStream.range(0, table.machineTypes().size())
        .filter(j -> !table.matrix().canRun(taskType, j))
        .mapToObj(j -> table.machineTypes().get(j))
        .collect(Collectors.joining(", "));
  }

  private void print(Loaded<MeasuredPet> loaded) {
    MeasuredPet measured = loaded.value();
    out().println(Contents.of(measured).summary());
    new SamplesView(measured, display()).print(out());
    out().println();
    loaded.notes().forEach(note -> out().println("note: " + note));
    say("wrote %s: %s%n", output, Contents.of(measured.table()).summary());
  }
}
