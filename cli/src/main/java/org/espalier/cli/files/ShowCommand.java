package org.espalier.cli.files;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MissingCells;
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
    Display display = plain ? new Display(display().width(), true) : display();
    print(contents, display, out());
  }

  private Optional<Loaded<Contents>> read(Problems problems) {
    Optional<HcSystem> ofWorkload =
        system.flatMap(path -> SystemFiles.read(path, problems)).map(Loaded::value);
    Optional<FileKind> kind = FileKind.of(file, problems);
    kind.filter(found -> !found.isShown())
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
    contents.value().view().print(display, out);
  }
}
