package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier workload convert}: writes a workload in another format. The work is in {@link
 * WorkloadConvert}, loaded when it is called.
 */
@Command(
    name = "convert",
    description =
        "Converts a workload: CSV, .dat of the pruning papers, or a trace (SWF) to these.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A trace in the Standard Workload Format (.swf, .swf.gz) names neither task types nor",
      "deadlines nor machine types: the rules above make the first two, and --pet estimates how",
      "long each task type takes on one machine type.",
      "",
      "Examples:",
      "  espalier workload convert arr15k/trial_1.dat -o trial_1.csv --system classes.etc",
      "  espalier workload convert trace.swf.gz -o trace.csv --pet trace.pet.csv",
      "  espalier workload convert trace.swf -o trace.csv --system cluster.yaml \\",
      "      --types executable --rename executable-3=transcode --slack 1.5"
    })
final class WorkloadConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "a workload (.csv, .dat) or a trace (.swf, .swf.gz)")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "the workload to write (.csv, .dat); replaced if it is there")
  private Path output;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "csv, or dat of the pruning papers; by the ending of OUT if left out")
  private @Nullable String format;

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description =
          "the system (.yaml, .etc) whose task types the tasks have; without it, they have the"
              + " names that IN gives them")
  private @Nullable Path system;

  @ArgGroup(exclusive = false, heading = "Of a trace (SWF):%n")
  private TraceOptions trace = new TraceOptions();

  /** What only traces need. */
  static final class TraceOptions {
    @Option(
        names = "--types",
        paramLabel = "RULE",
        description =
            "what makes a task type: requested-time (classes of field 9; default), executable"
                + " (field 14), user (12) or queue (15)")
    private @Nullable String types;

    @Option(
        names = "--classes",
        paramLabel = "TIMES",
        description =
            "bounds of the classes of requested time, between commas (default 10min,1h,6h,24h)")
    private @Nullable String classes;

    @Option(
        names = "--rename",
        paramLabel = "TYPE=NAME",
        description = "name a task type otherwise, for example executable-3=transcode; repeatable")
    private Map<String, String> renames = new LinkedHashMap<>();

    @Option(
        names = "--slack",
        paramLabel = "FACTOR",
        description = "of the deadline arrival + FACTOR * run time (default 2)")
    private @Nullable String slack;

    @Option(
        names = "--deadline",
        paramLabel = "WHICH",
        description =
            "the run time of the deadline: requested, or real where that is unknown (default), or"
                + " real")
    private @Nullable String deadline;

    @Option(
        names = "--unsorted",
        paramLabel = "WHAT",
        description = "what is done where submit times decrease: sort (default) or refuse")
    private @Nullable String unsorted;

    @Option(
        names = "--pet",
        paramLabel = "PET",
        description = "also write the PET of the real run times (.pet.csv)")
    private @Nullable Path pet;

    @Option(
        names = "--machine-type",
        paramLabel = "NAME",
        description = "name of the one machine type of that PET (default node)")
    private @Nullable String machineType;

    Optional<String> types() {
      return Optional.ofNullable(types);
    }

    Optional<String> classes() {
      return Optional.ofNullable(classes);
    }

    Map<String, String> renames() {
      return renames;
    }

    Optional<String> slack() {
      return Optional.ofNullable(slack);
    }

    Optional<String> deadline() {
      return Optional.ofNullable(deadline);
    }

    Optional<String> unsorted() {
      return Optional.ofNullable(unsorted);
    }

    Optional<Path> pet() {
      return Optional.ofNullable(pet);
    }

    Optional<String> machineType() {
      return Optional.ofNullable(machineType);
    }

    /** Whether none is given. */
    boolean isEmpty() {
      return types == null
          && classes == null
          && renames.isEmpty()
          && slack == null
          && deadline == null
          && unsorted == null
          && pet == null
          && machineType == null;
    }
  }

  @Override
  public Integer call() throws IOException {
    return new WorkloadConvert(this).run();
  }

  CommandSpec spec() {
    return spec;
  }

  Path input() {
    return input;
  }

  Path output() {
    return output;
  }

  Optional<String> format() {
    return Optional.ofNullable(format);
  }

  Optional<Path> system() {
    return Optional.ofNullable(system);
  }

  TraceOptions trace() {
    return trace;
  }
}
