package org.espalier.cli.inputs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.cli.files.Contents;
import org.espalier.cli.files.ContentsReader;
import org.espalier.cli.files.FileKind;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.files.PetLattice;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.simulator.replay.RecordedRun;
import org.espalier.workload.document.BadLineHandling;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.journal.JournalFiles;
import org.espalier.workload.mapping.LogMapping;
import org.espalier.workload.mapping.MappedLogs;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.swf.SwfField;
import org.espalier.workload.swf.SwfSettings;
import org.espalier.workload.swf.SwfWorkloads;
import org.espalier.workload.swf.TypeRule;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.TypedWorkload;
import org.espalier.workload.trace.WorkloadFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier workload convert}: writes a workload as CSV. */
@Command(
    name = "convert",
    description =
        "Writes a workload as CSV: a trial file of the pruning papers (.dat), a trace (SWF), the"
            + " journal of a live service (.jsonl), or any log in CSV (--map).",
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
      "      --types executable --rename executable-3=transcode --slack 1.5",
      "  espalier workload convert log.csv.gz -o log.csv --where state=COMPLETED \\",
      "      --map arrival=submitted,type=job_name,time=duration --unit time=ms",
      "Recipes for Slurm, Google, Alibaba, Azure and Batsim are in docs/workloads.md."
    })
