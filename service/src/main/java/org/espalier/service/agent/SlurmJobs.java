package org.espalier.service.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.core.model.Scale;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.scaling.ScaledGroup;
import org.espalier.core.scaling.Staffing;
import org.espalier.service.backend.Backend;
import org.espalier.service.files.PrivateFiles;
import org.espalier.service.files.Resources;
import org.espalier.service.slurm.SlurmCommands;
import org.espalier.service.slurm.SlurmCommands.Answer;
import org.espalier.workload.process.ShellWord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to the jobs of Slurm in which agents run: one for each group of machines. A job is known by
 * its name, which is that of the store and the machines, and is asked for when the queue shows none
 * of that name. It depends on the end of the one before (singleton): so one that was asked for
 * twice runs once at a time.
 *
 * <p>What ran in a job is lost when the job is surely over. Slurm has to say so twice, and in
 * between the job's guard has time to end what Slurm does not find. After the failure of a node,
 * and where Slurm has forgotten the job, the node has to answer again, since it may have run on
 * till then.
 */
final class SlurmJobs implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmJobs.class);

  /** Sites ask that nobody looks more often. */
  private static final Duration BETWEEN_LOOKS =
      Duration.ofMillis(Long.getLong("espalier.slurm.look", 30_000));

  /** By then the guard of a job that is over has ended what Slurm did not. */
  private static final long GUARD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int MOST_LOOKS_LEFT_OUT = 60;
  private static final int LINES_OF_LOG = 2;
  private static final Pattern LINE =
      Pattern.compile("([0-9]+)\\|([^|]*)\\|([A-Z_]+)\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|\n]*)");

  /** The jobs, and what time it is by the clock of Slurm's controller, which tells their times. */
  private static final String LOOK =
      "export SLURM_TIME_FORMAT=%s; squeue --me -h -t all -o '%A|%j|%T|%r|%N|%S|%e' && scontrol"
          + " show config | head -n 1";

  private static final Pattern NOW = Pattern.compile("Configuration data as of ([0-9]+)");

  /** How an agent says in which job it runs. */
  private static final Pattern HOLDER = Pattern.compile(".*Slurm job ([0-9]+), node (\\S+)");

  private final SlurmSettings settings;
  private final SlurmCommands slurm;
  private final Gate gate;
  private final String prefix;
  private final Path logs;
  private final String address;
  private final List<Group> groups;
  private final Map<String, Long> overSince = new HashMap<>();
  private final Map<String, Need> needs = new ConcurrentHashMap<>();
  private final Map<String, Duration> startTimes = new ConcurrentHashMap<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("slurm").factory());

  /** By how many seconds the clock of the controller is ahead of this computer's. */
  private long ahead;

  /**
   * A job, as the queue shows it; times in seconds since 1970 by the clock of this computer, 0
   * where they are not known.
   */
  private record Job(
      String id, String name, String state, String reason, String node, long start, long end) {
    static Job of(MatchResult m, long ahead) {
      long start = seconds(m.group(6), ahead);
      long end = seconds(m.group(7), ahead);
      return new Job(m.group(1), m.group(2), m.group(3), m.group(4), m.group(5), start, end);
    }

    private static long seconds(String text, long ahead) {
      return text.strip().matches("[0-9]+") ? Long.parseLong(text.strip()) - ahead : 0;
    }

    boolean isLive() {
      return !SlurmCommands.isOver(state);
    }

    boolean waits() {
      return state.equals("PENDING");
    }
  }

  /** What was told of a type last. */
  private record Need(int waiting, Optional<Staffing.Range> expected) {}

  /** One group, and what came of asking for its jobs. */
  private static final class Group {
    final SlurmSettings.Group wanted;
    final String name;
    String refusal = "";
    int refusals;
    int looksLeftOut;
    boolean isAskedFor;
    long askedAt;
    final ScaledGroup scaled;

    /** The end of its job, as the queue has shown it last. */
    Optional<JobEnd> until = Optional.empty();

    Group(SlurmSettings.Group wanted, String name) {
      this.wanted = wanted;
      this.name = name;
      this.scaled = new ScaledGroup(wanted.machines().size(), System.nanoTime());
    }

    boolean isWanted() {
      return scaled.isWanted();
    }

    boolean any(Predicate<String> is) {
      return wanted.machines().stream().anyMatch(is);
    }
  }

  SlurmJobs(SlurmSettings settings, Gate gate, String store, String address, Path logs) {
    this.settings = settings;
    this.slurm = settings.commands();
    this.gate = gate;
    this.prefix = "espalier-" + store.substring(0, 8) + "-";
    this.address = address;
    this.logs = logs;
    this.groups = settings.groups().stream().map(g -> new Group(g, name(g.machines()))).toList();
  }

  /**
   * Begins to see to them.
   *
   * @param host of the gate, as it is listened on
   * @param logs directory of what the jobs write
   */
  static SlurmJobs start(SlurmSettings settings, Gate gate, String store, String host, Path logs)
      throws IOException {
    InetAddress listened = InetAddress.getByName(host);
    String name =
        listened.isAnyLocalAddress() ? InetAddress.getLocalHost().getCanonicalHostName() : host;
    String address = name.contains(":") ? "[%s]".formatted(name) : name;
    SlurmJobs jobs =
        new SlurmJobs(
            settings,
            gate,
            store,
            address + ":" + gate.port(),
            PrivateFiles.directories(logs.toAbsolutePath()));
    jobs.thread.scheduleWithFixedDelay(
        jobs::look, 0, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    return jobs;
  }

  private String name(List<String> machines) {
    String some = machines.getFirst() + (machines.size() > 1 ? ".." + machines.getLast() : "");
    return prefix + some.replaceAll("[^\\w.-]", "_");
  }

  /** The agent of a machine has said that it ends: the next job may wait for that in the queue. */
  void leaving(String machine) {
    thread.execute(() ->
        groups.stream()
            .filter(group -> group.wanted.machines().contains(machine))
            .filter(group -> group.isWanted() && !group.isAskedFor)
            .forEach(group -> submit(group, true)));
  }

  void look() {
    if (!needs.keySet().containsAll(settings.scale().keySet())) {
      thread.schedule(this::look, 1, TimeUnit.SECONDS);
      return;
    }
    try {
      long before = Instant.now().getEpochSecond();
      Answer answer = slurm.run(List.of("sh", "-c", LOOK), "");
      if (answer.isGood()) {
        compareClocks(answer.out(), before);
        see(jobs(answer.out()));
      } else {
        groups.forEach(group -> explain(group, "Slurm does not answer: " + answer.words()));
      }
    } catch (RuntimeException e) {
      LOG.error("the jobs of Slurm cannot be seen to now", e);
    }
  }

  /** What was the time there was so here since a time. */
  private void compareClocks(String answer, long before) {
    Matcher now = NOW.matcher(answer);
    if (now.find()) {
      long there = Long.parseLong(now.group(1)) - ahead;
      ahead += there - Math.clamp(there, before, Instant.now().getEpochSecond());
    }
  }

  private List<Job> jobs(String lines) {
    Stream<Job> all = LINE.matcher(lines).results().map(m -> Job.of(m, ahead));
    return all.filter(job -> job.name().startsWith(prefix)).toList();
  }

  private void see(List<Job> queue) {
    Set<String> names = groups.stream().map(group -> group.name).collect(Collectors.toSet());
    queue.stream().filter(job -> job.isLive() && !names.contains(job.name())).forEach(this::cancel);
    scale();
    for (Group group : groups) {
      List<Job> jobs = queue.stream().filter(job -> job.name().equals(group.name)).toList();
      List<Job> live = jobs.stream().filter(Job::isLive).toList();
      group.wanted.machines().forEach(machine -> giveUp(machine, jobs));
      group.isAskedFor = !live.isEmpty() && live.stream().anyMatch(Job::waits);
      boolean ends = live.size() == 1 && endsSoon(live.getFirst());
      if (!group.isWanted()) {
        giveBack(group, live);
      } else if ((live.isEmpty() || ends) && group.looksLeftOut-- <= 0) {
        submit(group, !ends);
      }
      group.until =
          live.stream()
              .filter(job -> job.state().equals("RUNNING") && job.end() > 0)
              .map(job -> new JobEnd(job.id(), job.end()))
              .findFirst();
      explain(group, group.isWanted() ? why(group, jobs, live) : Gate.NOT_NEEDED);
    }
  }

  /** Says which groups are wanted; machines of one that is wanted anew take tasks again. */
  private void scale() {
    long now = System.nanoTime();
    for (String type : groups.stream().map(g -> g.wanted.type()).distinct().toList()) {
      Scale scale = settings.scale().getOrDefault(type, Scale.ALL);
      List<Group> ofType = groups.stream().filter(g -> g.wanted.type().equals(type)).toList();
      for (Group group : ofType) {
        boolean mayRun = group.any(machine -> gate.standing(machine).mayRun());
        group.scaled.see(mayRun, group.any(machine -> gate.standing(machine).isThere()), now);
      }
      List<Group> off = ofType.stream().filter(group -> !group.isWanted()).toList();
      Need need = needs.getOrDefault(type, new Need(0, Optional.empty()));
      ScaledGroup.scale(
          ofType.stream().map(group -> group.scaled).toList(),
          scale,
          scale.idle().toNanos(),
          need.waiting,
          need.expected,
          now);
      off.stream()
          .filter(Group::isWanted)
          .flatMap(group -> group.wanted.machines().stream())
          .forEach(machine -> gate.dismiss(machine, false));
    }
  }

  /** What is needed of a type. Nothing is asked for or given back before all is told once. */
  void needed(String type, int waiting, Optional<Staffing.Range> expected) {
    needs.put(type, new Need(waiting, expected));
  }

  /**
   * It takes as long as the last of its jobs took; empty if all machines are there all the time.
   */
  Optional<Backend.Starts> starts(String type) {
    return Optional.ofNullable(settings.scale().get(type))
        .map(scale ->
            new Backend.Starts(
                startTimes.getOrDefault(type, Duration.ZERO),
                scale,
                settings.forecasts().getOrDefault(type, Forecast.NONE)));
  }

  /** The agent of a machine is there. */
  void arrived(String machine) {
    long now = System.nanoTime();
    thread.execute(() ->
        groups.stream()
            .filter(group -> group.wanted.machines().contains(machine) && group.askedAt != 0)
            .forEach(group -> {
              startTimes.put(group.wanted.type(), Duration.ofNanos(now - group.askedAt));
              group.askedAt = 0;
            }));
  }

  /** Its machines take nothing more, and when nothing is on its way to them its job is over. */
  private void giveBack(Group group, List<Job> live) {
    List<String> machines = group.wanted.machines();
    if (machines.stream().map(gate::standing).allMatch(Standing::isGivenUp)) {
      live.forEach(this::cancel);
    }
    machines.forEach(machine -> gate.dismiss(machine, true));
  }

  private boolean endsSoon(Job job) {
    long left = job.end() - Instant.now().getEpochSecond();
    return job.state().equals("RUNNING") && job.end() > 0 && left < settings.overlap().toSeconds();
  }

  private void cancel(Job job) {
    LOG.info("job {} of Slurm is not wanted: {}", job.id(), job.name());
    Answer unused = slurm.run(List.of("scancel", job.id()), "");
  }

  /**
   * Asks for a job of a group.
   *
   * @param after whether it waits until the one before is over
   */
  private void submit(Group group, boolean after) {
    List<String> command = new ArrayList<>(List.of("sbatch", "--parsable"));
    command.addAll(group.wanted.sbatch());
    command.addAll(
        List.of(
            "--job-name=" + group.name,
            "--no-requeue",
            "--export=ALL",
            "--signal=B:TERM@" + JobEnd.NOTICE_SECONDS));
    if (after) {
      command.add("--dependency=singleton");
    }
    if (settings.via().isEmpty()) {
      String escaped = logs.toString().replace("%", "%%");
      command.add("--output=%s/%s-%%j.log".formatted(escaped, group.name));
    }
    Answer answer = slurm.run(command, script(group));
    group.isAskedFor = true;
    group.askedAt = System.nanoTime();
    group.refusals = answer.isGood() ? 0 : group.refusals + 1;
    group.refusal = answer.isGood() ? "" : answer.words();
    group.looksLeftOut =
        group.refusals < 2 ? 0 : Math.min(MOST_LOOKS_LEFT_OUT, 1 << Math.min(6, group.refusals));
    if (answer.isGood()) {
      LOG.info("job {} of Slurm is asked for: {}", answer.out(), group.name);
    } else {
      LOG.warn("Slurm does not take job {}: {}", group.name, answer.words());
    }
  }

  private String script(Group group) {
    List<String> words = new ArrayList<>(settings.program());
    words.addAll(List.of("agent", "--gate", address, "--key", settings.key()));
    words.addAll(List.of("--machines", String.join(",", group.wanted.machines())));
    String line = words.stream().map(ShellWord::quoted).collect(Collectors.joining(" "));
    return "#!/bin/sh\nset -- %s\nname=%s\n%s"
        .formatted(line, ShellWord.quoted(group.name), Resources.text(SlurmJobs.class, "job.sh"));
  }

  /** What ran on a machine is lost if its job is surely over. */
  private void giveUp(String machine, List<Job> jobs) {
    Standing standing = gate.standing(machine);
    Matcher holder = HOLDER.matcher(standing.holder());
    if (standing.isThere() || !standing.mayRun() || !holder.matches()) {
      overSince.remove(machine);
      return;
    }
    long left = Instant.now().getEpochSecond() - standing.left();
    Optional<Job> job =
        jobs.stream()
            .filter(j -> !j.waits() && j.id().equals(holder.group(1)) && j.start() <= left)
            .findFirst();
    boolean forgotten = job.isEmpty() || job.get().state().equals("NODE_FAIL");
    long now = System.nanoTime();
    boolean over = forgotten ? answers(holder.group(2)) : !job.get().isLive();
    if (!over) {
      overSince.remove(machine);
    } else if (now - overSince.computeIfAbsent(machine, _ -> now) >= GUARD_NANOS) {
      String state = job.map(Job::state).orElse("Slurm has forgotten it");
      gate.lost(machine, "its job %s of Slurm is over: %s".formatted(holder.group(1), state));
    }
  }

  private boolean answers(String node) {
    Answer answer = slurm.run(List.of("sinfo", "-h", "-n", node, "-o", "%T"), "");
    return answer.isGood() && answer.out().matches("(?s)(?!down|unk|fut)[^*\n]+(\n.*)?");
  }

  /** Why the machines of a group are away, if they are. */
  private String why(Group group, List<Job> jobs, List<Job> live) {
    Optional<Job> runs = live.stream().filter(job -> !job.waits()).findFirst();
    if (runs.isPresent()) {
      return "Slurm job %s is %s on %s%s"
          .formatted(
              runs.get().id(), runs.get().state(), runs.get().node(), endOfLog(group, runs.get()));
    }
    if (!live.isEmpty()) {
      return "waits in Slurm: %s (job %s)"
          .formatted(live.getFirst().reason(), live.getFirst().id());
    }
    if (!group.refusal.isEmpty()) {
      return "Slurm refuses its job: " + group.refusal;
    }
    return jobs.isEmpty()
        ? "its job of Slurm is asked for"
        : "Slurm job %s is over: %s, %s%s; the next is asked for"
            .formatted(
                jobs.getLast().id(),
                jobs.getLast().state(),
                jobs.getLast().reason(),
                endOfLog(group, jobs.getLast()));
  }

  private String endOfLog(Group group, Job job) {
    try {
      List<String> lines = Files.readAllLines(logs.resolve(group.name + "-" + job.id() + ".log"));
      return lines.isEmpty()
          ? ""
          : lines.stream()
              .skip(Math.max(0, lines.size() - LINES_OF_LOG))
              .collect(Collectors.joining(" / ", "; its log ends: ", ""));
    } catch (IOException e) {
      return "";
    }
  }

  private void explain(Group group, String why) {
    group.wanted.machines().forEach(machine -> gate.explain(machine, why, group.until));
  }

  /** Looks no more; the jobs go on. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
