package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.model.PetMatrix;
import org.espalier.core.pmf.Pmf;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.pet.MeasuredFiles;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetFiles;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.pet.SampleFiles;
import org.espalier.workload.pet.SampleSettings;
import org.espalier.workload.pet.TypeChoice;

/** One call of {@code espalier pet build}. */
final class PetBuild {
  private final PetBuildCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  PetBuild(PetBuildCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() throws IOException {
    TypeChoice choice = new TypeChoice(command.taskTypes, command.machineTypes);
    MeasuredFiles files = new MeasuredFiles(command.samples, command.means, choice);
    SampleSettings settings = settings();
    checkOutput(files);
    MeasuredPet measured = read(files, settings);
    if (command.missing == MissingCells.ERROR) {
      refuseMissing(measured, files.means().isPresent());
    }
    WholeFile.write(command.output, file -> PetFiles.write(file, measured.table()));
    print(measured, settings);
    return ExitCode.OK;
  }

  private SampleSettings settings() {
    Duration tick = command.tick;
    Optional<Duration> step = command.step;
    if (step.isPresent() && !tick.multipliedBy(step.get().dividedBy(tick)).equals(step.get())) {
      throw new CommandFailure(
          "--step %s is not a whole number of ticks of %s; change --step or --tick"
              .formatted(Quantities.text(step.get()), Quantities.text(tick)));
    }
    OptionalLong ticks =
        step.map(s -> OptionalLong.of(s.dividedBy(tick))).orElse(OptionalLong.empty());
    // Missing cells are told by refuseMissing, which names all of them.
    return new SampleSettings(tick, ticks, MissingCells.CANNOT_RUN);
  }

  private void checkOutput(MeasuredFiles files) throws IOException {
    if (command.output.toString().endsWith(".etc")) {
      throw new CommandFailure(
          "-o: a PET is written as CSV; name it %s".formatted(asCsv(command.output)));
    }
    OutputFile.check("-o", command.output, command.samples);
    if (files.means().isPresent()) {
      OutputFile.check("-o", command.output, files.means().get());
    }
  }

  private static String asCsv(Path output) {
    return String.valueOf(output.getFileName()).replaceFirst("\\.etc$", ".pet.csv");
  }

  private MeasuredPet read(MeasuredFiles files, SampleSettings settings) {
    try (RunProgress progress = RunProgress.ofReading(command.samples, err)) {
      LongConsumer bytes = progress::bytesRead;
      return Problems.demand(problems -> SampleFiles.measure(files, settings, bytes, problems))
          .value();
    }
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
                  command.samples,
                  Summary.count(missing, "cell"),
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

  private void print(MeasuredPet measured, SampleSettings settings) {
    PetMatrix matrix = measured.table().matrix();
    PetLattice lattice = new PetLattice(matrix, measured.table().tick());
    out.println(Summary.of(new Contents.OfSamples(measured)));
    new SamplesView(measured, Display.of(command.spec, false)).print(out);
    out.println();
    out.printf(
        "step %s%s, tick %s%n",
        lattice.stepText(),
        settings.step().isPresent() ? "" : " (found from the samples)",
        lattice.tickText());
    if (measured.leftOut() > 0) {
      out.printf(
          "left out %s of tasks that ran beside others%n",
          Summary.count(measured.leftOut(), "sample"));
    }
    out.printf(
        "wrote %s: %s, %s%n",
        command.output, cells(matrix), Summary.count(impulses(matrix), "impulse"));
    out.flush();
  }

  private static String cells(PetMatrix matrix) {
    long missing = PetLattice.cellsThatCannotRun(matrix);
    long all = (long) matrix.taskTypes() * matrix.machineTypes();
    return "%s%s"
        .formatted(
            Summary.count(all - missing, "cell"),
            missing == 0 ? "" : ", %,d that cannot run".formatted(missing));
  }

  private static long impulses(PetMatrix matrix) {
    long impulses = 0;
    for (int i = 0; i < matrix.taskTypes(); i++) {
      for (int j = 0; j < matrix.machineTypes(); j++) {
        for (int p = 0; p < matrix.pStates(j); p++) {
          impulses += matrix.find(i, j, p).map(Pmf::impulses).orElse(0);
        }
      }
    }
    return impulses;
  }
}
