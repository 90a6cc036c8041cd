package org.espalier.cli.files;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.core.model.HcSystem;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Loaded;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problem;
import org.espalier.workload.document.ProblemList;
import org.espalier.workload.document.Problems;
import org.espalier.workload.pet.MissingCells;
import org.espalier.workload.system.SystemFiles;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier check}: finds all that is wrong with files. */
@Command(
    name = "check",
    description = "Checks files, and tells all that is wrong with all of them at once.",
    footer = {
      "",
      "Each problem is on one line: file:line: path: what is wrong (value ...); what to do.",
      "The exit code is 0 if all files are good, 2 if not.",
      "",
      "Examples:",
      "  espalier check studies/*.yaml inputs/spec/system.yaml",
      "  espalier check live.yaml",
      "  espalier check --system classes.etc arr15k/*.dat"
    })
final class CheckCommand extends Subcommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "a study, a system or a live system (.yaml), a PET (.etc, .pet.csv), power (.power.csv),"
              + " a workload (.dat, .csv), a trace (.swf, .swf.gz), samples or means (.csv), or a"
              + " journal (.jsonl)")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--system",
      paramLabel = "FILE",
      description =
          "the system (.yaml, .etc) whose task types the workloads have; the one system among the"
              + " files if left out; without any, workloads are checked for themselves only")
  private Optional<Path> system;

  @Mixin private PluginOptions plugins;

  private final List<Checked> checked = new ArrayList<>();
  private final Set<Problem> told = new HashSet<>();

  /** A file with what came of it. */
  private static final class Checked {
    private final Path file;
    private final Problems problems = new Problems();
    private Optional<FileKind> kind = Optional.empty();
    private Optional<Loaded<Contents>> contents = Optional.empty();

    Checked(Path file) {
      this.file = file;
    }

    void read(ContentsReader reader, Optional<HcSystem> system) {
      contents = kind.flatMap(known -> reader.read(file, known, system, problems));
    }

    boolean isSystem() {
      return kind.filter(FileKind::isSystem).isPresent();
    }

    boolean isGood() {
      return problems.isEmpty() && contents.isPresent();
    }
  }

  @Override
  protected void run() {
    PolicyRegistry registry = plugins.registry();
    ContentsReader reader = new ContentsReader(() -> registry, MissingCells.ERROR);
    files.stream().distinct().map(Checked::new).forEach(checked::add);
    checked.forEach(f -> f.kind = FileKind.of(f.file, f.problems));
    checked.stream().filter(Checked::isSystem).forEach(f -> f.read(reader, Optional.empty()));
    Problems ofSystem = new Problems();
    Optional<HcSystem> system = system(ofSystem);
    checked.stream().filter(f -> !f.isSystem()).forEach(f -> f.read(reader, system));
    printProblems(ofSystem);
    print();
    if (!ofSystem.isEmpty() || !checked.stream().allMatch(Checked::isGood)) {
      endAsOnBadInput();
    }
  }

  /** The system to hold workloads to: the one that was given, or the only one among the files. */
  private Optional<HcSystem> system(Problems problems) {
    if (system.isPresent()) {
      return SystemFiles.read(system.get(), problems).map(Loaded::value);
    }
    List<Checked> systems = checked.stream().filter(Checked::isSystem).toList();
    return systems.size() == 1
        ? SystemFiles.read(systems.getFirst().file, new Problems()).map(Loaded::value)
        : Optional.empty();
  }

  private void print() {
    int width =
        checked.stream()
            .filter(Checked::isGood)
            .mapToInt(f -> f.file.toString().length())
            .max()
            .orElse(0);
    for (Checked f : checked) {
      f.contents.filter(c -> f.isGood()).ifPresent(c -> printGood(f.file, c, width));
      printProblems(f.problems);
    }
    if (checked.size() > 1 || told.size() > 1) {
      out().println(total());
    }
  }

  private void printGood(Path file, Loaded<Contents> contents, int width) {
    String path = file + " ".repeat(width - file.toString().length());
    out()
        .println(
            "%s  %s  %s"
                .formatted(ansi().string("@|green ok|@"), path, contents.value().summary()));
    contents.notes().forEach(note -> out().println("    note: " + note));
  }

  private void printProblems(Problems problems) {
    ProblemList.lines(problems.listed().stream().filter(told::add).toList())
        .forEach(out()::println);
    long rest = problems.count() - problems.listed().size();
    if (rest > 0) {
      say("%s: and %,d more%n", problems.listed().getFirst().file(), rest);
    }
  }

  private Ansi ansi() {
    return spec().commandLine().getColorScheme().ansi();
  }

  private String total() {
    long good = checked.stream().filter(Checked::isGood).count();
    long problems =
        told.size()
            + checked.stream()
                .mapToLong(f -> f.problems.count() - f.problems.listed().size())
                .sum();
    return String.format(
        Locale.ROOT,
        "%s, %,d ok; %s",
        Names.count(checked.size(), "file"),
        good,
        Names.count(problems, "problem"));
  }
}
