package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.cli.WorkloadConvertCommand.TraceOptions;
import org.espalier.cli.WorkloadConvertCommand.TypesBy;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.swf.DeadlineRule;
import org.espalier.workload.swf.SwfField;
import org.espalier.workload.swf.SwfSettings;
import org.espalier.workload.swf.SwfTrace;
import org.espalier.workload.swf.SwfWorkloads;
import org.espalier.workload.swf.TypeRule;
import org.espalier.workload.system.SystemFiles;
import org.espalier.workload.trace.TypedWorkload;

/** One call of {@code espalier workload convert}. */
final class WorkloadConvert {
  private static final String MACHINE_TYPE = "node";
  private static final int SHOWN_TYPES = 20;

  private final WorkloadConvertCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  WorkloadConvert(WorkloadConvertCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() throws IOException {
    SwfSettings settings = settings();
    WorkloadFormat format = format();
    OutputFile.check("-o", command.output, command.input);
    checkPetOutput();
    Problems problems = new Problems();
    Optional<FileKind> kind = FileRecogniser.recognise(command.input, problems);
    Optional<HcSystem> system = system(problems);
    problems.throwIfAny();
    system.ifPresent(format::checkTick);
    if (kind.orElseThrow() == FileKind.TRACE) {
      convertTrace(settings, system, format);
    } else {
      refuseTraceOptions();
      convert(kind.get(), system, format);
    }
    out.flush();
    return ExitCode.OK;
  }

  private SwfSettings settings() {
    TraceOptions trace = command.trace;
    return new SwfSettings(
        types(trace),
        trace.renames,
        new DeadlineRule(
            trace.slack.orElse(DeadlineRule.DEFAULT.slack()),
            trace.deadline.orElse(DeadlineRule.DEFAULT.basis())),
        trace.unsorted.orElse(SwfSettings.DEFAULTS.order()));
  }

  private static TypeRule types(TraceOptions trace) {
    TypesBy field = trace.types.orElse(TypesBy.REQUESTED_TIME);
    if (field == TypesBy.REQUESTED_TIME) {
      return trace.classes.orElse(TypeRule.ByRequestedTime.DEFAULT);
    }
    if (trace.classes.isPresent()) {
      throw new CommandFailure(
          "--classes are of --types requested-time, not of " + Names.word(field));
    }
    return new TypeRule.ByField(SwfField.valueOf(field.name()));
  }

  private WorkloadFormat format() {
    String name = command.output.toString();
    if (command.format.isEmpty() && name.matches("(?i).*\\.swf(\\.gz)?")) {
      throw new CommandFailure(
          "-o: SWF is read only, as workloads lack the run times that it holds;"
              + " name a .csv or .dat file");
    }
    return command
        .format
        .or(() -> WorkloadFormat.byEnding(command.output))
        .orElseThrow(() ->
            new CommandFailure(
                "-o: the ending of %s tells no format; name a .csv or .dat file, or give --format"
                    .formatted(name)));
  }

  private void checkPetOutput() throws IOException {
    Optional<Path> pet = command.trace.pet();
    if (pet.isPresent()) {
      OutputFile.check("--pet", pet.get(), command.input);
      if (pet.get()
          .toAbsolutePath()
          .normalize()
          .equals(command.output.toAbsolutePath().normalize())) {
        throw new CommandFailure("--pet and -o name the same file; name two");
      }
    }
  }

  private Optional<HcSystem> system(Problems problems) {
    return command
        .system
        .flatMap(file -> SystemFiles.read(file, problems))
        .map(loaded -> {
          print(loaded.notes());
          return loaded.value();
        });
  }

  private void refuseTraceOptions() {
    if (!command.trace.isEmpty()) {
      throw new CommandFailure(
          "%s is no trace; leave out the options of traces (--help lists them)"
              .formatted(command.input));
    }
  }

  private void convert(FileKind kind, Optional<HcSystem> system, WorkloadFormat format)
      throws IOException {
    if (kind != FileKind.WORKLOAD && kind != FileKind.TRIAL_OF_PAPERS) {
      throw new CommandFailure(
          command.input + " is no workload; expected a .csv, .dat, .swf or .swf.gz file");
    }
    ContentsReader reader = new ContentsReader(PolicyRegistry::builtIn, MissingCells.CANNOT_RUN);
    Loaded<Contents> contents =
        Problems.demand(problems -> reader.read(command.input, kind, system, problems));
    print(contents.notes());
    if (contents.value() instanceof Contents.OfWorkload workload) {
      write(workload.typed(), system, format);
    }
  }

  private void convertTrace(SwfSettings settings, Optional<HcSystem> system, WorkloadFormat format)
      throws IOException {
    Loaded<SwfTrace> trace;
    try (RunProgress progress = RunProgress.ofReading(command.input, err)) {
      trace =
          Problems.demand(problems ->
              SwfWorkloads.read(command.input, settings, system, progress::bytesRead, problems));
    }
    Optional<MeasuredPet> pet = pet(trace.value());
    print(trace.notes());
    write(trace.value().typed(), system, format);
    if (pet.isPresent()) {
      writePet(pet.get());
    }
  }

  private String machineType() {
    return command.trace.machineType.orElse(MACHINE_TYPE);
  }

  private Optional<MeasuredPet> pet(SwfTrace trace) {
    return command
        .trace
        .pet()
        .map(
            _ -> Problems.demand(problems -> trace.pet(machineType(), problems.in(command.input))));
  }

  private void write(TypedWorkload typed, Optional<HcSystem> system, WorkloadFormat format)
      throws IOException {
    long[] rounded = {0};
    WholeFile.write(command.output, file -> rounded[0] = format.write(file, typed));
    if (rounded[0] > 0) {
      print(List.of(WorkloadFormat.roundedNote(command.output, rounded[0])));
    }
    if (format == WorkloadFormat.DAT && system.isEmpty()) {
      print(List.of("task types are numbered: " + numbers(typed.taskTypes())));
    }
    out.printf(
        "wrote %s: %s of %s%n",
        command.output,
        Summary.count(typed.workload().size(), "task"),
        Summary.count(
            typed.workload().tasks().stream().mapToInt(task -> task.type()).distinct().count(),
            "type"));
  }

  private static String numbers(List<String> names) {
    String first =
        IntStream.range(0, Math.min(SHOWN_TYPES, names.size()))
            .mapToObj(i -> i + " " + names.get(i))
            .collect(Collectors.joining(", "));
    int rest = names.size() - SHOWN_TYPES;
    return rest > 0 ? "%s and %,d more".formatted(first, rest) : first;
  }

  private void writePet(MeasuredPet pet) throws IOException {
    Path file = command.trace.pet().orElseThrow();
    WholeFile.write(file, part -> PetFiles.write(part, pet.table()));
    PetLattice lattice = new PetLattice(pet.table().matrix(), pet.table().tick());
    print(
        List.of(
            "the trace names no machine types: real run times of all jobs are taken as those of"
                + " one, "
                + machineType()));
    out.printf(
        "wrote %s: PET of the real run times, %s x 1 machine type, tick %s, step %s%n",
        file,
        Summary.count(pet.table().taskTypes().size(), "task type"),
        lattice.tickText(),
        lattice.stepText());
  }

  private void print(List<String> notes) {
    notes.forEach(note -> out.println("note: " + note));
  }
}
