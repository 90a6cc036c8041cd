package org.espalier.service.backend;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.espalier.workload.document.Quantities;

/**
 * A cluster whose commands only take their time. It has a queue of its own, in which each launch
 * waits a while before it begins, and it outlives the services that use it.
 *
 * <p>A command is up to four words: how many milliseconds it takes, or {@link #ENDLESS}; its exit
 * status (0); what it writes to standard output, and to standard error.
 */
public final class ScriptedCluster {
  /** The time of a command that ends only when it is stopped, or {@link #exit} says so. */
  public static final String ENDLESS = "endless";

  private final Set<String> machines;
  private final Timers timers;
  private final Map<LaunchId, Job> jobs = new LinkedHashMap<>();
  private final Set<String> broken = new HashSet<>();
  private final Set<String> away = new HashSet<>();
  private final Set<String> off = new HashSet<>();
  private final List<Duration> failures = new ArrayList<>();
  private final List<LaunchId> begun = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<LaunchId, Duration> lefts = new HashMap<>();
  private Duration queueing = Duration.ZERO;
  private Optional<Duration> grace = Optional.empty();
  private Duration stopping = Duration.ZERO;
  private Duration slow = Duration.ZERO;
  private boolean tellsLater;
  private boolean startsAhead;
  private Duration takingBack = Duration.ZERO;
  private Optional<LaunchListener> listener = Optional.empty();
  private boolean rebooted;
  private boolean launching;

  /** One of machines with some names. */
  public ScriptedCluster(Set<String> machines, Timers timers) {
    this.machines = Set.copyOf(machines);
    this.timers = timers;
  }

  /** How long a launch waits in the cluster's queue from now on, once its machine is free. */
  public synchronized void queueFor(Duration time) {
    queueing = time;
  }

  /** What is told to stop may go on for a while, and does from now on. */
  public synchronized void giveGrace(Duration most) {
    grace = Optional.of(most);
    stopping = most;
  }

  /** How launches end that are to be stopped is known only when it is told, after a moment. */
  public synchronized void tellLater() {
    tellsLater = true;
    giveGrace(Duration.ofMillis(3));
  }

  /** The same where what is told to stop is gone at once. */
  public synchronized void tellLaterWithoutGrace() {
    tellsLater = true;
    grace = Optional.empty();
    stopping = Duration.ZERO;
  }

  /** A machine may be handed its next launch while another runs there. */
  public synchronized void startAhead() {
    startsAhead = true;
  }

  /** What is taken back is told to be so after a while from now on, unless it has begun by then. */
  public synchronized void takeBackIn(Duration time) {
    takingBack = time;
  }

  /** How long what is told to stop goes on from now on. */
  public synchronized void stopIn(Duration time) {
    stopping = time;
  }

  /** The clocks of its machines are slow by so much, by which it tells when something stopped. */
  public synchronized void beSlowBy(Duration time) {
    slow = time;
  }

  /** A service comes to use it. */
  public Backend open(Owner owner, LaunchListener hearer) {
    return open(hearer);
  }

  /** The same, whosever launches it runs. */
  public synchronized Backend open(LaunchListener hearer) {
    listener = Optional.of(hearer);
    away.forEach(machine -> hearer.away(machine, "out of reach"));
    return new Access(hearer);
  }

  /** The service that uses it dies; what runs goes on. */
  public synchronized void forsake() {
    listener = Optional.empty();
  }

  /** A machine is out of reach from now on; what runs there goes on, and is told of later. */
  public synchronized void depart(String machine) {
    if (!tellsLater) {
      throw new IllegalStateException("what is out of reach tells later");
    }
    if (away.add(machine)) {
      listener.ifPresent(l -> l.away(machine, "out of reach"));
    }
  }

  /** A machine is to be given nothing for a time; what runs there goes on, and is told of. */
  public synchronized void depart(String machine, Duration back) {
    off.add(machine);
    listener.ifPresent(l -> l.away(machine, "it is off", Optional.of(back)));
  }

