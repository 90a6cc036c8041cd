package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
import org.espalier.workload.trace.WorkloadFiles;

/** One call of {@code espalier workload convert}. */
final class WorkloadConvert {
  private static final String MACHINE_TYPE = "node";

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
    OutputFile.checkWorkload("-o", command.output);
    OutputFile.check("-o", command.output, command.input);
    checkPetOutput();
    Problems problems = new Problems();
    Optional<FileKind> kind = FileRecogniser.recognise(command.input, problems);
    Optional<HcSystem> system = system(problems);
    problems.throwIfAny();
    if (kind.orElseThrow() == FileKind.TRACE) {
      convertTrace(settings, system);
    } else {
      refuseTraceOptions();
      convert(kind.get(), system);
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
            trace.deadline.orElse(DeadlineRule.DEFAULT.basis())));
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

  private void convert(FileKind kind, Optional<HcSystem> system) throws IOException {
    if (kind != FileKind.WORKLOAD && kind != FileKind.TRIAL_OF_PAPERS) {
      throw new CommandFailure(
          command.input + " is no workload; expected a .csv, .dat, .swf or .swf.gz file");
    }
    ContentsReader reader = new ContentsReader(PolicyRegistry::builtIn, MissingCells.CANNOT_RUN);
    Loaded<Contents> contents =
        Problems.demand(problems -> reader.read(command.input, kind, system, problems));
    print(contents.notes());
    if (contents.value() instanceof Contents.OfWorkload workload) {
      write(workload.typed());
    }
  }

  private void convertTrace(SwfSettings settings, Optional<HcSystem> system) throws IOException {
    Loaded<SwfTrace> trace;
    try (RunProgress progress = RunProgress.ofReading(command.input, err)) {
      trace =
          Problems.demand(problems ->
              SwfWorkloads.read(command.input, settings, system, progress::bytesRead, problems));
    }
    Optional<MeasuredPet> pet = pet(trace.value());
    print(trace.notes());
    write(trace.value().typed());
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

  private void write(TypedWorkload typed) throws IOException {
    WholeFile.write(command.output, file -> WorkloadFiles.write(file, typed));
    out.printf(
        "wrote %s: %s of %s%n",
        command.output,
        Summary.count(typed.workload().size(), "task"),
        Summary.count(
            typed.workload().tasks().stream().mapToInt(task -> task.type()).distinct().count(),
            "type"));
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
