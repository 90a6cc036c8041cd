package org.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.ProblemList;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.system.SystemFiles;
import picocli.CommandLine.Help.Ansi;

/** One call of {@code espalier check}. */
final class CheckRun {
  private final CheckCommand command;
  private final PrintWriter out;
  private final Ansi ansi;
  private final ContentsReader reader;
  private final List<Checked> files = new ArrayList<>();
  private final Set<Problem> told = new HashSet<>();

  CheckRun(CheckCommand command, PrintWriter out) {
    this.command = command;
    this.out = out;
    this.ansi = command.spec.commandLine().getColorScheme().ansi();
    PolicyRegistry registry = command.plugins.registry();
    this.reader = new ContentsReader(() -> registry, MissingCells.ERROR);
  }

  /** A file with what came of it. */
  private static final class Checked {
    private final Path file;
    private final Problems problems = new Problems();
    private Optional<FileKind> kind = Optional.empty();
    private Optional<Loaded<Contents>> contents = Optional.empty();

    Checked(Path file) {
      this.file = file;
    }

    boolean isSystem() {
      return kind.filter(FileKind::isSystem).isPresent();
    }

    boolean isGood() {
      return problems.isEmpty() && contents.isPresent();
    }
  }

  int run() {
    command.files.stream().distinct().map(Checked::new).forEach(files::add);
    files.forEach(f -> f.kind = FileRecogniser.recognise(f.file, f.problems));
    files.stream().filter(Checked::isSystem).forEach(f -> read(f, Optional.empty()));
    Problems ofSystem = new Problems();
    Optional<HcSystem> system = system(ofSystem);
    files.stream().filter(f -> !f.isSystem()).forEach(f -> read(f, system));
    printProblems(ofSystem);
    print();
    boolean good = ofSystem.isEmpty() && files.stream().allMatch(Checked::isGood);
    return good ? ExitCode.OK : ExitCode.BAD_INPUT;
  }

  private void read(Checked f, Optional<HcSystem> system) {
    f.contents = f.kind.flatMap(kind -> reader.read(f.file, kind, system, f.problems));
  }

  /** The system to hold workloads to: the one that was given, or the only one among the files. */
  private Optional<HcSystem> system(Problems problems) {
    if (command.system.isPresent()) {
      return SystemFiles.read(command.system.get(), problems).map(Loaded::value);
    }
    List<Checked> systems = files.stream().filter(Checked::isSystem).toList();
    return systems.size() == 1
        ? SystemFiles.read(systems.getFirst().file, new Problems()).map(Loaded::value)
        : Optional.empty();
  }

  private void print() {
    int width =
        files.stream()
            .filter(Checked::isGood)
            .mapToInt(f -> f.file.toString().length())
            .max()
            .orElse(0);
    for (Checked f : files) {
      f.contents.filter(c -> f.isGood()).ifPresent(c -> printGood(f.file, c, width));
      printProblems(f.problems);
    }
    if (files.size() > 1 || told.size() > 1) {
      out.println(total());
    }
    out.flush();
  }

  private void printGood(Path file, Loaded<Contents> contents, int width) {
    String path = file + " ".repeat(width - file.toString().length());
    out.println(
        "%s  %s  %s".formatted(ansi.string("@|green ok|@"), path, Summary.of(contents.value())));
    contents.notes().forEach(note -> out.println("    note: " + note));
  }

  private void printProblems(Problems problems) {
    ProblemList.lines(problems.listed().stream().filter(told::add).toList()).forEach(out::println);
    long rest = problems.count() - problems.listed().size();
    if (rest > 0) {
      out.printf("%s: and %,d more%n", problems.listed().getFirst().file(), rest);
    }
  }

  private String total() {
    long good = files.stream().filter(Checked::isGood).count();
    long problems =
        told.size()
            + files.stream().mapToLong(f -> f.problems.count() - f.problems.listed().size()).sum();
    return "%s, %,d ok; %s"
        .formatted(Summary.count(files.size(), "file"), good, Summary.count(problems, "problem"));
  }
}
