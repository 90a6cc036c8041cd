package org.espalier.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.espalier.simulator.result.SummaryTable;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.tuning.TuningDirectory;
import org.espalier.simulator.tuning.TuningPlan;
import org.espalier.simulator.tuning.TuningResults;
import org.espalier.simulator.tuning.TuningSearch;
import org.espalier.simulator.tuning.TuningWords;
import org.espalier.workload.document.Names;

/** One call of {@code espalier tune}. */
final class TuneRun {
  private final TuneCommand command;
  private final PrintWriter out;
  private final PrintWriter err;

  TuneRun(TuneCommand command) {
    this.command = command;
    this.out = command.spec.commandLine().getOut();
    this.err = command.spec.commandLine().getErr();
  }

  int run() throws IOException {
    TuningPlan plan =
        plan(StudyInput.read(command.study, command.assignments, command.plugins, err));
    TuningDirectory directory = directory(plan);
    KeptTrials.check(List.of(directory.path()), "search", command.resume);
    tell(plan);
    try (KeptTrials kept = kept(plan, directory)) {
      TuningResults results = search(plan, kept);
      Path report =
          Results.write(
              directory.path(),
              () -> directory.write(results, command.plugins.origin(), command.force.earlier()),
              err);
      kept.forget();
      print(results, report);
    }
    return ExitCode.OK;
  }

  private KeptTrials kept(TuningPlan plan, TuningDirectory directory) throws IOException {
    return KeptTrials.of(
        directory.path(),
        TuningSearch.identity(plan, Version.exact(), command.plugins.jars),
        TuningSearch.totalTrials(plan),
        command.resume,
        err);
  }

  private void print(TuningResults results, Path report) {
    TextTable.of(SummaryTable.ofScenarios(results.reported())).print(out, Integer.MAX_VALUE);
    out.println();
    out.println(TuningWords.best(results));
    out.println(TuningWords.verdict(results));
    out.printf(
        "study: %s; report: %s%n",
        StudyRun.shown(report.resolveSibling(TuningDirectory.STUDY)), StudyRun.shown(report));
    out.flush();
  }

  private TuningPlan plan(Experiment experiment) {
    try {
      return new TuningPlan(
          experiment,
          new TuningPlan.Wishes(
              command.policy, command.over, command.column, command.method, command.trials));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(String.valueOf(e.getMessage()), e);
    }
  }

  private TuningDirectory directory(TuningPlan plan) {
    String name = plan.study().study().about().name() + "-tuned";
    TuningDirectory directory =
        new TuningDirectory(command.out.orElse(Path.of("results").resolve(name)));
    SearchChecks.refuse(directory.path(), directory.obstacle());
    return directory;
  }

  private void tell(TuningPlan plan) {
    err.printf(
        "%s: %s of %s (%s), %s; %s%n",
        plan.study().study().about().name(),
        Summary.count(plan.settings().size(), "setting"),
        plan.policy().name(),
        plan.searched().stream()
            .map(searched -> searched.setting().key())
            .collect(Collectors.joining(", ")),
        Names.word(command.method),
        plan.trialsInWords());
    plan.sharedArrivals().ifPresent(text -> err.println("note: " + text));
    err.flush();
  }

  private TuningResults search(TuningPlan plan, KeptTrials kept) {
    try (RunProgress progress = RunProgress.ofTrials(kept.left(), err)) {
      return TuningSearch.run(
          plan,
          new RunSettings(command.threads.orElse(SearchChecks.cores()), System::nanoTime, progress),
          kept.checkpoint());
    } catch (PolicyFailedException e) {
      kept.forget();
      throw e;
    }
  }
}
