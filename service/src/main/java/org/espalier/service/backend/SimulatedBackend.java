package org.espalier.service.backend;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.espalier.core.model.HcSystem;
import org.espalier.core.model.Machine;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.simulated.MachineAbsences;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Machines that only take time. What a launch takes is drawn from the PET of its task type on its
 * machine, its command is not looked at, and it succeeds. One thread waits for the ends of all.
 *
 * <p>Nothing is kept outside of the process. That its start was decided is all there is to know of
 * a launch: it began then, and ends after its drawn time, whether a service is there or not. So
 * what an earlier process has left goes on as if its machine had, and nothing begins twice. A limit
 * of time counts from the start too; other limits are not looked at.
 *
 * <p>Machines go and come back as their types say ({@link MachineAbsences}). What one executes when
 * it fails is lost; when it goes off it ends that first. What it has not begun it does not begin.
 */
final class SimulatedBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(SimulatedBackend.class);
  private static final Traits AHEAD = new Traits(true, false, Optional.empty(), false);

  /** Why what ran is lost where the system has no execution time for it. */
  private static final String UNKNOWN =
      "the system no longer has an execution time on machine %s for task type %s";

  private final DrawnTimes times;
  private final LaunchListener listener;
  private final ScheduledThreadPoolExecutor timer = BackendTimer.start("simulated-machines");

  /** What is not over, by id and by machine; the first of a machine runs, the others wait. */
  private final Map<LaunchId, SimulatedRun> active = new HashMap<>();

  private final Map<String, Queue<SimulatedRun>> machines = new HashMap<>();

  /** What is over and is just being told. */
  private final Map<LaunchId, LaunchEnd> telling = new ConcurrentHashMap<>();

  private final HcSystem system;
  private final MachineAbsences absences;

  /** Why machines are away, by their names. */
  private final Map<String, String> away = new ConcurrentHashMap<>();

  /** By the clock of this computer, in nanoseconds. */
  private final long tickZero;

  private boolean adopted;

  SimulatedBackend(SimulatedSettings settings, Instant epoch, LaunchListener listener) {
    this.times = new DrawnTimes(settings);
    this.listener = listener;
    this.system = settings.system();
    this.absences = new MachineAbsences(system, settings.seed(), epoch);
    this.tickZero = System.nanoTime() - Duration.between(epoch, Instant.now()).toNanos();
  }

  /**
   * {@inheritDoc} Ends that lie in the past are told in their order before this returns. None of
   * the launches never began: that its start was decided is its beginning. What ran where a machine
   * failed meanwhile is lost.
   */
  @Override
  public void adopt(List<Launch> launches) {
    beginAdoption();
    launches.stream()
        .map(
            launch -> times.of(launch).isPresent() ? lived(planned(launch)) : lost(launch, UNKNOWN))
        .sorted(Comparator.comparingLong(run -> Math.min(0, run.nanosLeft())))
        .forEach(this::enter);
    system.machines().stream().filter(m -> m.type().isAwayAtTimes()).forEach(this::look);
  }

  /** A run of an earlier process, lost if its machine has failed since it began. */
  private SimulatedRun lived(SimulatedRun run) {
    Machine machine = system.findMachine(run.machine()).orElseThrow();
    if (!machine.type().mayFail()) {
      return run;
    }
    long left = run.nanosLeft();
    absences.advance(machine.id(), tick(left - run.length.toNanos()));
    boolean fails = absences.next(machine.id()) <= tick(Math.min(0, left));
    return fails ? lost(run.launch, "machine %s failed") : run;
  }

  /** The tick that is so many nanoseconds from now. */
  private long tick(long nanos) {
    return (System.nanoTime() - tickZero + nanos) / system.tick().toNanos();
  }

  /** Takes a machine away, or brings it back, if it is time, and looks again when it is next. */
  private void look(Machine machine) {
    int id = machine.id();
    String name = machine.name();
    long now = tick(0);
    absences.advance(id, now);
    if (!absences.isAway(id)) {
      if (away.remove(name) != null) {
        listener.back(name, "");
      }
    } else if (!absences.why(id).equals(away.put(name, absences.why(id)))) {
      listener.away(name, absences.why(id), absences.back(id));
      empty(machine, absences.why(id));
    }
    long ticks = Math.min(absences.next(id) - now, Duration.ofDays(1).dividedBy(system.tick()));
    var unused =
        timer.schedule(() -> look(machine), ticks * system.tick().toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Ends what is on a machine that goes, the last first, so that none begins. */
  private void empty(Machine machine, String why) {
    List<SimulatedRun> there;
    synchronized (this) {
      there = List.copyOf(machines.getOrDefault(machine.name(), new ArrayDeque<>()));
    }
    there.reversed().stream()
        .filter(run -> machine.type().mayFail() || !run.hasBegun())
        .forEach(run -> end(run, run.lost(System.nanoTime(), why)));
  }

  private synchronized void beginAdoption() {
    if (adopted) {
      throw new IllegalStateException("adopt was called before; call it once, before launches");
    }
    adopted = true;
  }

  @Override
  public void launch(Launch launch) {
    if (!times.knowsMachine(launch.machine())) {
      throw new IllegalArgumentException(
          "launch %s is for machine '%s', which the system does not have"
              .formatted(launch.id(), launch.machine()));
    }
    enter(planned(launch));
  }

  /**
   * What an earlier process began is lost.
   *
   * @param why with places for its machine and the type of its task
   */
  private static SimulatedRun lost(Launch launch, String why) {
    String detail = why.formatted(launch.machine(), launch.execution().taskType());
    return new SimulatedRun(
        launch, Duration.ZERO, new LaunchEnd(launch.id(), Kind.LOST, -1, 0, detail));
  }

  private SimulatedRun planned(Launch launch) {
    Optional<Duration> drawn = times.of(launch);
    Optional<Duration> most = launch.limits().time();
    if (drawn.isEmpty()) {
      String detail =
          "machine %s has no execution time for task type %s; correct the PET of the system"
              .formatted(launch.machine(), launch.execution().taskType());
      LaunchEnd end = new LaunchEnd(launch.id(), Kind.UNRUNNABLE, -1, 0, detail);
      return new SimulatedRun(launch, Duration.ZERO, end);
    }
    if (most.isPresent() && most.get().compareTo(drawn.get()) < 0) {
      String detail = LaunchLimits.exceeded(most.get());
      LaunchEnd end = new LaunchEnd(launch.id(), Kind.STOPPED, -1, most.get().toMillis(), detail);
      return new SimulatedRun(launch, most.get(), end);
    }
    LaunchEnd end = new LaunchEnd(launch.id(), Kind.EXITED, 0, drawn.get().toMillis(), "");
    return new SimulatedRun(launch, drawn.get(), end);
  }

  private void enter(SimulatedRun run) {
    if (isFirst(run)) {
      start(run, () -> listener.beganAtOnce(run.id()));
    }
  }

  /** Begins the first run of a machine, which is told so, unless the machine is away. */
  private void start(SimulatedRun run, Runnable told) {
    String why = away.get(run.machine());
    if (why == null) {
      told.run();
      begin(run);
    } else {
      end(run, run.lost(System.nanoTime(), why));
    }
  }

  /** Takes a run up; whether its machine is free for it. */
  private synchronized boolean isFirst(SimulatedRun run) {
    if (!adopted) {
      throw new IllegalStateException("call adopt before the first launch");
    }
    if (active.putIfAbsent(run.id(), run) != null) {
      throw new IllegalArgumentException(
          "launch %s is not over; give it another attempt number".formatted(run.id()));
    }
    Queue<SimulatedRun> machine =
        machines.computeIfAbsent(run.machine(), name -> new ArrayDeque<>(2));
    machine.add(run);
    return machine.size() == 1;
  }

  private void begin(SimulatedRun run) {
    if (run.nanosLeft() > 0) {
      run.startNanos = System.nanoTime() - run.launch.execution().ago().toNanos();
      run.alarm = // which may go off before this is noted
          timer.schedule(
              () -> end(run, run.end(System.nanoTime())), run.nanosLeft(), TimeUnit.NANOSECONDS);
    } else {
      end(run, run.end.since(Duration.ofNanos(-run.nanosLeft())));
    }
  }

  /** A run is over, and the next one of its machine begins. */
  private void end(SimulatedRun run, LaunchEnd end) {
    Optional<SimulatedRun> next;
    synchronized (this) {
      if (!active.remove(run.id(), run)) {
        return;
      }
      telling.put(run.id(), end);
      next = leave(run);
    }
    tell(end);
    telling.remove(run.id());
    next.ifPresent(each -> start(each, () -> listener.began(each.id(), Duration.ZERO)));
  }

  /** Takes a run from its machine; the one that runs there from now on, if that is another. */
  private Optional<SimulatedRun> leave(SimulatedRun run) {
    Queue<SimulatedRun> machine = machines.getOrDefault(run.machine(), new ArrayDeque<>());
    boolean ran = machine.peek() == run;
    machine.remove(run);
    return ran ? Optional.ofNullable(machine.peek()) : Optional.empty();
  }

  private void tell(LaunchEnd end) {
    try {
      listener.ended(end);
    } catch (RuntimeException e) {
      LOG.error("the end of launch {} could not be told", end.id(), e);
    }
  }

  @Override
  public Traits traits(String machine) {
    return AHEAD;
  }

  @Override
  public synchronized boolean takeBack(LaunchId launch) {
    SimulatedRun run = active.get(launch);
    if (run == null) {
      return !telling.containsKey(launch);
    }
    Queue<SimulatedRun> machine = machines.getOrDefault(run.machine(), new ArrayDeque<>());
    return machine.peek() != run && machine.remove(run) && active.remove(launch, run);
  }

  /** {@inheritDoc} It ends at once. */
  @Override
  public void stop(LaunchId launch) {
    find(launch).ifPresent(run -> end(run, run.stopped(System.nanoTime())));
  }

  @Override
  public Optional<LaunchEnd> ended(LaunchId launch) {
    long now = System.nanoTime();
    return find(launch)
        .filter(run -> run.isOver(now))
        .map(run -> run.end(now))
        .or(() -> Optional.ofNullable(telling.get(launch)));
  }

  private synchronized Optional<SimulatedRun> find(LaunchId launch) {
    return Optional.ofNullable(active.get(launch));
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  /** A launch on a simulated machine. Safe for use by many threads. */
  private static final class SimulatedRun {
    private final Launch launch;
    private final Duration length;
    private final LaunchEnd end;
    private volatile long startNanos;
    private volatile @Nullable Future<?> alarm;

    /**
     * A run that has yet to begin.
     *
     * @param length how long it takes from its start
     * @param end how it ends if it is left alone
     */
    SimulatedRun(Launch launch, Duration length, LaunchEnd end) {
      this.launch = launch;
      this.length = length;
      this.end = end;
    }

    LaunchId id() {
      return launch.id();
    }

    /** Whether it is executing, and does not wait for another. */
    boolean hasBegun() {
      return alarm != null;
    }

    String machine() {
      return launch.machine();
    }

    /** How it ended if it was left alone, told at a time after it was over. */
    LaunchEnd end(long nanos) {
      return end.since(Duration.ofNanos(Math.max(0, nanos - startNanos - length.toNanos())));
    }

    /** Whether its time is over. */
    boolean isOver(long nanos) {
      return alarm != null && nanos - startNanos >= length.toNanos();
    }

    /** How long it still runs when it begins; negative if it would have ended before. */
    long nanosLeft() {
      return length.minus(launch.execution().ago()).toNanos();
    }

    /** It is stopped now; its end by itself will not come any more. */
    LaunchEnd stopped(long nanos) {
      return over(nanos, LaunchEnd.Kind.STOPPED, "stopped");
    }

    /** Its machine has gone now, and it with it, begun or not. */
    LaunchEnd lost(long nanos, String why) {
      return over(
          nanos,
          hasBegun() ? LaunchEnd.Kind.LOST : LaunchEnd.Kind.NEVER_BEGAN,
          "machine %s: %s".formatted(machine(), why));
    }

    private LaunchEnd over(long nanos, LaunchEnd.Kind kind, String detail) {
      Future<?> set = alarm;
      long ran = 0;
      if (set != null) {
        set.cancel(false);
        ran = Duration.ofNanos(nanos - startNanos).toMillis();
      }
      return new LaunchEnd(id(), kind, -1, ran, detail);
    }
  }
}
