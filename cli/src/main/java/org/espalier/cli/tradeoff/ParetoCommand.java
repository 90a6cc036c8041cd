package org.espalier.cli.tradeoff;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.result.ParetoDirectory;
import org.espalier.analysis.result.SystemsReport;
import org.espalier.analysis.run.FoundBound;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.run.ParetoRun;
import org.espalier.analysis.run.SearchCheckpoint;
import org.espalier.analysis.run.SearchSettings;
import org.espalier.analysis.run.Snapshot;
import org.espalier.analysis.study.FrontMethod;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.ParetoStudyReader;
import org.espalier.cli.files.FileKind;
import org.espalier.cli.files.GeneratedInputs;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.cli.terminal.StopHook;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.Version;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.report.ColumnKind;
import org.espalier.report.OwnDirectory;
import org.espalier.report.ReportColumn;
import org.espalier.report.ReportRow;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;
import org.espalier.workload.process.ShellWord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier pareto}: searches the front of a trade-off. */
@Command(
    name = "pareto",
    description = {
      "Searches static allocations for two of utility, makespan, energy, cost and robustness.",
      "",
      "Who to run where, when all tasks are known: the Pareto front, a bound on it, and what the"
          + " allocations on it are like. Ctrl-C keeps the front so far, and --resume goes on from"
          + " there; so it does after a crash."
    },
    footer = {
      "",
      "Examples:",
      "  espalier pareto studies/pareto/data-set-1.yaml",
      "  espalier pareto studies/pareto/data-set-3.yaml --method sweep",
      "  espalier pareto studies/pareto/data-set-3.yaml --generations 100000 --time 10min",
      "  espalier pareto studies/pareto/data-set-3.yaml --resume",
      "  espalier pareto studies/pareto/nine-types.yaml --bounds-only --set \"machines.AMD"
          + " A8-3870k=0..8/2\"",
      "",
      "docs/pareto-reference.yaml shows every option of a study."
    })
public final class ParetoCommand extends Subcommand {
  private static final double MANY = 1e6;