  /** A machine can be reached again; what was not told is. */
  public synchronized void comeBack(String machine) {
    if (off.remove(machine)) {
      listener.ifPresent(l -> l.back(machine, "cluster"));
    }
    if (away.remove(machine)) {
      List<Job> there =
          jobs.values().stream().filter(job -> job.launch.machine().equals(machine)).toList();
      there.forEach(this::tellWhatWasNot);
      there.stream().filter(job -> job.told).forEach(job -> halt(job, "stopped"));
      listener.ifPresent(l -> l.back(machine, "cluster"));
    }
  }

  /** A machine is to go after a while. */
  public synchronized void announce(String machine, Duration in) {
    listener.ifPresent(l -> l.goes(machine, Optional.of(in)));
  }

  /** A machine begins nothing from now on; what runs there goes on. */
  public synchronized void breakDown(String machine) {
    broken.add(machine);
  }

  /** A machine is as good as new. */
  public synchronized void mend(String machine) {
    broken.remove(machine);
  }

  /** When broken machines were to begin something, since the timers began. */
  public synchronized List<Duration> failures() {
    return List.copyOf(failures);
  }

  /** What has executed, as often as it has, in the order of the beginnings. */
  public synchronized List<LaunchId> begun() {
    return List.copyOf(begun);
  }

  /** What services asked for that no service may. */
  public synchronized List<String> violations() {
    return List.copyOf(violations);
  }

  /** All that runs is gone, and so is what is known of it. */
  public synchronized void reboot() {
    jobs.values().forEach(job -> job.state = State.OVER);
    jobs.clear();
    rebooted = true;
  }

  /** The command of a launch ends. */
  public synchronized void exit(LaunchId id, int status) {
    Job job = jobs.get(id);
    if (job == null || job.state != State.RUNNING) {
      throw new AssertionError("launch %s does not run".formatted(id));
    }
    long millis = (timers.nanos() - job.began) / 1_000_000;
    end(job, new LaunchEnd(id, LaunchEnd.Kind.EXITED, status, millis, ""));
  }

  /** How much of its time was left of a launch when it was told so since the clock was set. */
  public synchronized Optional<Duration> left(LaunchId id) {
    return Optional.ofNullable(lefts.get(id));
  }

  /** How a launch ended, if it has. */
  public synchronized Optional<LaunchEnd> end(LaunchId id) {
    return Optional.ofNullable(jobs.get(id)).flatMap(job -> job.end);
  }

  /** What executes now. */
  public synchronized List<LaunchId> running() {
    return jobs.values().stream()
        .filter(job -> job.state == State.RUNNING)
        .map(job -> job.launch.id())
        .toList();
  }

  private enum State {
    /** Behind another on its machine. */
    WAITING,
    /** In the cluster's queue. */
    QUEUED,
    RUNNING,
    OVER
  }

  private static final class Job {
    private final Launch launch;
    private State state = State.WAITING;
    private long began;
    private boolean wanted = true;
    private boolean stopping;
    private boolean untold;
    private boolean told;
    private Optional<LaunchEnd> end = Optional.empty();
    private long ended;

    Job(Launch launch) {
      this.launch = launch;
    }

    private Optional<String> word(int index) {
      List<String> command = launch.command();
      return index < command.size() ? Optional.of(command.get(index)) : Optional.empty();
    }

    private Optional<Long> millis() {
      return word(0).filter(word -> !word.equals(ENDLESS)).map(Long::valueOf);
    }

    private LaunchEnd exited(long millis) {
      int status = word(1).map(Integer::valueOf).orElse(0);
      return new LaunchEnd(launch.id(), LaunchEnd.Kind.EXITED, status, millis, "");
    }

    private LaunchEnd stopped(String why, Duration ago) {
      return new LaunchEnd(launch.id(), LaunchEnd.Kind.STOPPED, -1, 0, why).since(ago);
    }
  }

  private synchronized void tell(Job job, Consumer<LaunchListener> news) {
    if (away.contains(job.launch.machine())) {
      job.untold = true;
    } else if (job.wanted) {
      listener.ifPresent(news);
    }
  }