final class WorkloadConvertCommand extends Subcommand {
  private static final String MACHINE_TYPE = "node";

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description =
          "a workload (.csv, .dat), a trace (.swf, .swf.gz), a journal (.jsonl), or with --map any"
              + " CSV")
  private Path input;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "the workload to write (.csv); replaced if it is there")
  private Path output;

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description =
          "the system (.yaml, .etc) whose task types the tasks have; without it, they have the"
              + " names that IN gives them")
  private Optional<Path> system;

  @ArgGroup(
      exclusive = false,
      heading = "Of a trace (SWF); all but --types and --classes also of other logs:%n")
  private @Nullable TraceOptions given;

  @ArgGroup(exclusive = false, heading = "Of any other log in CSV:%n")
  private @Nullable MappingOptions mapping;

  private TraceOptions trace = new TraceOptions();

  /** The field of a trace that tells task types apart. */
  enum TypesBy {
    REQUESTED_TIME,
    EXECUTABLE,
    USER,
    QUEUE
  }

  /** What only traces need. */
  static final class TraceOptions {
    @Option(
        names = "--types",
        paramLabel = "RULE",
        description =
            "what makes a task type: requested-time (classes of field 9; default), executable"
                + " (field 14), user (12) or queue (15)")
    Optional<TypesBy> types = Optional.empty();

    @Option(
        names = "--classes",
        paramLabel = "TIME",
        split = ",",
        description =
            "bounds of the classes of requested time, between commas (default 10min,1h,6h,24h)")
    List<Duration> classes = List.of();

    @Option(
        names = "--rename",
        paramLabel = "TYPE=NAME",
        description = "name a task type otherwise, for example executable-3=transcode; repeatable")
    Map<String, String> renames = new LinkedHashMap<>();

    @Option(
        names = "--slack",
        paramLabel = "FACTOR",
        description = "of the deadline arrival + FACTOR * run time (default 2)")
    double slack = DeadlineRule.DEFAULT.slack();

    @Option(
        names = "--deadline",
        paramLabel = "WHICH",
        description =
            "the run time of the deadline: requested, or real where that is unknown (default), or"
                + " real")
    DeadlineRule.Basis deadline = DeadlineRule.DEFAULT.basis();

    @Option(
        names = "--from-zero",
        description = "count times from the first arrival, not as the trace counts them")
    private boolean fromZero;

    @Option(
        names = "--bad-lines",
        paramLabel = "WHAT",
        description =
            "what becomes of lines that are no jobs: refuse (default) or leave-out, which counts"
                + " them and shows the first")
    BadLineHandling badLines = SwfSettings.DEFAULTS.badLines();

    @Option(
        names = "--pet",
        paramLabel = "PET",
        description = "also write the PET of the real run times (.pet.csv)")
    private @Nullable Path pet; // an option of a group, whose files are completed by their type

    @Option(
        names = "--step",
        paramLabel = "TIME",
        description =
            "width of the bins of that PET, for example 30s; found from the run times if left out")
    Optional<Duration> step = Optional.empty();

    @Option(
        names = "--machine-type",
        paramLabel = "NAME",
        description =
            "name of the machine type on which the jobs ran, in the workload and that PET (the"
                + " PET has node if left out)")
    Optional<String> machineType = Optional.empty();

    Optional<Path> pet() {
      return Optional.ofNullable(pet);
    }
  }

  @Override
  protected void run() throws IOException {
    trace = given == null ? trace : given;
    SwfSettings settings = settings();
    OutputFile.checkWorkload("-o", output);
    OutputFile.check("-o", output, input);
    checkPetOutput();
    Problems problems = new Problems();
    Optional<FileKind> kind = mapping == null ? FileKind.of(input, problems) : Optional.empty();
    Optional<HcSystem> system = system(problems);
    problems.throwIfAny();
    if (mapping != null) {
      convertOther(mapping.mapping(settings, system.isPresent()), system);
    } else if (kind.orElseThrow() == FileKind.TRACE) {
      convertLog(Problems.demand(found -> SwfWorkloads.read(input, settings, system, found)));
    } else {
      refuseTraceOptions();
      convert(kind.get(), system);
    }
  }

  private SwfSettings settings() {
    return new SwfSettings(
        types(),
        trace.renames,
        CommandFailure.unlessRefused("--", () -> new DeadlineRule(trace.slack, trace.deadline)),
        trace.badLines,
        trace.fromZero);
  }

  private TypeRule types() {
    TypesBy field = trace.types.orElse(TypesBy.REQUESTED_TIME);
    if (field == TypesBy.REQUESTED_TIME) {
      return trace.classes.isEmpty()
          ? TypeRule.ByRequestedTime.DEFAULT
          : CommandFailure.unlessRefused(
              "--classes: ", () -> new TypeRule.ByRequestedTime(trace.classes));
    }
    CommandFailure.when(
        !trace.classes.isEmpty(),
        "--classes are of --types requested-time, not of %s",
        Names.word(field));
    return new TypeRule.ByField(SwfField.valueOf(field.name()));
  }

  private void checkPetOutput() throws IOException {
    Optional<Path> pet = trace.pet();
    CommandFailure.when(
        pet.isEmpty() && trace.step.isPresent(),
        "--step is of a PET; name one with --pet, or leave --step out");
    if (pet.isPresent()) {
      OutputFile.check("--pet", pet.get(), input);
      CommandFailure.when(
          pet.get().toAbsolutePath().normalize().equals(output.toAbsolutePath().normalize()),
          "--pet and -o name the same file; name two");
    }
  }

  private Optional<HcSystem> system(Problems problems) {
    return system
        .flatMap(file -> SystemFiles.read(file, problems))
        .map(loaded -> {
          print(loaded.notes());
          return loaded.value();
        });
  }

  private void refuseTraceOptions() {
    CommandFailure.when(
        given != null,
        "%s is no trace; leave out the options of traces (--help lists them)",
        input);
  }

  private void convert(FileKind kind, Optional<HcSystem> system) throws IOException {
    if (kind == FileKind.JOURNAL) {
      convertJournal(system);
      return;
    }
    CommandFailure.when(
        kind != FileKind.WORKLOAD && kind != FileKind.TRIAL_OF_PAPERS,
        "%s is no workload; expected a .csv, .dat, .swf, .swf.gz or .jsonl file",
        input);
    ContentsReader reader = new ContentsReader(PolicyRegistry::builtIn, MissingCells.CANNOT_RUN);
    Loaded<Contents> contents =
        Problems.demand(problems -> reader.read(input, kind, system, problems));
    print(contents.notes());
    write(contents.value().typed().orElseThrow());
  }

  private void convertJournal(Optional<HcSystem> system) throws IOException {
    CommandFailure.when(system.isPresent(), "a journal has its own task types; leave out --system");
    TypedWorkload typed =
        CommandFailure.unlessRefused(input + ": ", () -> RecordedRun.of(JournalFiles.read(input)))
            .recorded();
    int without = typed.workload().size() - typed.workload().recorded().size();
    if (without > 0) {
      print(
          List.of(
              "%s without an execution time: they did not run to a successful end"
                  .formatted(Names.count(without, "task"))));
    }
    write(typed);
  }

  /** Converts a log by its columns. */
  private void convertOther(LogMapping columns, Optional<HcSystem> system) throws IOException {
    CommandFailure.when(
        trace.types.isPresent() || !trace.classes.isEmpty(),
        "--types and --classes are of traces (SWF) only");
    convertLog(Problems.demand(problems -> MappedLogs.read(input, columns, system, problems)));
  }

  private void convertLog(Loaded<TypedWorkload> log) throws IOException {
    Optional<MeasuredPet> pet = pet(log.value());
    print(log.notes());
    write(trace.machineType.map(log.value()::recordedOn).orElse(log.value()));
    if (pet.isPresent()) {
      writePet(pet.get());
    }
  }

  private String machineType() {
    return trace.machineType.orElse(MACHINE_TYPE);
  }

  private Optional<MeasuredPet> pet(TypedWorkload log) {
    return trace
        .pet()
        .map(_ ->
            Problems.demand(problems ->
                MeasuredPet.of(
                    log,
                    machineType(),
                    PetLattice.ticks(trace.step, log.tick(), "change it, or the tick of --system"),
                    problems.in(input))));
  }

  private void write(TypedWorkload typed) throws IOException {
    OutputFile.write(output, file -> WorkloadFiles.write(file, typed));
    say(
        "wrote %s: %s of %s%n",
        output,
        Names.count(typed.workload().size(), "task"),
        Names.count(
            typed.workload().tasks().stream().mapToInt(task -> task.type()).distinct().count(),
            "type"));
  }

  private void writePet(MeasuredPet pet) throws IOException {
    Path file = trace.pet().orElseThrow();
    OutputFile.write(file, part -> PetFiles.write(part, pet.table(), pet.notes()));
    if (pet.table().machineTypes().equals(List.of(machineType()))) {
      print(
          List.of(
              "the trace names no machine types: real run times of all jobs are taken as those of"
                  + " one, "
                  + machineType()));
    }
    print(pet.notes());
    say("wrote %s: %s, of the real run times%n", file, Contents.of(pet.table()).summary());
  }

  private void print(List<String> notes) {
    notes.forEach(note -> out().println("note: " + note));
  }
}
