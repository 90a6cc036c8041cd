package org.espalier.service.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.workload.process.OwnCgroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes cgroups (version 2) for runs, where that is possible.
 *
 * <p>They lie in a cgroup of this process, {@code espalier-DATA-PID}, where DATA stands for the
 * directory of the back end: services of several users and directories do not meet, and those of
 * earlier processes of the same service are known. Runs that are adopted stay in theirs. Cgroups of
 * dead processes in which nothing runs are removed by whatever service comes by.
 */
record Cgroups(Optional<Path> home, Set<Controller> held, String description)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
  private static final Pattern NAME = Pattern.compile("espalier-([0-9a-f]{12})-(\\d{1,9})");
  private static final int CPU_PERIOD_MICROS = 100_000;
  private static final long PROBE_SECONDS = 10;

  /** What cgroups can limit. */
  enum Controller {
    MEMORY("memory"),
    CPU("CPU time"),
    PIDS("processes");

    private final String limit;

    Controller(String limit) {
      this.limit = limit;
    }

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where runs are in process groups only. */
  private static Cgroups none(String why) {
    return new Cgroups(
        Optional.empty(),
        EnumSet.noneOf(Controller.class),
        "process groups: a process that begins a session of its own is not stopped, since " + why);
  }

  /**
   * What is possible here, to be used.
   *
   * @throws BackendException if cgroups are asked for and cannot be made, or limits that only they
   *     hold
   */
  static Cgroups open(LocalSettings settings) {
    return find(settings, true);
  }

  /** What would be possible here; changes nothing. */
  static String look(LocalSettings settings) {
    try (Cgroups found = find(settings, false)) {
      return found.description();
    }
  }

  private static Cgroups find(LocalSettings settings, boolean use) {
    return holdingAll(possible(settings, use), settings);
  }

  /** The same cgroups, if they hold all limits that are asked for and that only they can. */
  static Cgroups holdingAll(Cgroups cgroups, LocalSettings settings) {
    List<String> unheld = cgroups.unheld(settings);
    if (unheld.isEmpty()) {
      return cgroups;
    }
    cgroups.close();
    throw new BackendException(
        unheld.stream()
            .map(limit ->
                "%s is not held here (%s); leave it out, or give the service cgroups with that controller"
                    .formatted(limit, cgroups.description))
            .toList());
  }

  /** Limits that nothing holds; of each kind the first by name. */
  private List<String> unheld(LocalSettings settings) {
    Stream<String> memory =
        holds(Controller.MEMORY)
            ? Stream.empty()
            : Stream.concat(
                first(settings.taskLimits(), type -> type.memoryBytes().isPresent())
                    .map("limits.memory of task type %s"::formatted),
                first(settings.machines(), machine -> machine.memoryBytes() > 0)
                    .map("memory of machine %s"::formatted));
    Stream<String> processes =
        holds(Controller.PIDS)
            ? Stream.empty()
            : first(settings.taskLimits(), type -> type.processes().isPresent())
                .map("limits.processes of task type %s"::formatted);
    return Stream.concat(memory, processes).toList();
  }

  /** The first name of what is so, if any is. */
  static <T> Stream<String> first(Map<String, T> named, Predicate<T> isSo) {
    return named.entrySet().stream()
        .filter(each -> isSo.test(each.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .limit(1);
  }

  private static Cgroups possible(LocalSettings settings, boolean use) {
    return switch (settings.containment()) {
      case Containment.None() -> none("containment is none");
      case Containment.Below(Path directory) -> {
        try {
          yield below(directory, settings, use);
        } catch (IOException e) {
          throw new BackendException(
              "containment is %s, where no cgroups can be made (%s); name a cgroup of version 2 that belongs to the user of the service, or write containment: auto"
                  .formatted(directory, reason(e)),
              e);
        }
      }
      case Containment.Automatic() -> automatic(settings, use);
    };
  }

  private static Cgroups automatic(LocalSettings settings, boolean use) {
    Optional<Path> root = OwnCgroup.find();
    if (root.isEmpty()) {
      return none("this computer has no cgroups of version 2");
    }
    try {
      return below(root.get(), settings, use);
    } catch (IOException e) {
      LOG.debug("no cgroups", e);
      return none(
          "no cgroups can be made in %s (%s); Delegate=yes in a unit of systemd allows it"
              .formatted(root.get(), reason(e)));
    }
  }

  private static String reason(IOException e) {
    return switch (e) {
      case NoSuchFileException none -> "there is none";
      case AccessDeniedException denied -> "that is not allowed";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Makes a cgroup for all that this process makes, and tries whether a process can enter it. */
  private static Cgroups below(Path root, LocalSettings settings, boolean use) throws IOException {
    Path home = root.resolve(name(settings.directory(), ProcessHandle.current().pid()));
    if (!Files.exists(root.resolve("cgroup.procs"))) {
      throw new IOException("it is no cgroup");
    }
    ensure(home);
    try {
      tryToEnter(home);
      Set<Controller> wanted = wanted(settings);
      return use ? limiting(root, home, wanted) : looking(root, home, wanted);
    } catch (IOException | RuntimeException e) {
      new Cgroup(home).clear();
      throw e;
    }
  }

  static String name(Path data, long pid) {
    return "espalier-%s-%s".formatted(digest(data), pid);
  }

  private static String digest(Path data) {
    try {
      byte[] bytes = data.toString().getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void ensure(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      LOG.debug("{} is there", directory);
    }
  }

  private static void tryToEnter(Path home) throws IOException {
    Path probe = home.resolve("probe");
    ensure(probe);
    Process process =
        new ProcessBuilder("/bin/sh", "-c", "printf 0 >\"$0\"", probe + "/cgroup.procs")
            .redirectErrorStream(true)
            .start();
    try {
      process.getOutputStream().close();
      String complaint =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(PROBE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("no process can enter them: " + complaint.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      new Cgroup(probe).clear();
    }
  }

  static Set<Controller> wanted(LocalSettings settings) {
    Set<Controller> wanted = EnumSet.noneOf(Controller.class);
    for (LaunchLimits limits : settings.taskLimits().values()) {
      limits.memoryBytes().ifPresent(bytes -> wanted.add(Controller.MEMORY));
      limits.cpus().ifPresent(count -> wanted.add(Controller.CPU));
      limits.processes().ifPresent(count -> wanted.add(Controller.PIDS));
    }
    if (settings.machines().values().stream().anyMatch(machine -> machine.memoryBytes() > 0)) {
      wanted.add(Controller.MEMORY);
    }
    return wanted;
  }

  /** What a start would find, as far as can be said without changing anything. */
  private static Cgroups looking(Path root, Path home, Set<Controller> wanted) throws IOException {
    Set<String> there = words(root.resolve("cgroup.controllers"));
    Set<Controller> held = those(wanted, each -> there.contains(each.word()));
    return new Cgroups(Optional.of(home), held, description(home, wanted, held, ""));
  }

  static Cgroups limiting(Path root, Path home, Set<Controller> wanted) throws IOException {
    Set<String> there = words(root.resolve("cgroup.controllers"));
    Set<Controller> possible = those(wanted, each -> there.contains(each.word()));
    String hindrance = "";
    Set<Controller> held = those(possible, each -> isPassedOn(each, root));
    if (held.size() < possible.size() && OwnCgroup.isUnit(root)) {
      hindrance = ", and the service is not in a subgroup (DelegateSubgroup=service, systemd 254)";
    } else if (held.size() < possible.size()) {
      stepAside(root, home);
      held = those(possible, each -> isPassedOn(each, root));
      hindrance = held.size() < possible.size() ? ", or other processes are in " + root : "";
    }
    held = those(held, each -> isPassedOn(each, home));
    return new Cgroups(Optional.of(home), held, description(home, wanted, held, hindrance));
  }

  private static Set<Controller> those(Set<Controller> some, Predicate<Controller> condition) {
    Set<Controller> those = EnumSet.noneOf(Controller.class);
    some.stream().filter(condition).forEach(those::add);
    return those;
  }

  private static Set<String> words(Path file) throws IOException {
    return Set.copyOf(Arrays.asList(Files.readString(file).strip().split("\\s+", -1)));
  }

  /** Whether the cgroups in one have a controller, from now on if not before. */
  private static boolean isPassedOn(Controller controller, Path cgroup) {
    Path control = cgroup.resolve("cgroup.subtree_control");
    try {
      if (!Files.exists(control) || !words(control).contains(controller.word())) {
        Files.writeString(control, "+" + controller.word());
      }
      return true;
    } catch (IOException e) {
      LOG.debug("{} has no controller {} to pass on", cgroup, controller, e);
      return false;
    }
  }

  /** Goes out of the way: where controllers are passed on there must be no process. */
  private static void stepAside(Path root, Path home) {
    Path aside = home.resolve("service");
    String self = Long.toString(ProcessHandle.current().pid());
    try {
      if (words(root.resolve("cgroup.procs")).contains(self)) {
        ensure(aside);
        Files.writeString(aside.resolve("cgroup.procs"), self);
      }
    } catch (IOException e) {
      LOG.debug("this process cannot enter {}", aside, e);
      new Cgroup(aside).clear();
    }
  }

  private static String description(
      Path home, Set<Controller> wanted, Set<Controller> held, String hindrance) {
    StringBuilder text =
        new StringBuilder("a cgroup for each task, in %s".formatted(home.getParent()));
    if (!held.isEmpty()) {
      text.append("; limits of %s hold for a task as a whole".formatted(limits(held)));
    }
    Set<Controller> missing = those(wanted, each -> !held.contains(each));
    if (!missing.isEmpty()) {
      text.append(
          "; no controllers for limits of %s are there%s".formatted(limits(missing), hindrance));
    }
    if (missing.contains(Controller.CPU)) {
      text.append("; CPUs are those that taskset gives");
    }
    return text.toString();
  }

  private static String limits(Set<Controller> controllers) {
    return controllers.stream().map(each -> each.limit).collect(Collectors.joining(", "));
  }

  /** Whether limits of something hold for a task as a whole. */
  boolean holds(Controller controller) {
    return held.contains(controller);
  }

  /** Makes the cgroup of a run; empty where there are none. */
  Optional<Cgroup> make(Launch launch, MachineLimits machine) throws IOException {
    if (home.isEmpty()) {
      return Optional.empty();
    }
    Cgroup cgroup = new Cgroup(home.get().resolve(launch.id().toString()));
    try {
      ensure(cgroup.path());
    } catch (NoSuchFileException removed) { // by somebody who took this process for dead
      ensure(home.get());
      held.forEach(controller -> isPassedOn(controller, home.get()));
      ensure(cgroup.path());
    }
    limit(cgroup, launch.limits(), machine);
    return Optional.of(cgroup);
  }

  private void limit(Cgroup cgroup, LaunchLimits limits, MachineLimits machine) throws IOException {
    Optional<Long> memory = memory(limits, machine);
    if (memory.isPresent() && holds(Controller.MEMORY)) {
      cgroup.set("memory.max", memory.get().toString());
      cgroup.setIfKnown("memory.swap.max", "0");
      cgroup.setIfKnown("memory.oom.group", "1");
    }
    Optional<Integer> cpus = limits.cpus();
    if (cpus.isPresent() && holds(Controller.CPU)) {
      long quota = (long) cpus.get() * CPU_PERIOD_MICROS;
      cgroup.set("cpu.max", "%s %s".formatted(quota, CPU_PERIOD_MICROS));
    }
    Optional<Integer> processes = limits.processes();
    if (processes.isPresent() && holds(Controller.PIDS)) {
      cgroup.set("pids.max", processes.get().toString());
    }
  }

  private static Optional<Long> memory(LaunchLimits limits, MachineLimits machine) {
    if (machine.memoryBytes() == 0) {
      return limits.memoryBytes();
    }
    return Optional.of(
        Math.min(limits.memoryBytes().orElse(Long.MAX_VALUE), machine.memoryBytes()));
  }

  /**
   * Removes the cgroups that dead processes have left. Of the same service all but those of some
   * runs are killed and removed; of others those in which nothing runs are removed.
   *
   * @param kept cgroups of runs that are known
   * @return what must be killed before it can be removed
   */
  List<Cgroup> sweep(Set<Path> kept) {
    List<Cgroup> left = new ArrayList<>();
    home.map(Path::getParent).ifPresent(root -> sweep(root, kept, left));
    return left;
  }

  private void sweep(Path root, Set<Path> kept, List<Cgroup> left) {
    String own = NAME.matcher(home.orElseThrow().getFileName().toString()).replaceFirst("$1");
    for (Path other : directories(root)) {
      Matcher name = NAME.matcher(other.getFileName().toString());
      if (!name.matches()) {
        continue;
      }
      if (name.group(1).equals(own)) {
        directories(other).stream()
            .filter(each -> !kept.contains(each))
            .map(Cgroup::new)
            .filter(
                each -> each.path().getFileName().toString().matches("\\d+-\\d+") && !each.clear())
            .forEach(left::add);
      }
      if (ProcessHandle.of(Long.parseLong(name.group(2))).isEmpty() && isEmpty(other)) {
        directories(other).forEach(each -> remove(each));
        remove(other);
      }
    }
  }

  private static boolean isEmpty(Path cgroup) {
    try {
      return Files.readString(cgroup.resolve("cgroup.events")).contains("populated 0");
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> directories(Path directory) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, Files::isDirectory)) {
      all.forEach(found::add);
    } catch (IOException e) {
      LOG.debug("{} cannot be looked at", directory, e);
    }
    return found;
  }

  private static void remove(Path cgroup) {
    try {
      Files.deleteIfExists(cgroup);
    } catch (IOException e) {
      LOG.debug("{} stays", cgroup, e);
    }
  }

  /** A run is gone; so may be the cgroup of the process that made its own. */
  void left(Cgroup cgroup) {
    Path made = cgroup.path().getParent();
    if (made != null && home.isPresent() && !home.get().equals(made)) {
      remove(made);
    }
  }

  /** Removes what is not needed any more, unless something runs on. */
  @Override
  public void close() {
    home.ifPresent(Cgroups::remove);
  }
}