  @Parameters(index = "0", paramLabel = "STUDY.yaml", description = "the study")
  private Path study;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description =
          "sweep (by prices, in seconds), nsga2 (the genetic algorithm alone), or both: nsga2 from"
              + " the front of the sweep; the study's if left out")
  private Optional<FrontMethod> method;

  @Option(
      names = "--generations",
      paramLabel = "N",
      converter = OptionTypes.CountOrNone.class,
      description = "generations of nsga2 in place of the study's")
  private Optional<Integer> generations;

  @Option(
      names = "--time",
      paramLabel = "DURATION",
      description =
          "how long the search may take, as 30s or 10min; what is found by then hangs on the"
              + " machine")
  private Optional<Duration> time;

  @Option(names = "--seed", paramLabel = "N", description = "seed in place of the study's")
  private Optional<Long> seed;

  @Option(
      names = "--set",
      paramLabel = "machines.TYPE=N[,N...]",
      description =
          "another number of machines of a type; several compare such systems in one table; may be"
              + " repeated")
  private List<String> machines = new ArrayList<>();

  @Option(
      names = "--bounds-only",
      description = "shows bounds, which takes milliseconds for makespan and energy, and no fronts")
  private boolean boundsOnly;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "threads; all cores if left out; fronts of counted searches do not depend on it")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results go; results/<name of the study>, with -systems for several, if left out")
  private Optional<Path> out;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "how much of a search a crash may lose at most; default ${DEFAULT-VALUE}")
  private Duration checkpointEvery;

  @Mixin private ResumeOptions resume;

  @Mixin private PluginOptions plugins;

  /** Whether the user wants the search to end. */
  private final AtomicBoolean stopped = new AtomicBoolean();

  @Override
  protected void run() throws IOException {
    CommandFailure.when(
        boundsOnly && (method.isPresent() || generations.isPresent()),
        "--bounds-only searches no front; leave out --method and --generations");
    PolicyRegistry registry = plugins.registry();
    List<ParetoStudy> studies = studies(registry);
    CommandFailure.when(
        generations.isPresent() && !studies.getFirst().search().method().evolves(),
        "--generations is for nsga2, which method sweep does not run; leave it out");
    try (StopHook _ = StopHook.calling(() -> stopped.set(true))) {
      if (studies.size() > 1 || boundsOnly) {
        compare(studies, registry);
      } else {
        search(studies.getFirst(), registry);
      }
    }
  }

  private List<ParetoStudy> studies(PolicyRegistry registry) {
    Problems problems = new Problems();
    FileKind.TRADE_OFF.isNotOf(study, problems);
    problems.throwIfAny();
    ParetoStudyReader.Overrides overrides =
        new ParetoStudyReader.Overrides(method, generations, time, seed, machines);
    List<ParetoStudy> read =
        ParetoStudyReader.read(study, overrides, registry, new GeneratedInputs(), problems);
    problems.throwIfAny();
    return read;
  }

  private Path place(ParetoStudy study, String ending) {
    return out.orElseGet(() -> Path.of("results").resolve(study.about().name() + ending));
  }

  /** It stands beside the results, which take its place only when they are whole. */
  private SearchCheckpoint checkpoint(Path directory) throws IOException {
    Path path = directory.resolveSibling(directory.getFileName() + ".checkpoint");
    SearchCheckpoint checkpoint = new SearchCheckpoint(path);
    resume.check(path, checkpoint.isThere(), "search");
    if (!resume.resumes()) {
      checkpoint.forget();
    } else if (checkpoint.obstacle().isPresent()) {
      throw new CommandFailure(checkpoint.obstacle().get() + "; begin anew with --restart");
    }
    return checkpoint;
  }

  private void search(ParetoStudy study, PolicyRegistry registry) throws IOException {
    Path place = place(study, "");
    ParetoDirectory directory = new ParetoDirectory(place);
    OutputFile.refuse(place, directory.obstacle());
    SearchCheckpoint checkpoint = checkpoint(directory.path());
    printPlan(study);
    try (SearchProgress progress = new SearchProgress(err())) {
      ParetoResults results = run(study, registry, checkpoint, progress).runIfMeasurable();
      Path report = directory.write(results, Version.exact());
      forget(checkpoint, results.isComplete());
      out().println("report: " + report);
      print(results, directory.path());
    }
  }

  private ParetoRun run(
      ParetoStudy study,
      PolicyRegistry registry,
      SearchCheckpoint checkpoint,
      SearchProgress progress) {
    PolicyAllocations policies = new PolicyAllocations(registry);
    return new ParetoRun(
        study,
        choice -> policies.allocate(choice, study.problem()),
        new SearchSettings(
            threads,
            System::nanoTime,
            stopped::get,
            progress,
            Optional.of(checkpoint),
            checkpointEvery));
  }

  private void forget(SearchCheckpoint checkpoint, boolean isComplete) throws IOException {
    if (isComplete) {
      checkpoint.forget();
    } else {
      err().println("stopped; --resume goes on with the search");
    }
  }

  // Several systems.

  private void compare(List<ParetoStudy> studies, PolicyRegistry registry) throws IOException {
    ParetoStudy first = studies.getFirst();
    Path place = place(first, "-systems");
    OwnDirectory directory = SystemsReport.directory(place);
    OutputFile.refuse(place, directory.obstacle());
    SearchCheckpoint checkpoint = checkpoint(directory.path());
    printPlan(first);
    List<ParetoResults> results = new ArrayList<>();
    try (SearchProgress progress = new SearchProgress(err())) {
      for (ParetoStudy study : studies) {
        err().println(study.inputs().machinesText());
        ParetoRun run =
            run(study.beyondIdlePower(), registry, checkpoint.of(results.size() + 1), progress);
        results.add(boundsOnly ? run.boundOnly() : run.run());
      }
    }
    SystemsReport systems = new SystemsReport(results);
    Path report = systems.write(directory, Version.exact(), commandLine());
    forget(checkpoint, results.stream().allMatch(ParetoResults::isComplete));
    print(systems);
    out().println();
    out().println("report: " + report);
  }

  private String commandLine() {
    StringBuilder line = new StringBuilder("espalier pareto " + ShellWord.quoted(study.toString()));
    machines.forEach(text -> line.append(" --set " + ShellWord.quoted(text)));
    method.ifPresent(chosen -> line.append(" --method " + Names.word(chosen)));
    generations.ifPresent(number -> line.append(" --generations " + number));
    time.ifPresent(most -> line.append(" --time " + ShellWord.quoted(Quantities.text(most))));
    seed.ifPresent(number -> line.append(" --seed " + number));
    return line.append(boundsOnly ? " --bounds-only" : "").toString();
  }

  /** The columns of which anything is known. */
  private void print(SystemsReport report) {
    List<String> columns = new ArrayList<>(List.of("system"));
    for (ReportColumn column : report.columns()) {
      String unit = column.unit().isEmpty() ? "" : ", " + column.unit();
      columns.add("#?" + column.label().toLowerCase(Locale.ROOT) + unit);
    }
    TextTable table = TextTable.of("  ", columns);
    for (ReportRow row : report.rows()) {
      List<String> cells = new ArrayList<>(row.values());
      for (int i = 0; i < report.columns().size(); i++) {
        cells.add(cell(report.columns().get(i), row.estimates().get(i).mean()));
      }
      table.add(cells);
    }
    out().println();
    table.print(out(), display().width());
    report.notes().forEach(note -> out().println(note));
    if (!boundsOnly && !report.knowsIdlePower()) {
      err()
          .println(
              "note: the system gives no idle power, so that machines which wait draw nothing");
    }
  }

  private static String number(double value) {
    double size = Math.abs(value);
    boolean plain = size == 0 || (size >= 1 && size < MANY);
    double shown = value + 0.0; // a utility of 0 is a loss of -0
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, plain ? "%.2f" : "%.4g", shown);
  }

  private static String cell(ReportColumn column, double value) {
    return column.kind() == ColumnKind.COUNT && !Double.isNaN(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : number(value);
  }

  // One system.

  private void printPlan(ParetoStudy study) {
    note(
        "%s: %s on %s, %s and %s, method %s, seed %s%n",
        study.about().name(),
        Names.count(study.problem().tasks(), "task"),
        Names.count(study.problem().machines(), "machine"),
        study.objectives().first().key(),
        study.objectives().second().key(),
        Names.word(study.search().method()),
        study.seed());
    study.notes().forEach(note -> err().println("note: " + note));
  }

  private void print(ParetoResults results, Path directory) {
    Objective first = results.study().objectives().first();
    Objective second = results.study().objectives().second();
    TextTable table =
        TextTable.of(
            "  ",
            "front",
            "#generations",
            "#points",
            "#best " + named(first),
            "#best " + named(second),
            "#hypervolume",
            results.bound().filter(FoundBound::isRough).isPresent()
                ? "#of the rough bound"
                : "#of the bound");
    for (Snapshot snapshot : results.snapshots()) {
      table.add(row(results, snapshot.source(), snapshot.generation(), snapshot.losses()));
    }
    table.add(row(results, "all together", 0, results.losses()));
    out().println();
    table.print(out(), display().width());
    results.remarks().forEach(remark -> err().println("note: " + remark));
    out().println();
    out().println("Fronts, allocations and report are in " + directory);
  }

  private static String named(Objective objective) {
    return objective.unit().isEmpty() || objective == Objective.UTILITY
        ? objective.key()
        : "%s, %s".formatted(objective.key(), objective.unit());
  }

  private static List<String> row(
      ParetoResults results, String name, int generation, List<Losses> losses) {
    Objective first = results.study().objectives().first();
    Objective second = results.study().objectives().second();
    OptionalDouble share = results.share(losses);
    return List.of(
        name,
        generation == 0 ? "" : String.format(Locale.ROOT, "%,d", generation),
        Integer.toString(losses.size()),
        number(first.loss(losses.stream().mapToDouble(Losses::first).min().orElse(Double.NaN))),
        number(second.loss(losses.stream().mapToDouble(Losses::second).min().orElse(Double.NaN))),
        number(results.hypervolume(losses)),
        share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "");
  }
}
