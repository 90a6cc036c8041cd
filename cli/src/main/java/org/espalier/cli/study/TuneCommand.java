package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.cli.terminal.RunProgress;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.Version;
import org.espalier.simulator.result.SummaryTable;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.study.Experiment;
import org.espalier.simulator.tuning.TuningDirectory;
import org.espalier.simulator.tuning.TuningPlan;
import org.espalier.simulator.tuning.TuningResults;
import org.espalier.simulator.tuning.TuningSearch;
import org.espalier.simulator.tuning.TuningWords;
import org.espalier.workload.document.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code espalier tune}: searches the settings of a policy. */
@Command(
    name = "tune",
    description = {
      "Searches the settings of a policy that suit the load of a study.",
      "",
      "Settings are tried on trials of their own, and the best are reported on the trials of the"
          + " study, beside the settings that the policy has there. With several workloads or"
          + " systems on the axes of the study it is their mean that counts. Written are the study"
          + " with the best settings, all that was tried, and a report with the surface.",
      "",
      "Each trial is kept as soon as it is done. After Ctrl-C or a crash --resume goes on from"
          + " there, to the same results."
    },
    footer = {
      "",
      "Examples:",
      "  espalier tune studies/quick-start.yaml --policy PAM --set arrival_intensity=30k",
      "  espalier tune STUDY.yaml --policy PAM --over deferring_threshold=0.1..0.9/0.1",
      "  espalier tune STUDY.yaml --policy MOC --over alpha=0.1..0.5/0.1",
      "  espalier run results/quick-start-tuned/study.yaml"
    })
final class TuneCommand extends Subcommand {
  @Mixin private StudyArgument study;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description =
          "the policy, by its name in the study or of all there are; the first of the study that"
              + " has thresholds if left out")
  private Optional<String> policy;

  @Option(
      names = "--over",
      paramLabel = "KEY=VALUES",
      description =
          "a setting that is searched, with its values: 0.1..0.9/0.1 or A,B; may be repeated. If"
              + " left out, the thresholds of the pruner from 0 to 0.9")
  private List<String> over = new ArrayList<>();

  @Option(
      names = "--tuning-trials",
      paramLabel = "N",
      defaultValue = "10",
      description = "trials on which settings are tried; default ${DEFAULT-VALUE}")
  private int trials;

  @Option(
      names = "--column",
      paramLabel = "KEY",
      description =
          "what is to be great: robustness, utility or utility_prorated; by default utility where"
              + " tasks have utility functions")
  private Optional<String> column;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where it goes; results/<name of the study>-tuned if left out")
  private Optional<Path> out;

  @Mixin private ForceOption force;

  @Mixin private ResumeOptions resume;

  @Override
  protected void run() throws IOException {
    Experiment experiment = study.read(err());
    TuningPlan.Wishes wishes = new TuningPlan.Wishes(policy, over, column, trials);
    TuningPlan plan = CommandFailure.unlessRefused(() -> TuningPlan.of(experiment, wishes));
    TuningDirectory directory = directory(plan);
    KeptTrials.check(List.of(directory.path()), "search", resume);
    tell(plan);
    try (KeptTrials kept = kept(plan, directory)) {
      TuningResults results = search(plan, kept);
      Path report =
          force
              .write(
                  directory,
                  draft -> directory.writeInto(draft, results, study.plugins.origin()),
                  err())
              .resolve(TuningDirectory.REPORT);
      kept.forget();
      print(results, report);
    }
  }

  private KeptTrials kept(TuningPlan plan, TuningDirectory directory) throws IOException {
    return KeptTrials.of(
        directory.path(),
        TuningSearch.identity(plan, Version.exact(), study.plugins.jars()),
        TuningSearch.totalTrials(plan),
        resume,
        err());
  }

  private void print(TuningResults results, Path report) {
    TextTable.of(SummaryTable.ofScenarios(results.reported())).print(out(), Integer.MAX_VALUE);
    out().println();
    out().println(TuningWords.best(results));
    out().println(TuningWords.verdict(results));
    say(
        "study: %s; report: %s%n",
        OutputFile.shown(report.resolveSibling(TuningDirectory.STUDY)), OutputFile.shown(report));
  }

  private TuningDirectory directory(TuningPlan plan) {
    String name = plan.study().study().about().name() + "-tuned";
    TuningDirectory directory = new TuningDirectory(out.orElse(Path.of("results").resolve(name)));
    OutputFile.refuse(directory.path(), directory.obstacle());
    return directory;
  }

  private void tell(TuningPlan plan) {
    note(
        "%s: %s of %s (%s); %s%n",
        plan.study().study().about().name(),
        Names.count(plan.settings().size(), "setting"),
        plan.policy().name(),
        plan.searched().stream()
            .map(searched -> searched.setting().key())
            .collect(Collectors.joining(", ")),
        plan.trialsInWords());
    plan.sharedArrivals().ifPresent(text -> err().println("note: " + text));
  }

  private TuningResults search(TuningPlan plan, KeptTrials kept) {
    try (RunProgress progress = new RunProgress(kept.left(), err())) {
      return TuningSearch.run(plan, study.settings(progress), kept.checkpoint());
    } catch (PolicyFailedException e) {
      kept.forget();
      throw e;
    }
  }
}