  private void tellWhatWasNot(Job job) {
    if (job.untold) {
      job.untold = false;
      if (job.state == State.RUNNING) {
        Duration ago = Duration.ofNanos(timers.nanos() - job.began);
        tell(job, l -> l.began(job.launch.id(), ago));
      }
      toldNow(job).ifPresent(end -> tell(job, l -> l.ended(end)));
    }
  }

  private Optional<LaunchEnd> toldNow(Job job) {
    return job.end.map(end -> end.since(end.ago().plusNanos(timers.nanos() - job.ended)));
  }

  private void halt(Job job, String why) {
    if (away.contains(job.launch.machine())) {
      job.told = true; // when it can be
    } else if (stopping.isZero() || job.state == State.WAITING || job.state == State.QUEUED) {
      end(job, job.stopped(why, slow));
    } else if (job.state == State.RUNNING && !job.stopping) {
      job.stopping = true;
      timers.after(stopping, () -> end(job, job.stopped(why, slow)));
    }
  }

  private synchronized void tellTakenBack(Job job) {
    LaunchId id = job.launch.id();
    if (job.state == State.WAITING && jobs.remove(id, job)) {
      tell(job, l -> l.ended(new LaunchEnd(id, LaunchEnd.Kind.NEVER_BEGAN, -1, 0, "taken back")));
    }
  }

  private void freed(String machine) {
    jobs.values().stream()
        .filter(job -> job.launch.machine().equals(machine) && job.state != State.OVER)
        .findFirst()
        .filter(job -> job.state == State.WAITING)
        .ifPresent(this::queue);
  }

  private void queue(Job job) {
    job.state = State.QUEUED;
    if (broken.contains(job.launch.machine())) {
      failures.add(Duration.ofNanos(timers.nanos()));
      LaunchId id = job.launch.id();
      end(job, new LaunchEnd(id, LaunchEnd.Kind.MACHINE_FAILED, -1, 0, "it is broken"));
    } else if (queueing.isZero()) {
      begin(job);
    } else {
      timers.after(queueing, () -> begin(job));
    }
  }

  private synchronized void begin(Job job) {
    if (job.state == State.QUEUED) {
      job.state = State.RUNNING;
      job.began = timers.nanos();
      LaunchId id = job.launch.id();
      begun.add(id);
      boolean atOnce = launching;
      tell(
          job,
          l -> {
            if (atOnce) {
              l.beganAtOnce(id);
            } else {
              l.began(id, Duration.ZERO);
            }
          });
      job.millis()
          .ifPresent(ms -> timers.after(Duration.ofMillis(ms), () -> end(job, job.exited(ms))));
      job.launch
          .limits()
          .time()
          .ifPresent(most ->
              timers.after(
                  most,
                  () ->
                      end(
                          job,
                          job.stopped(
                              "stopped at its time limit of " + Quantities.inGreatestUnit(most),
                              slow))));
    }
  }

  private synchronized void end(Job job, LaunchEnd end) {
    if (job.state != State.OVER) {
      job.state = State.OVER;
      job.end = Optional.of(end);
      job.ended = timers.nanos();
      tell(job, l -> l.ended(end));
      if (!job.wanted) {
        listener.ifPresent(l -> l.gone(end.id()));
      }
      freed(job.launch.machine());
    }
  }

  /** The way in for one service. */
  private final class Access implements Backend {
    private final LaunchListener hearer;
    private boolean adopted;

    Access(LaunchListener hearer) {
      this.hearer = hearer;
    }

    @Override
    public void launch(Launch launch) {
      synchronized (ScriptedCluster.this) {
        check(launch);
        jobs.put(launch.id(), new Job(launch));
        launching = true;
        freed(launch.machine());
        launching = false;
      }
    }

    private void check(Launch launch) {
      if (!adopted) {
        throw new IllegalStateException(violation("call adopt before the first launch"));
      }
      if (!machines.contains(launch.machine())) {
        throw new IllegalArgumentException(violation("no machine " + launch.machine()));
      }
      Job before = jobs.get(launch.id());
      if (before != null && before.state == State.OVER) {
        throw new AssertionError(violation(launch + " ran twice"));
      }
      if (before != null) {
        throw new IllegalArgumentException(violation(launch.id() + " is not over"));
      }
    }

