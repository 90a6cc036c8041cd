package org.espalier.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.espalier.cli.files.Home;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.cli.terminal.RunProgress;
import org.espalier.cli.terminal.StopHook;
import org.espalier.simulator.checkpoint.Checkpoint;
import org.espalier.simulator.checkpoint.Shards;
import org.espalier.simulator.result.ResultDirectory;
import org.espalier.simulator.run.ExperimentResults;
import org.espalier.simulator.run.Gathering;
import org.espalier.simulator.run.PolicyFailedException;
import org.espalier.simulator.run.RunSettings;
import org.espalier.simulator.run.Shard;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.StudyUnits;
import org.espalier.simulator.run.UnitResult;
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
      "  espalier run my-study.yaml --shard 3/24 --to shards",
      "  espalier run my-study.yaml --on slurm --sbatch=--partition=long",
      "",
      "docs/study-reference.yaml shows every option of a study."
    })
final class RunCommand extends StudyCommand {
  private static final String QUICK_START = "studies/quick-start.yaml";

  @Parameters(
      arity = "0..*",
      paramLabel = "STUDY.yaml",
      description = "the studies, run one after the other; the quick-start study if left out")
  private List<Path> studies = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads that run trials; all cores if left out; results do not depend on it")
  private Optional<Integer> threads;

  @Mixin private ResumeOptions resume;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "runs one of N parts of a study, which other processes and computers may run at the same"
              + " time; espalier gather makes the results of all")
  private Optional<Shard> shard;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description =
          "with --shard or --on: the directory of all shards of the study, and of nothing else;"
              + " with --on, beside the results if left out")
  private Optional<Path> to;

  @Mixin private SlurmOptions slurm;

  /** A study that is sound, and where its results may go. */
  private record Job(Experiment experiment, Path file, ResultDirectory directory) {}

  @Override
  protected void run() throws IOException, InterruptedException {
    boolean onSlurm = slurm.isChosen();
    checkShard(onSlurm);
    if (shard.isPresent()) {
      runShard(shard.get());
      return;
    }
    List<Job> jobs = jobs();
    if (onSlurm) {
      runOnSlurm(jobs.getFirst());
      return;
    }
    KeptTrials.check(jobs.stream().map(job -> job.directory().path()).toList(), "run", resume);
    for (Job job : jobs) {
      if (jobs.size() > 1) {
        say("%n%s%n%n", job.experiment().study().about().title());
      }
      run(job);
    }
  }

  private void checkShard(boolean onSlurm) {
    CommandFailure.when(
        onSlurm && (shard.isPresent() || studies.size() > 1),
        "--on runs all shards of one study; name one, without --shard");
    CommandFailure.when(
        !onSlurm && shard.isPresent() != to.isPresent(),
        "--shard I/N and --to DIR go together; give both");
    CommandFailure.when(
        shard.isPresent() && studies.size() != 1, "--shard runs a part of one study; name one");
    CommandFailure.when(
        shard.isPresent() && out.isPresent(),
        "a shard writes no results; leave out --out, espalier gather has it");
  }

  private void run(Job job) throws IOException {
    printPlan(job.experiment());
    try (KeptTrials kept = kept(job)) {
      ExperimentResults results = execute(job.experiment(), kept);
      Path report = write(results, job.directory());
      kept.forget();
      show(results, report, job.file());
    }
  }

  private void runOnSlurm(Job job) throws IOException, InterruptedException {
    CommandFailure.when(
        threads.isPresent(),
        "--threads: a shard has as many as Slurm gives it CPUs; ask for these, as"
            + " --sbatch=--cpus-per-task=4");
    Path results = job.directory().path();
    Path directory = to.orElse(results.resolveSibling(results.getFileName() + ".shards"));
    CountDownLatch stopped = new CountDownLatch(1);
    try (StopHook _ = StopHook.calling(stopped::countDown)) {
      Checkpoint place = KeptTrials.reserve(results);
      try {
        SlurmStudy study =
            new SlurmStudy(job.experiment(), identity(job.experiment()), directory, slurm, err());
        printPlan(job.experiment());
        Gathering gathering = new Gathering(job.experiment());
        if (study.run(command(job.file()), resume, stopped, gathering::add)) {
          ExperimentResults gathered = gathering.results();
          Path report = write(gathered, job.directory());
          study.forget();
          show(gathered, report, job.file());
        }
      } finally {
        place.delete();
      }
    }
  }

  /** The command that runs a study of these settings. */
  private List<String> command(Path study) {
    List<String> command = new ArrayList<>(List.of("run", study.toString()));
    assignments().forEach(assignment -> command.addAll(List.of("--set", assignment)));
    plugins.jars().forEach(jar -> command.addAll(List.of("--plugins", jar.toString())));
    return command;
  }

  private KeptTrials kept(Job job) throws IOException {
    return KeptTrials.of(
        job.directory().path(),
        identity(job.experiment()),
        job.experiment().totalTrials(),
        resume,
        err());
  }

  private void runShard(Shard part) {
    Experiment experiment = StudyArgument.read(studies.getFirst(), assignments(), plugins, err());
    Path file = new Shards(to.orElseThrow()).file(part);
    List<StudyUnit> units = part.units(experiment);
    Gathering gathering = new Gathering(experiment);
    try (KeptTrials kept =
        KeptTrials.ofShard(file, identity(experiment), units.size(), resume, err())) {
      run(experiment, units, kept, gathering::add);
    }
    gathering.checkPolicies();
    note("shard %s: %s trials are in %s%n", part, units.size(), file);
  }

  /** All studies, once nothing is wrong with any. */
  private List<Job> jobs() {
    List<Path> files = studies.isEmpty() ? List.of(Home.file(QUICK_START)) : studies;
    Problems problems = new Problems();
    List<Experiment> experiments =
        files.stream()
            .flatMap(
                file -> StudyArgument.read(file, assignments(), plugins, err(), problems).stream())
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
      CommandFailure.when(
          !names.add(name),
          "two studies are named %s, so that their results would go to one directory; rename one",
          name);
    }
  }

  private ExperimentResults execute(Experiment experiment, KeptTrials kept) {
    Gathering gathering = new Gathering(experiment);
    run(experiment, StudyUnits.of(experiment), kept, gathering::add);
    try {
      return gathering.results();
    } catch (PolicyFailedException e) {
      kept.forget();
      throw e;
    }
  }

  private void run(
      Experiment experiment, List<StudyUnit> units, KeptTrials kept, Consumer<UnitResult> results) {
    try (RunProgress progress = new RunProgress(kept.left(), err())) {
      RunSettings settings =
          new RunSettings(
              threads.orElseGet(Runtime.getRuntime()::availableProcessors),
              System::nanoTime,
              progress);
      kept.checkpoint().run(PART, experiment, units, settings, results);
    }
  }
}
