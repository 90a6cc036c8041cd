package org.espalier.service.backend;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.service.cpufreq.PStates;
import org.espalier.service.files.FilePlace;
import org.espalier.service.files.PrivateFiles;
import org.espalier.workload.process.ProcessStat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs commands as processes of this computer. Each command leads a process group of its own and,
 * where that is possible, is contained in a cgroup of its own; a launch is over when both are
 * empty. Without cgroups, a process that leaves its group, as daemons do, is not followed.
 *
 * <p>Every machine has a launcher, a small shell that outlives the service. It gives each command a
 * keeper, which outlives the launcher, waits for the command and writes down how and when it ended.
 * Only where the keeper dies before its command nobody knows that, which is said. Who runs a launch
 * is decided by a file that only one can create, the claim: the launcher creates it before it runs
 * the command, and a service that comes after another creates it for what has not begun. So nothing
 * is run twice, and every run is told of or stopped. Nothing here hangs on the computer's clock.
 */
public final class LocalBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(LocalBackend.class);
  private static final Pattern ID = Pattern.compile("(\\d{1,18})-(\\d{1,9})");

  private static final long SWEEP_AGAIN_MILLIS = 200;

  private final LocalSettings settings;
  private final LaunchListener listener;
  private final FileChannel lock;
  private final Path runs;
  private final OutputStore outputs;
  private final LocalMachine.Workshop workshop;
  private final ScheduledThreadPoolExecutor timers = BackendTimer.start("backend-timers");
  private final Map<String, LocalMachine> machines = new ConcurrentHashMap<>();
  private final Map<LaunchId, LocalRun> active = new ConcurrentHashMap<>();
  private final Set<LocalRun> unwanted = ConcurrentHashMap.newKeySet();
  private boolean adopted;

  private LocalBackend(LocalSettings settings, LaunchListener listener, FileChannel lock)
      throws IOException {
    this.settings = settings;
    this.listener = listener;
    this.lock = lock;
    this.runs = settings.directory().resolve("runs");
    leaveRunsOfOthers();
    PrivateFiles.directories(runs);
    this.outputs =
        new OutputStore(settings.directory().resolve("output"), settings.keptOutputBytes());
    this.workshop =
        new LocalMachine.Workshop(
            settings,
            writeScript(settings.directory().resolve(LocalSettings.SCRIPT)),
            new ProgramCheck(settings),
            outputs,
            Cgroups.open(settings),
            new PStates(settings.cpufreq()),
            timers,
            run -> listener.began(run.launch().id(), Duration.ZERO),
            this::ended,
            run -> active.remove(run.launch().id(), run));
    LOG.info("containment: {}", workshop.cgroups().description());
  }

  /**
   * Removes the files of runs that came with a copy of the directory: the commands they name belong
   * to whoever has the original.
   */
  private void leaveRunsOfOthers() throws IOException {
    Path noted = settings.directory().resolve("place");
    String here = FilePlace.of(settings.directory());
    if (Files.exists(noted) && !FilePlace.isSame(Files.readString(noted), here)) {
      LOG.warn("{} is a copy; the runs of the original are left alone", settings.directory());
      PrivateFiles.delete(runs);
    }
    PrivateFiles.replace(noted, here); // half a note would be that of another place
  }

  /**
   * Opens the back end and starts a launcher for each machine.
   *
   * @throws BackendException if this computer lacks something, or another service uses the
   *     directory
   */
  public static LocalBackend open(LocalSettings settings, LaunchListener listener) {
    BackendException.whenAny(new ProgramCheck(settings).missing(settings));
    try {
      FileChannel lock =
          PrivateFiles.lock(PrivateFiles.ownDirectory(settings.directory()))
              .orElseThrow(() ->
                  new BackendException(
                      List.of(
                          "the directory %s is used by another service; stop it or take another directory"
                              .formatted(settings.directory()))));
      LocalBackend backend = make(settings, listener, lock);
      backend.startLaunchers();
      return backend;
    } catch (IOException e) {
      throw new BackendException(
          "the directory %s cannot be used: %s".formatted(settings.directory(), e.getMessage()), e);
    }
  }

  private static LocalBackend make(
      LocalSettings settings, LaunchListener listener, FileChannel lock) throws IOException {
    try {
      return new LocalBackend(settings, listener, lock);
    } catch (IOException | BackendException e) {
      lock.close();
      throw e;
    }
  }

  private static Path writeScript(Path script) throws IOException {
    Path next = script.resolveSibling(LocalSettings.SCRIPT + PrivateFiles.NEXT);
    try (InputStream resource = LocalBackend.class.getResourceAsStream(LocalSettings.SCRIPT)) {
      Files.copy(
          Objects.requireNonNull(resource, LocalSettings.SCRIPT),
          next,
          StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.move(next, script, StandardCopyOption.ATOMIC_MOVE); // one may be reading the old
  }

  private void startLaunchers() {
    try {
      settings.machines().keySet().forEach(name -> machine(name).open());
      BackendException.whenAny(
          machines.values().stream().flatMap(each -> each.fault().stream()).sorted().toList());
    } catch (BackendException e) {
      close();
      throw e;
    }
  }

  @Override
  public synchronized void adopt(List<Launch> launches) {
    if (adopted) {
      throw new IllegalStateException("adopt was called before; call it once, before launches");
    }
    try {
      String word = isSameBoot() ? Claim.REVOKED : Claim.UNKNOWN;
      Set<Path> wanted = new HashSet<>();
      for (Launch launch : launches) {
        LocalRun run = activate(launch);
        tellBeginning(run);
        wanted.add(run.directory().path());
        machine(launch.machine()).adopt(run, word);
      }
      stopUnwanted(wanted);
      sweepCgroups();
      PrivateFiles.replace(settings.directory().resolve("boot"), ProcessStat.boot());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    adopted = true;
    machines.values().forEach(LocalMachine::begin);
  }

  /** What has no claim and was behind another on its machine has not begun. */
  private void tellBeginning(LocalRun run) {
    LaunchId id = run.launch().id();
    Optional<Duration> age = run.claim().filter(Claim::isOfThisBoot).map(Claim::age);
    if (age.isPresent()) {
      listener.began(id, age.get());
    } else if (machine(run.launch().machine()).isFree()) {
      listener.beganAtOnce(id);
    }
  }

  /** Without a claim, only within one boot of the computer is it sure that nothing began. */
  private boolean isSameBoot() throws IOException {
    Path file = settings.directory().resolve("boot");
    return Files.exists(file) && Files.readString(file).equals(ProcessStat.boot());
  }

  private void stopUnwanted(Set<Path> wanted) throws IOException {
    for (Path machine : children(runs)) {
      for (Path run : Files.isDirectory(machine) ? children(machine) : List.<Path>of()) {
        Matcher id = ID.matcher(run.getFileName().toString());
        if (!wanted.contains(run) && id.matches()) {
          stopUnwanted(
              name(machine),
              new LaunchId(Long.parseLong(id.group(1)), Integer.parseInt(id.group(2))));
        }
      }
      if (workshop.pStates().isNoted(machine)) {
        machine(name(machine)); // puts them back as soon as it is idle
      }
    }
  }

  private static String name(Path machine) {
    return URLDecoder.decode(machine.getFileName().toString(), StandardCharsets.UTF_8);
  }

  private void stopUnwanted(String machine, LaunchId id) {
    LocalMachine place = machine(machine);
    LocalRun run = place.run(new Launch(id, machine, List.of("unwanted"), false));
    unwanted.add(run);
    listener.stopping(id, machine);
    place.adopt(run, Claim.REVOKED);
    place.stop(run, "unwanted");
  }

  /** Removes the cgroups of runs that nothing is known of any more. */
  private void sweepCgroups() {
    Set<Path> known =
        Stream.concat(active.values().stream(), unwanted.stream())
            .flatMap(run -> run.cgroup().stream())
            .map(Cgroup::path)
            .collect(Collectors.toSet());
    workshop.cgroups().sweep(known).forEach(this::remove);
  }

  private void remove(Cgroup cgroup) {
    if (!cgroup.clear()) {
      timers.schedule(() -> remove(cgroup), SWEEP_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static List<Path> children(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  @Override
  public synchronized void launch(Launch launch) {
    if (!adopted) {
      throw new IllegalStateException("call adopt before the first launch");
    }
    if (!settings.machines().containsKey(launch.machine())) {
      throw new IllegalArgumentException(
          "launch %s is for machine '%s'; known are %s"
              .formatted(launch.id(), launch.machine(), settings.machines().keySet()));
    }
    if (launch.command().isEmpty()) {
      throw new IllegalArgumentException(
          "launch %s has no command; give at least a program".formatted(launch.id()));
    }
    LocalRun run = activate(launch);
    LocalMachine machine = machine(launch.machine());
    if (machine.isFree()) {
      listener.beganAtOnce(launch.id()); // nobody else uses its machines
      machine.launch(run, false);
    } else {
      machine.launch(run, true);
    }
  }

  @Override
  public boolean takeBack(LaunchId launch) {
    LocalRun run = active.get(launch);
    return run == null
        || (machine(run.launch().machine()).takeBack(run) && active.remove(launch, run));
  }

  private LocalRun activate(Launch launch) {
    LocalRun run = machine(launch.machine()).run(launch);
    if (active.merge(run.launch().id(), run, (old, _) -> old.isOver() ? run : old) != run) {
      throw new IllegalArgumentException(
          "launch %s is not over; give it another attempt number".formatted(launch.id()));
    }
    return run;
  }

  @Override
  public void stop(LaunchId launch) {
    LocalRun run = active.get(launch);
    if (run != null) {
      machine(run.launch().machine()).stop(run, "stopped by the service");
    }
  }

  @Override
  public Traits traits(String machine) {
    MachineLimits limits = settings.machines().getOrDefault(machine, MachineLimits.NONE);
    return new Traits(false, false, Optional.of(limits.grace()), false);
  }

  @Override
  public Optional<String> containment() {
    return Optional.of(workshop.cgroups().description());
  }

  /**
   * What a start would find, without starting anything.
   *
   * @return how the processes of a task would be contained
   * @throws BackendException if this computer lacks something
   */
  public static String check(LocalSettings settings) {
    BackendException.whenAny(new ProgramCheck(settings).missing(settings));
    return Cgroups.look(settings);
  }

  @Override
  public Optional<LaunchEnd> ended(LaunchId launch) {
    return Optional.ofNullable(active.get(launch))
        .flatMap(run -> machine(run.launch().machine()).ended(run));
  }

  @Override
  public Optional<LaunchEnd> endedByNow(LaunchId launch) {
    return Optional.ofNullable(active.get(launch))
        .flatMap(run -> machine(run.launch().machine()).endedByNow(run));
  }

  @Override
  public Optional<OutputPart> output(LaunchId launch, OutputChannel channel, long from, int most) {
    return outputs.read(launch, channel, from, most);
  }

  @Override
  public Optional<Path> outputs() {
    return Optional.of(settings.directory().resolve("output"));
  }

  /** Whether somebody may ask for the end again. */
  private boolean ended(LocalRun run, LaunchEnd end) {
    boolean isWanted = active.get(run.launch().id()) == run;
    try {
      if (isWanted) {
        listener.ended(end); // until it is told, whoever asks finds it
      } else if (unwanted.remove(run)) {
        listener.gone(run.launch().id());
      }
    } catch (RuntimeException e) {
      LOG.error("the end of launch {} could not be told", end.id(), e);
    }
    return isWanted;
  }

  /** Machines of an earlier configuration may have runs still. */
  private LocalMachine machine(String name) {
    return machines.computeIfAbsent(name, this::makeMachine);
  }

  private LocalMachine makeMachine(String name) {
    String safe = URLEncoder.encode(name, StandardCharsets.UTF_8).replace(".", "%2E");
    return new LocalMachine(
        name,
        settings.machines().getOrDefault(name, MachineLimits.NONE),
        PrivateFiles.unchecked(() -> PrivateFiles.directories(runs.resolve(safe))),
        workshop);
  }

  @Override
  public void close() {
    machines.values().forEach(LocalMachine::close);
    timers.shutdownNow();
    workshop.cgroups().close();
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
