package org.espalier.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.espalier.simulator.tuning.SearchMethod;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier tune}: searches the settings of a policy. The work is in {@link TuneRun}, loaded
 * when it is called.
 */
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
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier tune studies/quick-start.yaml --policy PAM --set arrival_intensity=30k",
      "  espalier tune STUDY.yaml --policy PAM --over deferring_threshold=0.1..0.9/0.1",
      "  espalier tune STUDY.yaml --policy MOC --over alpha=0.1..0.5/0.1 --method halving",
      "  espalier run results/quick-start-tuned/study.yaml"
    })
final class TuneCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(paramLabel = "STUDY.yaml", description = "the study")
  Path study;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      description =
          "the policy, by its name in the study or of all there are; the first of the study that"
              + " has thresholds or shares if left out")
  Optional<String> policy;

  @Option(
      names = "--over",
      paramLabel = "KEY=VALUES",
      description =
          "a setting that is searched, with its values: 0.1..0.9/0.1 or A,B; may be repeated. If"
              + " left out, the thresholds of the pruner from 0 to 0.9, or up to two shares that"
              + " the policy declares")
  List<String> over = new ArrayList<>();

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "grid",
      description =
          "grid: all settings run all tuning trials; halving: the worse half of them leaves after"
              + " two, four, eight of them; default ${DEFAULT-VALUE}")
  SearchMethod method;

  @Option(
      names = "--tuning-trials",
      paramLabel = "N",
      defaultValue = "10",
      description = "trials on which settings are tried; default ${DEFAULT-VALUE}")
  int trials;

  @Option(
      names = "--column",
      paramLabel = "KEY",
      description =
          "what is to be great: robustness, utility or utility_prorated; by default utility where"
              + " tasks have utility functions")
  Optional<String> column;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE[,VALUE...]",
      description = "replaces an axis or an option of the study; may be repeated")
  List<String> assignments = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description = "threads that run trials; all cores if left out; results do not depend on it")
  Optional<Integer> threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "where it goes; results/<name of the study>-tuned if left out")
  Optional<Path> out;

  @Mixin ForceOption force;

  @Mixin ResumeOptions resume;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() throws IOException {
    return new TuneRun(this).run();
  }
}
