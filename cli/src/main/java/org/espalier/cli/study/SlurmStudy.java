package org.espalier.cli.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.Progress;
import org.espalier.cli.terminal.ResumeOptions;
import org.espalier.service.slurm.SlurmCommands;
import org.espalier.service.slurm.ThisProgram;
import org.espalier.simulator.checkpoint.RunIdentity;
import org.espalier.simulator.checkpoint.ShardProgress;
import org.espalier.simulator.checkpoint.Shards;
import org.espalier.simulator.checkpoint.UnfitCheckpointException;
import org.espalier.simulator.run.Shard;
import org.espalier.simulator.run.StudyUnit;
import org.espalier.simulator.run.UnitResult;
import org.espalier.simulator.study.Experiment;
import org.espalier.workload.process.ShellWord;

/**
 * A study whose shards are arrays of Slurm. Submits those that are missing, as many at a time as
 * Slurm takes, and watches: how far they are is read from their files, and what became of them is
 * asked of the queue now and then.
 */
final class SlurmStudy {
  private static final int PARTS = 10;
  private static final int LOOK_SECONDS = 2;
  private static final long QUEUE_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final int MOST_TURNS = 20;
  private static final int SHOWN_FAILURES = 3;
  private static final int SHOWN_LINES = 5;

  private final Experiment experiment;
  private final RunIdentity identity;
  private final Path directory;
  private final Shards shards;
  private final SlurmOptions options;
  private final PrintWriter err;
  private final Slurm slurm;
  private final ShardProgress written;
  private final Set<Integer> waiting = new TreeSet<>();
  private final Set<Integer> failed = new TreeSet<>();
  private final Set<String> jobs = new TreeSet<>();
  private List<List<StudyUnit>> dealt = List.of();
  private Map<Integer, Integer> units = Map.of();
  private String script = "";
  private String state = "";
  private int most = Integer.MAX_VALUE;
  private int pause = 1;
  private int turns;

  /**
   * A study.
   *
   * @param directory of its shards, which all computers of the cluster share
   * @throws CommandFailure if there is no Slurm here, or it would refuse the jobs
   */
  SlurmStudy(
      Experiment experiment,
      RunIdentity identity,
      Path directory,
      SlurmOptions options,
      PrintWriter err) {
    this.experiment = experiment;
    this.identity = identity;
    this.directory = directory.toAbsolutePath().normalize();
    this.shards = new Shards(this.directory);
    this.written = new ShardProgress(shards);
    this.options = options;
    this.err = err;
    this.slurm = new Slurm(name(), options.options);
  }

  /** The name of its jobs, by which they are found again. */
  private String name() {
    CRC32 place = new CRC32();
    place.update(directory.toString().getBytes(UTF_8));
    String study = experiment.study().about().name().replaceAll("[^A-Za-z0-9._-]", "-");
    return "espalier-%s-%s".formatted(study, HexFormat.of().toHexDigits(place.getValue(), 8));
  }

  /**
   * Runs the study, or goes on with it, until all its trials are there.
   *
   * @param command of {@code espalier} that runs the study, without what makes it a shard
   * @param stopped when the user no longer wants to wait
   * @param results takes what came of each unit
   * @return false if the user stopped it; then it goes on without this process
   * @throws CommandFailure if shards failed, or Slurm takes none
   */
  boolean run(
      List<String> command,
      ResumeOptions resume,
      CountDownLatch stopped,
      Consumer<UnitResult> results)
      throws IOException, InterruptedException {
    List<Slurm.Element> queue =
        slurm.queue().orElseThrow(() -> new CommandFailure("squeue does not answer; try again"));
    Map<Integer, Slurm.Element> live = take(queue);
    int of = begin(resume, live.size());
    dealt = Shard.deal(experiment, of);
    script = script(command, of);
    Files.writeString(directory.resolve("shard.sh"), script);
    waiting.addAll(gather(unit -> {}));
    waiting.removeAll(live.keySet());
    if (!watch(stopped)) {
      tellStopped();
      return false;
    }
    List<Integer> left = gather(results);
    CommandFailure.when(
        !left.isEmpty(),
        "shards %s are not finished; run them again with --resume",
        Slurm.ranges(left));
    return true;
  }

