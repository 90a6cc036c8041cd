package org.espalier.service.backend;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.espalier.workload.process.ProcessStat;
import org.espalier.workload.process.Signals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cgroup (version 2) of one run. A process cannot leave it, whatever session or group it
 * begins, so that all that a command has started is found here.
 */
record Cgroup(Path path) {
  private static final Logger LOG = LoggerFactory.getLogger(Cgroup.class);

  /** Sets a limit, or another of its files. */
  void set(String file, String value) throws IOException {
    Files.writeString(path.resolve(file), value);
  }

  /** The same, where this kernel has such a file. */
  void setIfKnown(String file, String value) throws IOException {
    if (Files.exists(path.resolve(file))) {
      set(file, value);
    }
  }

  /** The processes in it. */
  private List<Integer> processes() {
    try {
      return Files.readAllLines(path.resolve("cgroup.procs"), StandardCharsets.ISO_8859_1).stream()
          .map(Integer::valueOf)
          .filter(pid -> pid > 0) // 0 is one that is seen from outside its pid namespace only
          .toList();
    } catch (IOException gone) {
      return List.of();
    }
  }

  /** Tells processes to end that are in another process group than some leader's. */
  void terminateBesides(int leader) {
    for (int pid : processes()) {
      if (ProcessStat.of(pid).filter(process -> process.group() != leader).isPresent()) {
        Signals.toProcess(pid, Signals.TERM);
      }
    }
  }

  /** Kills all processes in it. */
  void kill() {
    try {
      if (Files.exists(path.resolve("cgroup.kill"))) {
        set("cgroup.kill", "1");
        return;
      }
    } catch (IOException e) {
      LOG.debug("{} is not killed at once", path, e);
    }
    processes().forEach(pid -> Signals.toProcess(pid, Signals.KILL));
  }

  /**
   * Kills what is left in it, and removes it.
   *
   * @return whether it is gone; it may take a moment for what is killed to be
   */
  boolean clear() {
    try {
      Files.delete(path);
      return true;
    } catch (NoSuchFileException gone) {
      return true;
    } catch (IOException busy) {
      kill();
      return false;
    }
  }
}
