package org.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;

/** One call of {@code espalier show}. */
final class ShowRun {
  private final ShowCommand command;
  private final PrintWriter out;
  private final Display display;

  ShowRun(ShowCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.display = Display.of(command.spec, command.plain);
  }

  int run() {
    Problems problems = new Problems();
    Path file = command.file;
    Optional<HcSystem> system =
        command.system.flatMap(s -> SystemFiles.read(s, problems)).map(Loaded::value);
    Optional<FileKind> kind = FileRecogniser.recognise(file, problems);
    kind.ifPresent(this::refuseOthers);
    ContentsReader reader = new ContentsReader(PolicyRegistry::builtIn, MissingCells.CANNOT_RUN);
    Optional<Loaded<Contents>> contents =
        kind.flatMap(known -> reader.read(file, known, system, problems));
    problems.throwIfAny();
    print(contents.orElseThrow());
    return ExitCode.OK;
  }

  private void refuseOthers(FileKind kind) {
    String remedy =
        switch (kind) {
          case STUDY -> "a study; show the system that it names, or run it: espalier run";
          case TRADE_OFF -> "a study of a trade-off; search it: espalier pareto";
          case LIVE -> "a live system; show the system that it names, or serve it: espalier serve";
          case PROFILE_PLAN -> "a plan of measurements; run it: espalier profile";
          case MEANS -> "a file of means; show a system that draws a PET around them";
          case JOURNAL -> "a journal, which cannot be shown; espalier check counts its entries";
          default -> "";
        };
    if (!remedy.isEmpty()) {
      throw new CommandFailure(command.file + " is " + remedy);
    }
  }

  private void print(Loaded<Contents> contents) {
    out.println(Summary.of(contents.value()));
    contents.notes().forEach(note -> out.println("note: " + note));
    switch (contents.value()) {
      case Contents.OfSystem c -> printSystem(c.system());
      case Contents.OfPet c -> new PetView(c.table(), display).print(out);
      case Contents.OfPower c -> printPower(c.table());
      case Contents.OfSamples c -> printSamples(c.measured());
      case Contents.OfWorkload c -> new WorkloadView(c, display).print(out);
      case Contents.OfTrace c ->
          new WorkloadView(new Contents.OfWorkload(c.typed(), Optional.empty()), display)
              .print(out);
      case Contents.OfStudy c -> {}
      case Contents.OfTradeOff c -> {}
      case Contents.OfProfilePlan c -> {}
      case Contents.OfLive c -> {}
      case Contents.OfMeans c -> {}
      case Contents.OfJournal c -> {}
    }
    out.flush();
  }

  private void printSamples(MeasuredPet measured) {
    PetTable pet = measured.table();
    new SamplesView(measured, display).print(out);
    out.println();
    out.printf(
        "Their histograms, with a step of %s (espalier pet build writes them as a PET):%n",
        new PetLattice(pet.matrix(), pet.tick()).stepText());
    new PetView(pet, display).print(out);
  }

  private void printSystem(HcSystem system) {
    new MachinesView(system, display).print(out);
    PetView.of(system, display).print(out);
    system.apc().ifPresent(apc -> printPower(PowerTable.of(system, apc)));
  }

  private void printPower(PowerTable table) {
    out.println();
    out.println("Power in P-state 0, W");
    new MatrixView(table.taskTypes(), table.machineTypes(), (i, j) -> watts(table, i, j))
        .print(out, display.width());
  }

  private static String watts(PowerTable table, int taskType, int machineType) {
    return table.matrix().canRun(taskType, machineType)
        ? String.format(Locale.ROOT, "%.1f", table.matrix().get(taskType, machineType, 0))
        : "-";
  }
}