  /** Begins, or goes on, as the user says; tells how many shards there are. */
  private int begin(ResumeOptions resume, int live) throws IOException {
    int there = shards.division().orElse(0);
    if (resume.resumes()) {
      resume.check(directory, there > 0, "study on Slurm");
      CommandFailure.when(
          options.shards.orElse(there) != there,
          "%s has %s shards; leave out --shards, or begin anew with --restart",
          directory,
          there);
      return there;
    }
    CommandFailure.when(live > 0, "%s is in use: %s", directory, goesOn());
    resume.checkSound();
    boolean holds = written.units().values().stream().anyMatch(number -> number > 0);
    resume.checkNotLost(directory, holds, "study on Slurm");
    int greatest = slurm.mostElements();
    int of = options.shards.orElseGet(() -> ShardCount.of(experiment, greatest));
    CommandFailure.when(
        of > greatest,
        "--shards is %s; Slurm takes at most %s in an array here (MaxArraySize)",
        of,
        greatest);
    Files.createDirectories(directory);
    clear();
    shards.begin(identity, of);
    return of;
  }

  /** Hands over what is there, and tells the numbers of the shards that are not finished. */
  private List<Integer> gather(Consumer<UnitResult> results) throws IOException {
    try {
      return shards.gather(StudyCommand.PART, experiment, identity, results).stream()
          .map(unfinished -> unfinished.shard().number())
          .toList();
    } catch (UnfitCheckpointException e) {
      throw new CommandFailure(e.getMessage() + "; begin anew with --restart", e);
    }
  }

  /** The results are written: nothing is kept any more. */
  void forget() throws IOException {
    clear();
    directory.toFile().delete(); // unless there is something else in it
  }

  /** Deletes shards, their logs and their script. */
  private void clear() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file :
          files.filter(each -> each.getFileName().toString().startsWith("shard")).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Runs one shard by this very program, if its directory is really this one. */
  private String script(List<String> command, int of) {
    List<String> words = ThisProgram.words(List.of(), option -> true);
    words.addAll(command);
    words.addAll(List.of("--to", directory.toString(), "--resume"));
    return """
    #!/bin/sh
    # One shard of a study: an element of an array that espalier run --on slurm submitted.
    shard=$SLURM_ARRAY_TASK_ID
    ls %s | grep -Fqx "shard-$shard-of-%s.checkpoint" || {
      echo "$(hostname) does not share this directory with the computer that submitted this"
      exit 1
    }
    exec %s --shard "$shard/%s" --threads "${SLURM_CPUS_ON_NODE:-1}"
    """
        .formatted(
            ShellWord.quoted(directory.toString()),
            of,
            words.stream().map(ShellWord::quoted).collect(Collectors.joining(" ")),
            of);
  }

  /** Waits until all trials are there; false if the user stopped that. */
  private boolean watch(CountDownLatch stopped) throws IOException, InterruptedException {
    int total = experiment.totalTrials();
    try (Progress progress = new Progress(PARTS, err)) {
      progress.begin("trials", total);
      long asked = System.nanoTime();
      submit();
      for (int done = look(); done < total; done = look()) {
        if (System.nanoTime() - asked >= QUEUE_NANOS) {
          asked = System.nanoTime();
          inspect();
        }
        show(progress, done, total);
        if (stopped.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
          return false;
        }
      }
      show(progress, total, total);
      return true;
    }
  }

  private void show(Progress progress, int done, int total) {
    progress.reach(done, state, () -> "%s of %s trials done".formatted(done, total));
  }

  /** How many trials are done by now. */
  private int look() {
    try {
      units = written.units();
    } catch (IOException e) {
      tell("%s cannot be read now: %s".formatted(directory, e));
    }
    int done = 0;
    for (int i = 0; i < dealt.size(); i++) {
      done += Math.min(units.getOrDefault(i + 1, 0), dealt.get(i).size());
    }
    return done;
  }

  private boolean isDone(int number) {
    return units.getOrDefault(number, 0) >= dealt.get(number - 1).size();
  }

  /** Those in the queue need not be submitted, even if Slurm did not say that it took them. */
  private Map<Integer, Slurm.Element> take(List<Slurm.Element> queue) {
    Map<Integer, Slurm.Element> live = new HashMap<>();
    for (Slurm.Element element : queue) {
      if (element.isLive()) {
        live.put(element.index(), element);
        jobs.add(element.job());
      }
    }
    waiting.removeAll(live.keySet());
    return live;
  }

