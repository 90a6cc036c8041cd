package org.espalier.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code espalier run}: runs a study. The work is in {@link StudyRun}, loaded when it is called.
 */
@Command(
    name = "run",
    description = {
      "Runs studies: policies x workloads x trials, to a table, CSV files and a report each.",
      "",
      "Each trial is kept as soon as it is done. After Ctrl-C or a crash --resume goes on from"
          + " there."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier run",
      "  espalier run studies/journal-fig-12.yaml --set trials=5 --set policy=PAM,MM",
      "  espalier run studies/journal-fig-12.yaml --set arrival_intensity=9k,15k,34k --out my-run",
      "  espalier run --set deferring_threshold=0..1/0.1 --set arrival_intensity=30k",
      "  espalier run studies/reference-*.yaml --set data=DIRECTORY",
      "",
      "docs/study-reference.yaml shows every option of a study."
    })
final class RunCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "STUDY.yaml",
      description = "the studies, run one after the other; the quick-start study if left out")
  List<Path> studies = new ArrayList<>();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE[,VALUE...]",
      description = "replaces an axis or an option of every study; may be repeated")
  private List<String> assignments = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "the same as --set seed=N")
  private Optional<Long> seed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description = "threads that run trials; all cores if left out; results do not depend on it")
  Optional<Integer> threads;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results go, those of several studies to DIR/<name of the study>;"
              + " results/<name of the study> if left out")
  Optional<Path> out;

  @Option(
      names = "--per-type",
      description = "also prints the on-time share of each task type; types.csv always has them")
  boolean perType;

  @Mixin ForceOption force;

  @Mixin ResumeOptions resume;

  @Mixin PluginOptions plugins;

  @Override
  public Integer call() throws Exception {
    return new StudyRun(this).run();
  }

  List<String> assignments() {
    List<String> all = new ArrayList<>(assignments);
    seed.ifPresent(number -> all.add("seed=" + number));
    return all;
  }
}
