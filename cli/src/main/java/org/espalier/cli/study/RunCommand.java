package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.cli.files.Home;
import org.espalier.cli.files.OutputFile;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.PluginOptions;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.cli.terminal.RunProgress;
import org.espalier.cli.terminal.ShellWord;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.cli.terminal.Version;
import org.espalier.simulator.checkpoint.RunIdentity;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.result.SummaryTable;
import org.espalier.simulator.result.UnsuitedSettings;
import org.espalier.simulator.result.Verdict;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.StudyUnits;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.document.Problems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code espalier run}: runs a study. */
@Command(
    name = "run",
    description = {
      "Runs studies: policies x workloads x trials, to a table, CSV files and a report each.",
      "",
      "Each trial is kept as soon as it is done. After Ctrl-C or a crash --resume goes on from"
          + " there."
    },
    footer = {
      "",
      "Examples:",
      "  espalier run",
      "  espalier run studies/journal-fig-12a.yaml --set trials=5 --set policy=PAM,MM",
      "  espalier run studies/journal-fig-12a.yaml --set arrival_intensity=9k,15k,34k --out my-run",
      "  espalier run --set deferring_threshold=0..1/0.1 --set arrival_intensity=30k",
      "  espalier run studies/reference-*.yaml --set data=DIRECTORY",
      "",
      "docs/study-reference.yaml shows every option of a study."
    })
final class RunCommand extends Subcommand {
  private static final String QUICK_START = "studies/quick-start.yaml";
  private static final int SHOWN_NOTES = 3;