  private void submit() {
    if (--turns > 0) {
      return;
    }
    while (!waiting.isEmpty()) {
      List<Integer> piece = waiting.stream().limit(most).toList();
      SlurmCommands.Answer answer = slurm.submit(piece, script, directory, "shard-%a.log");
      if (answer.isGood()) {
        String job = answer.out().replaceFirst(";.*", "");
        jobs.add(job);
        waiting.removeAll(piece);
        most = (int) Math.min(Integer.MAX_VALUE, 2L * piece.size());
        pause = 1;
        err.printf(
            "array %s of Slurm: %s of %s shards; trials and logs are in %s%n",
            job, piece.size(), dealt.size(), directory);
      } else if (answer.isNotNow() && piece.size() > 1) {
        most = piece.size() / 2;
      } else if (answer.isNotNow() || answer.isUnknown()) {
        tell("%s shards are not submitted yet: %s".formatted(waiting.size(), answer.words()));
        turns = pause;
        pause = Math.min(MOST_TURNS, 2 * pause);
        return;
      } else {
        throw new CommandFailure(
            "Slurm refuses the shards: %s%s"
                .formatted(answer.words(), jobs.isEmpty() ? "" : "; " + goesOn()));
      }
    }
  }

  /** Asks the queue what became of the shards, and submits more. */
  private void inspect() throws IOException {
    Optional<List<Slurm.Element>> answer = slurm.queue();
    if (answer.isEmpty()) {
      tell("Slurm does not answer");
      return;
    }
    List<Slurm.Element> queue = answer.get();
    Map<Integer, Slurm.Element> live = take(queue);
    look();
    for (int number = 1; number <= dealt.size(); number++) {
      boolean isLeft = !isDone(number) && !live.containsKey(number) && !waiting.contains(number);
      if (isLeft && failed.add(number) && failed.size() <= SHOWN_FAILURES) {
        tellFailed(number, queue);
      }
    }
    if (live.isEmpty() && waiting.isEmpty() && !failed.isEmpty()) {
      throw new CommandFailure(
          "%s of %s shards failed: %s; their logs in %s tell why. What they did is kept: once it is mended, --resume goes on"
              .formatted(
                  failed.size(), dealt.size(), Slurm.ranges(List.copyOf(failed)), directory));
    }
    tell(summary(live.values()));
    submit();
  }

  private void tellFailed(int number, List<Slurm.Element> queue) throws IOException {
    String what =
        queue.stream()
            .filter(element -> element.index() == number)
            .max(Comparator.comparingLong(element -> Long.parseLong(element.job())))
            .map(Slurm.Element::toString)
            .orElse("it was cancelled before it began, or Slurm has lost it");
    err.printf("shard %s/%s failed (%s); %s%n", number, dealt.size(), what, endOfLog(number));
  }

  private String endOfLog(int number) throws IOException {
    Path log = directory.resolve("shard-%s.log".formatted(number));
    try (Stream<Path> files = Files.list(directory)) { // NFS may not know yet what it lists
      if (files.noneMatch(log::equals)) {
        return "there is no %s: if it ran, its computer does not share this directory; give one that all computers of the cluster share with --to"
            .formatted(log);
      }
    }
    List<String> lines = Files.readString(log).lines().toList();
    return lines.stream()
        .skip(Math.max(0, lines.size() - SHOWN_LINES))
        .collect(Collectors.joining("\n  ", "its log %s ends:\n  ".formatted(log), ""));
  }

  private String summary(Collection<Slurm.Element> live) {
    long wait = live.stream().filter(Slurm.Element::waits).count();
    String why =
        live.stream()
            .filter(Slurm.Element::waits)
            .map(Slurm.Element::reason)
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return "%s shards run%s%s"
        .formatted(
            live.size() - wait,
            wait == 0 ? "" : ", %s wait in Slurm (%s)".formatted(wait, why),
            failed.isEmpty() ? "" : ", %s failed".formatted(failed.size()));
  }

  private void tellStopped() {
    err.printf(
        "%nno longer watched%s%s%n",
        jobs.isEmpty() ? "" : ": " + goesOn(),
        waiting.isEmpty()
            ? ""
            : "; %s shards are not submitted yet, --resume does that".formatted(waiting.size()));
  }

  private String goesOn() {
    String all = String.join(" ", jobs);
    return "array %s goes on; the same command with --resume watches it again, and scancel %s ends it"
        .formatted(all, all);
  }

  /** Says how it stands, where that is news: beside the bar, or in a line. */
  private void tell(String news) {
    if (!news.equals(state) && !Display.isTerminal()) {
      err.printf("%s%n", news);
    }
    state = news;
  }
}
