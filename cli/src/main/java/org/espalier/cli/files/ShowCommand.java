package org.espalier.cli.files;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MeasuredPet;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.pet.PetTable;
import org.espalier.workload.power.PowerTable;
import org.espalier.workload.system.SystemFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier show}: what a system, a PET or a workload holds. */
@Command(
    name = "show",
    description =
        "Shows what a system, a PET, power, a workload, a trace or a file of samples holds.",
    footer = {
      "",
      "The shape of each distribution is drawn from its least to its greatest time.",
      "",
      "Examples:",
      "  espalier show inputs/spec/system.yaml",
      "  espalier show --plain video.pet.csv",
      "  espalier show --system classes.etc arr15k/trial_1.dat"
    })
final class ShowCommand extends Subcommand {
  private static final Set<FileKind> NOT_SHOWN =
      EnumSet.of(
          FileKind.STUDY,
          FileKind.TRADE_OFF,
          FileKind.LIVE,
          FileKind.PROFILE_PLAN,
          FileKind.MEANS,
          FileKind.JOURNAL);

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description =
          "a system (.yaml), PET (.etc, .pet.csv), power (.power.csv), workload (.dat, .csv), trace"
              + " (.swf, .swf.gz) or samples (.csv)")
  private Path file;

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description = "the system (.yaml, .etc) that a workload is for: names, load and slack")
  private Optional<Path> system;

  @Option(names = "--plain", description = "use ASCII characters only")
  private boolean plain;

  @Override
  protected void run() {
    Loaded<Contents> contents = Problems.demand(this::read);
    print(contents, display(plain), out());
  }

  private Optional<Loaded<Contents>> read(Problems problems) {
    Optional<HcSystem> ofWorkload =
        system.flatMap(path -> SystemFiles.read(path, problems)).map(Loaded::value);
    Optional<FileKind> kind = FileKind.of(file, problems);
    kind.filter(NOT_SHOWN::contains)
        .ifPresent(other -> {
          throw new CommandFailure(
              "%s is %s, which cannot be shown; %s".formatted(file, other.words(), other.use()));
        });
    ContentsReader reader = new ContentsReader(PolicyRegistry::builtIn, MissingCells.CANNOT_RUN);
    return kind.flatMap(known -> reader.read(file, known, ofWorkload, problems));
  }

  private static void print(Loaded<Contents> contents, Display display, PrintWriter out) {
    out.println(contents.value().summary());
    contents.notes().forEach(note -> out.println("note: " + note));
    switch (contents.value()) {
      case Contents.OfSystem c -> printSystem(c.system(), display, out);
      case Contents.OfPet c -> new PetView(c.table(), display).print(out);
      case Contents.OfPower c -> printPower(c.table(), display, out);
      case Contents.OfSamples c -> printSamples(c.measured(), display, out);
      case Contents.OfWorkload c -> new WorkloadView(c, display).print(out);
      case Contents.OfTrace c ->
          new WorkloadView(new Contents.OfWorkload(c.typed(), Optional.empty()), display)
              .print(out);
      case Contents.OfStudy _,
          Contents.OfTradeOff _,
          Contents.OfProfilePlan _,
          Contents.OfLive _,
          Contents.OfMeans _,
          Contents.OfJournal _ -> {}
    }
  }

  private static void printSamples(MeasuredPet measured, Display display, PrintWriter out) {
    PetTable pet = measured.table();
    new SamplesView(measured, display).print(out);
    out.println();
    out.printf(
        "Their histograms, with a step of %s (espalier pet build writes them as a PET):%n",
        new PetLattice(pet.matrix(), pet.tick()).stepText());
    new PetView(pet, display).print(out);
  }

  private static void printSystem(HcSystem system, Display display, PrintWriter out) {
    new MachinesView(system, display).print(out);
    PetView.of(system, display).print(out);
    system.apc().ifPresent(apc -> printPower(PowerTable.of(system, apc), display, out));
  }

  private static void printPower(PowerTable table, Display display, PrintWriter out) {
    out.println();
    out.println("Power in P-state 0, W");
    new MatrixView(
            table.taskTypes(),
            table.machineTypes(),
            (i, j) -> TextTable.fixed(watts(table, i, j), 1))
        .print(out, display.width());
  }

  private static double watts(PowerTable table, int taskType, int machineType) {
    return table.matrix().canRun(taskType, machineType)
        ? table.matrix().get(taskType, machineType, 0)
        : Double.NaN;
  }
}