  @Parameters(
      arity = "0..*",
      paramLabel = "STUDY.yaml",
      description = "the studies, run one after the other; the quick-start study if left out")
  private List<Path> studies = new ArrayList<>();

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
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "where results go, those of several studies to DIR/<name of the study>;"
              + " results/<name of the study> if left out")
  private Optional<Path> out;

  @Option(
      names = "--per-type",
      description = "also prints the on-time share of each task type; types.csv always has them")
  private boolean perType;

  @Mixin private ForceOption force;

  @Mixin private ResumeOptions resume;

  @Mixin private PluginOptions plugins;

  /** A study that is sound, and where its results may go. */
  private record Job(Experiment experiment, Path file, ResultDirectory directory) {}

  @Override
  protected void run() throws IOException {
    List<Job> jobs = jobs();
    KeptTrials.check(jobs.stream().map(job -> job.directory().path()).toList(), "run", resume);
    for (Job job : jobs) {
      if (jobs.size() > 1) {
        out().printf("%n%s%n%n", job.experiment().study().about().title());
      }
      run(job);
    }
  }

  private void run(Job job) throws IOException {
    printPlan(job.experiment());
    try (KeptTrials kept = kept(job)) {
      ExperimentResults results = execute(job.experiment(), kept);
      Path report =
          Results.write(
              job.directory().path(),
              () -> job.directory().write(results, plugins.origin(), force.earlier()),
              err());
      kept.forget();
      print(results, report);
      hint(results, job.file());
    }
  }

  private KeptTrials kept(Job job) throws IOException {
    return KeptTrials.of(
        job.directory().path(),
        new RunIdentity(Version.exact(), List.of(job.experiment()), List.of(), plugins.jars()),
        job.experiment().totalTrials(),
        resume,
        err());
  }

  private void print(ExperimentResults results, Path report) {
    print(SummaryTable.ofScenarios(results));
    if (perType) {
      print("On-time share of each task type:", SummaryTable.ofTypes(results));
    }
    print("Time for the decisions of a mapping event:", SummaryTable.ofTimes(results));
    out().println();
    new Verdict(results).sentences().forEach(out()::println);
    boolean single = results.experiment().study().plan().trials() == 1;
    out()
        .printf(
            "%s; report: %s%n",
            single
                ? "One trial, without intervals"
                : "Mean and half of the 95 % confidence interval",
            Results.shown(report));
    out().flush();
  }

  /** Says if settings plainly do not suit the load, and what would be tried. */
  private void hint(ExperimentResults results, Path file) {
    results.notes().stream().limit(SHOWN_NOTES).forEach(note -> err().println("note: " + note));
    UnsuitedSettings.hints(results, policy -> tune(file, policy))
        .forEach(hint -> err().println("hint: " + hint));
    err().flush();
  }

  private String tune(Path file, String policy) {
    return "espalier tune %s --policy %s%s"
        .formatted(
            ShellWord.quoted(file.toString()),
            ShellWord.quoted(policy),
            assignments().stream()
                .map(assignment -> " --set " + ShellWord.quoted(assignment))
                .collect(Collectors.joining()));
  }

  private void print(String title, SummaryTable table) {
    out().println();
    out().println(title);
    print(table);
  }

  private void print(SummaryTable table) {
    TextTable.of(table).print(out(), Integer.MAX_VALUE);
  }

  /** All studies, once nothing is wrong with any. */
  private List<Job> jobs() {
    List<Path> files = studies.isEmpty() ? List.of(Home.file(QUICK_START)) : studies;
    Problems problems = new Problems();
    List<Experiment> experiments =
        files.stream()
            .flatMap(
                file -> StudyInput.read(file, assignments(), plugins, err(), problems).stream())
            .toList();
    problems.throwIfAny();
    checkNames(experiments);
    return IntStream.range(0, files.size())
        .mapToObj(i -> job(experiments.get(i), files.get(i), files.size() > 1))
        .toList();
  }

  private Job job(Experiment experiment, Path file, boolean several) {
    return new Job(experiment, file, directory(experiment, several));
  }

  private static void checkNames(List<Experiment> experiments) {
    Set<String> names = new HashSet<>();
    for (Experiment experiment : experiments) {
      String name = experiment.study().about().name();
      if (!names.add(name)) {
        throw new CommandFailure(
            "two studies are named %s, so that their results would go to one directory; rename one"
                .formatted(name));
      }
    }
  }

  private void printPlan(Experiment experiment) {
    int trials = experiment.study().plan().trials();
    int scenarios = experiment.totalTrials() / trials;
    err()
        .printf(
            "%s: %s %s, %s %s each, seed %s%n",
            experiment.study().about().name(),
            scenarios,
            scenarios == 1 ? "scenario" : "scenarios",
            trials,
            trials == 1 ? "trial" : "trials",
            experiment.study().plan().seed());
    if (trials == 1) {
      err()
          .println(
              "warning: one trial has no interval, so nobody can tell differences from chance;"
                  + " --set trials=30 gives intervals");
    }
    List<String> notes = experiment.notes();
    notes.stream().limit(SHOWN_NOTES).forEach(note -> err().println("note: " + note));
    if (notes.size() > SHOWN_NOTES) {
      err().printf("and %s more notes on the input, in notes.txt%n", notes.size() - SHOWN_NOTES);
    }
    err().flush();
  }

  private ResultDirectory directory(Experiment experiment, boolean several) {
    String name = experiment.study().about().name();
    Path below = out.orElse(Path.of("results"));
    Path path = out.isEmpty() || several ? below.resolve(name) : below;
    ResultDirectory directory = new ResultDirectory(path);
    OutputFile.refuse(path, directory.obstacle());
    return directory;
  }

  private ExperimentResults execute(Experiment experiment, KeptTrials kept) {
    try (RunProgress progress = RunProgress.ofTrials(kept.left(), err())) {
      Gathering gathering = new Gathering(experiment);
      kept.checkpoint()
          .run(
              "trials",
              experiment,
              StudyUnits.of(experiment),
              new RunSettings(threads, System::nanoTime, progress),
              gathering::add);
      return gathering.results();
    } catch (PolicyFailedException e) {
      kept.forget();
      throw e;
    }
  }

  private List<String> assignments() {
    List<String> all = new ArrayList<>(assignments);
    seed.ifPresent(number -> all.add("seed=" + number));
    return all;
  }
}
