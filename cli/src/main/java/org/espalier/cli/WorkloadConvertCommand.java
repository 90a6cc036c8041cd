package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.espalier.cli.OptionTypes.UnfitException;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.swf.TypeRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier workload convert}: writes a workload as CSV. The work is in {@link
 * WorkloadConvert}, loaded when it is called.
 */
@Command(
    name = "convert",
    description =
        "Writes a workload as CSV: a trial file of the pruning papers (.dat), or a trace (SWF).",
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
  @Spec CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "a workload (.csv, .dat) or a trace (.swf, .swf.gz)")
  Path input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "the workload to write (.csv); replaced if it is there")
  Path output;

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description =
          "the system (.yaml, .etc) whose task types the tasks have; without it, they have the"
              + " names that IN gives them")
  Optional<Path> system;

  @ArgGroup(exclusive = false, heading = "Of a trace (SWF):%n")
  TraceOptions trace = new TraceOptions();

  /** The field of a trace that tells task types apart. */
  enum TypesBy {
    REQUESTED_TIME,
    EXECUTABLE,
    USER,
    QUEUE
  }

  /** Bounds of classes, between commas. */
  static final class Classes implements ITypeConverter<TypeRule.ByRequestedTime> {
    @Override
    public TypeRule.ByRequestedTime convert(String text) throws UnfitException {
      try {
        return new TypeRule.ByRequestedTime(
            Arrays.stream(text.split(",", -1))
                .map(bound -> Quantities.duration(bound).orElse(Duration.ZERO))
                .toList());
      } catch (IllegalArgumentException e) {
        throw new UnfitException("increasing durations above 0, as 10min,1h");
      }
    }
  }

  /** A factor of run times. */
  static final class Slack implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) throws UnfitException {
      return OptionTypes.number(text, 0, 1e6, "a number from 0 to 1000000");
    }
  }

  /** What only traces need. */
  static final class TraceOptions {
    @Option(
        names = "--types",
        paramLabel = "RULE",
        description =
            "what makes a task type: requested-time (classes of field 9; default), executable"
                + " (field 14), user (12) or queue (15)")
    Optional<TypesBy> types;

    @Option(
        names = "--classes",
        paramLabel = "TIMES",
        description =
            "bounds of the classes of requested time, between commas (default 10min,1h,6h,24h)",
        converter = Classes.class)
    Optional<TypeRule.ByRequestedTime> classes;

    @Option(
        names = "--rename",
        paramLabel = "TYPE=NAME",
        description = "name a task type otherwise, for example executable-3=transcode; repeatable")
    Map<String, String> renames = new LinkedHashMap<>();

    @Option(
        names = "--slack",
        paramLabel = "FACTOR",
        description = "of the deadline arrival + FACTOR * run time (default 2)",
        converter = Slack.class)
    Optional<Double> slack;

    @Option(
        names = "--deadline",
        paramLabel = "WHICH",
        description =
            "the run time of the deadline: requested, or real where that is unknown (default), or"
                + " real")
    Optional<DeadlineRule.Basis> deadline;

    @Option(
        names = "--pet",
        paramLabel = "PET",
        description = "also write the PET of the real run times (.pet.csv)")
    private @Nullable Path pet;

    @Option(
        names = "--machine-type",
        paramLabel = "NAME",
        description = "name of the one machine type of that PET (default node)")
    Optional<String> machineType;

    Optional<Path> pet() {
      return Optional.ofNullable(pet);
    }

    /** Whether none is given. */
    boolean isEmpty() {
      return renames.isEmpty()
          && Stream.of(types, classes, slack, deadline, pet(), machineType)
              .allMatch(Optional::isEmpty);
    }
  }

  @Override
  public Integer call() throws IOException {
    return new WorkloadConvert(this).run();
  }
}
