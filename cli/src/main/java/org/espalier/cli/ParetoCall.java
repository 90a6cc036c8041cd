package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import org.espalier.analysis.front.Losses;
import org.espalier.analysis.front.Objective;
import org.espalier.analysis.result.ParetoDirectory;
import org.espalier.analysis.run.Checkpoint;
import org.espalier.analysis.run.ParetoResults;
import org.espalier.analysis.run.ParetoRun;
import org.espalier.analysis.run.Snapshot;
import org.espalier.analysis.study.ParetoStudy;
import org.espalier.analysis.study.ParetoStudyReader;
import org.espalier.analysis.study.SearchMethod;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Problems;
import org.espalier.workload.document.Quantities;

/** One call of {@code espalier pareto}. */
final class ParetoCall {
  private final ParetoCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  /** Whether the user wants the search to end. */
  private final AtomicBoolean stopped = new AtomicBoolean();

  ParetoCall(ParetoCommand command) {
    this.command = command;
    this.out = command.spec().commandLine().getOut();
    this.err = command.spec().commandLine().getErr();
  }

  int run() throws IOException {
    PolicyRegistry registry = command.plugins().registry();
    ParetoStudy study = study(registry);
    ParetoDirectory directory = directory(study);
    Checkpoint checkpoint = checkpoint(directory);
    printPlan(study);
    try (StopHook _ = StopHook.calling(() -> stopped.set(true))) {
      ParetoResults results = search(study, registry, directory, checkpoint);
      print(results, directory.path());
    }
    return ExitCode.OK;
  }

  private ParetoStudy study(PolicyRegistry registry) {
    Problems problems = new Problems();
    WrongKind.isNo(FileKind.TRADE_OFF, command.study(), problems);
    problems.throwIfAny();
    Optional<ParetoStudy> read =
        ParetoStudyReader.read(
            command.study(), overrides(), registry, new GeneratedInputs(), problems);
    problems.throwIfAny();
    return read.orElseThrow();
  }

  private ParetoStudyReader.Overrides overrides() {
    return new ParetoStudyReader.Overrides(
        command.method().map(ParetoCall::method),
        command.generations().map(ParetoCall::generations),
        command.time().map(text -> duration("--time", text)),
        command.seed());
  }

  private static SearchMethod method(String word) {
    return Arrays.stream(SearchMethod.values())
        .filter(method -> Names.word(method).equals(word))
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure("--method is %s; expected sweep, nsga2 or both".formatted(word)));
  }

  private static int generations(int number) {
    if (number < 0) {
      throw new CommandFailure("--generations is %d; expected at least 0".formatted(number));
    }
    return number;
  }

  private static Duration duration(String option, String text) {
    return Quantities.duration(text)
        .filter(Duration::isPositive)
        .orElseThrow(() ->
            new CommandFailure(
                "%s is %s; expected %s".formatted(option, text, Quantities.DURATION_HINT)));
  }

  private ParetoDirectory directory(ParetoStudy study) {
    Path path = command.out().orElseGet(() -> Path.of("results").resolve(study.about().name()));
    ParetoDirectory directory = new ParetoDirectory(path);
    SearchChecks.refuse(path, directory.obstacle());
    return directory;
  }

  /** It stands beside the results, which take its place only when they are whole. */
  private Checkpoint checkpoint(ParetoDirectory directory) throws IOException {
    Path path = directory.path().resolveSibling(directory.path().getFileName() + ".checkpoint");
    Checkpoint checkpoint = new Checkpoint(path);
    command.resume().check(path, checkpoint.isThere(), "search");
    if (!command.resume().resumes()) {
      checkpoint.forget();
    } else if (checkpoint.obstacle().isPresent()) {
      throw new CommandFailure(checkpoint.obstacle().get() + "; begin anew with --restart");
    }
    return checkpoint;
  }

  private ParetoResults search(
      ParetoStudy study, PolicyRegistry registry, ParetoDirectory directory, Checkpoint checkpoint)
      throws IOException {
    PolicyAllocations policies = new PolicyAllocations(registry);
    try (SearchProgress progress = new SearchProgress(err)) {
      ParetoRun run =
          new ParetoRun(
              study,
              choice -> policies.allocate(choice, study.problem()),
              new ParetoRun.Settings(
                  SearchChecks.threads(command.threads()),
                  System::nanoTime,
                  stopped::get,
                  progress,
                  Optional.of(checkpoint),
                  duration("--checkpoint-every", command.checkpointEvery())));
      ParetoResults results = run.run();
      Path report = directory.write(results, run.made(), Version.number());
      if (results.isComplete()) {
        checkpoint.forget();
      } else {
        err.println("stopped; --resume goes on with the search");
      }
      err.flush();
      out.println("report: " + report);
      return results;
    }
  }

  private void printPlan(ParetoStudy study) {
    err.printf(
        "%s: %s on %s, %s and %s, method %s, seed %d%n",
        study.about().name(),
        Summary.count(study.problem().tasks(), "task"),
        Summary.count(study.problem().machines(), "machine"),
        study.objectives().first().key(),
        study.objectives().second().key(),
        Names.word(study.search().method()),
        study.seed());
    study.notes().forEach(note -> err.println("note: " + note));
    err.flush();
  }

  private void print(ParetoResults results, Path directory) {
    Objective first = results.study().objectives().first();
    Objective second = results.study().objectives().second();
    TextTable table =
        new TextTable(
            "  ",
            TextTable.words("front"),
            TextTable.numbers("generations"),
            TextTable.numbers("points"),
            TextTable.numbers("best " + named(first)),
            TextTable.numbers("best " + named(second)),
            TextTable.numbers("hypervolume"),
            TextTable.numbers("of the bound"));
    for (Snapshot snapshot : results.snapshots()) {
      table.add(row(results, snapshot.source(), snapshot.generation(), snapshot.losses()));
    }
    table.add(row(results, "all together", 0, results.losses()));
    out.println();
    table.print(out, Display.of(command.spec(), false).width());
    out.println();
    out.println("Fronts, allocations and report are in " + directory);
    out.flush();
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
        generation == 0 ? "" : "%,d".formatted(generation),
        Integer.toString(losses.size()),
        SearchChecks.number(first.loss(losses.stream().mapToDouble(Losses::first).min().orElse(0))),
        SearchChecks.number(
            second.loss(losses.stream().mapToDouble(Losses::second).min().orElse(0))),
        SearchChecks.number(results.hypervolume(losses)),
        share.isPresent() ? String.format(Locale.ROOT, "%.2f %%", 100 * share.getAsDouble()) : "");
  }
}