    /** Noted, since whoever asked may swallow what is thrown. */
    private String violation(String what) {
      violations.add(what);
      return what;
    }

    @Override
    public void stop(LaunchId launch) {
      synchronized (ScriptedCluster.this) {
        Optional.ofNullable(jobs.get(launch)).ifPresent(job -> halt(job, "stopped"));
      }
    }

    /** {@inheritDoc} Nothing can be taken back from a machine that is out of reach. */
    @Override
    public boolean takeBack(LaunchId launch) {
      synchronized (ScriptedCluster.this) {
        Job job = jobs.get(launch);
        boolean waits =
            job != null && job.state == State.WAITING && !away.contains(job.launch.machine());
        if (waits && !takingBack.isZero()) {
          timers.after(takingBack, () -> tellTakenBack(job));
          return false;
        }
        return job == null || (waits && jobs.remove(launch, job));
      }
    }

    @Override
    public Traits traits(String machine) {
      synchronized (ScriptedCluster.this) {
        return new Traits(startsAhead, tellsLater, grace, false);
      }
    }

    @Override
    public void adopt(List<Launch> launches) {
      synchronized (ScriptedCluster.this) {
        if (adopted) {
          throw new IllegalStateException(violation("adopt was called before"));
        }
        adopted = true;
        Set<LaunchId> wanted = new HashSet<>();
        launches.forEach(launch -> wanted.add(launch.id()));
        jobs.values().stream()
            .filter(job -> !wanted.contains(job.launch.id()))
            .toList()
            .forEach(this::forget);
        launches.forEach(this::adopt);
        rebooted = false;
      }
    }

    @Override
    public void renewDeadlines(List<Launch> launches) {
      synchronized (ScriptedCluster.this) {
        for (Launch launch : launches) {
          launch.execution().left().ifPresent(left -> lefts.put(launch.id(), left));
        }
      }
    }

    private void forget(Job job) {
      job.wanted = false;
      halt(job, "unwanted");
      if (job.state == State.RUNNING) {
        hearer.stopping(job.launch.id(), job.launch.machine());
      }
    }

    private void adopt(Launch launch) {
      Job job = jobs.get(launch.id());
      if (job == null) {
        LaunchEnd.Kind kind = rebooted ? LaunchEnd.Kind.LOST : LaunchEnd.Kind.NEVER_BEGAN;
        String detail = rebooted ? "the machine is new" : "it never came";
        listener.ifPresent(l -> l.ended(new LaunchEnd(launch.id(), kind, -1, 0, detail)));
      } else if (job.state == State.RUNNING) {
        Duration ago = Duration.ofNanos(timers.nanos() - job.began);
        tell(job, l -> l.began(launch.id(), ago));
      } else {
        toldNow(job).ifPresent(end -> tell(job, l -> l.ended(end)));
      }
    }

    @Override
    public Optional<LaunchEnd> ended(LaunchId launch) {
      synchronized (ScriptedCluster.this) {
        return Optional.ofNullable(jobs.get(launch))
            .filter(_ -> !tellsLater)
            .flatMap(ScriptedCluster.this::toldNow);
      }
    }

    @Override
    public Optional<OutputPart> output(
        LaunchId launch, OutputChannel channel, long from, int most) {
      synchronized (ScriptedCluster.this) {
        return Optional.ofNullable(jobs.get(launch))
            .filter(job -> job.launch.keepsOutput())
            .map(job -> job.word(2 + channel.ordinal()).orElse(""))
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .map(bytes -> part(bytes, from, most));
      }
    }

    private static OutputPart part(byte[] whole, long from, int most) {
      int begin = (int) Math.min(from, whole.length);
      int end = (int) Math.min(whole.length, (long) begin + most);
      return new OutputPart(Arrays.copyOfRange(whole, begin, end), whole.length, 0);
    }

    @Override
    public void close() {
      synchronized (ScriptedCluster.this) {
        if (listener.filter(hearer::equals).isPresent()) {
          forsake();
        }
      }
    }
  }
}
