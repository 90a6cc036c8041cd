package org.espalier.profiler.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.espalier.workload.process.OwnCgroup;
import org.espalier.workload.process.ProcessStat;

/**
 * Makes a cgroup (version 2) for each run, below that of this process, where that is allowed. No
 * controller is needed for processor times.
 */
record RunCgroups(Optional<Path> home) {
  private static final String NAME = "espalier-profile-";
  private static final Pattern MADE = Pattern.compile(NAME + "([0-9]{1,9})-[0-9]+");
  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static final int TRIES = 20;
  private static final long PAUSE_NANOS = 10_000_000;

  /** What is possible on this machine. */
  static RunCgroups open() {
    return in(OwnCgroup.find());
  }

  /** Below a cgroup, if there is one and it lets itself be divided. */
  static RunCgroups in(Optional<Path> root) {
    root.ifPresent(RunCgroups::sweep);
    String name = NAME + ProcessHandle.current().pid() + "-" + NUMBERS.incrementAndGet();
    return new RunCgroups(root.map(above -> above.resolve(name)).filter(RunCgroups::make));
  }

  private static boolean make(Path home) {
    try {
      Files.createDirectories(home);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Takes away those of profilers that were killed. */
  private static void sweep(Path root) {
    for (Path other : directories(root)) {
      Matcher name = MADE.matcher(other.getFileName().toString());
      if (name.matches() && ProcessStat.of(Integer.parseInt(name.group(1))).isEmpty()) {
        directories(other).forEach(RunCgroups::remove);
        remove(other);
      }
    }
  }

  private static List<Path> directories(Path directory) {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, Files::isDirectory)) {
      all.forEach(found::add);
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  static void remove(Path cgroup) {
    try {
      Files.deleteIfExists(cgroup);
    } catch (IOException e) {
      // Something runs in it; it is tried again at the end, and by the next profiler.
    }
  }

  /** Has a process go into a cgroup of its own; empty where there are none. */
  Optional<RunCgroup> enter(int process) {
    Optional<RunCgroup> cgroup =
        home.map(above -> new RunCgroup(above.resolve(Integer.toString(process))));
    try {
      if (cgroup.isPresent()) {
        Files.createDirectory(cgroup.get().path());
        cgroup.get().enter(process);
      }
      return cgroup;
    } catch (IOException e) {
      cgroup.ifPresent(RunCgroup::remove);
      return Optional.empty();
    }
  }

  /** Which processes of a run are counted, for people. */
  String counted() {
    return home.isPresent()
        ? "of all processes of a run, by its cgroup"
        : "of the process group of a run, since no cgroups can be made: of what begins a session of"
            + " its own only what is waited for";
  }

  /** Takes away what was made. Processes that were just killed may take a moment. */
  void close() {
    for (int tries = 0; tries < TRIES && home.filter(Files::exists).isPresent(); tries++) {
      directories(home.get()).forEach(RunCgroups::remove);
      remove(home.get());
      if (Files.exists(home.get())) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
