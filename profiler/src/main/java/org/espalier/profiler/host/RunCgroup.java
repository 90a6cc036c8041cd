package org.espalier.profiler.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The cgroup (version 2) of one run, which counts for all of its processes, whoever waits for them.
 */
record RunCgroup(Path path) {
  /** Processor time, in seconds. */
  record Times(double user, double system) {}

  /** Has a process go there, with all that it will start. */
  void enter(int process) throws IOException {
    Files.writeString(path.resolve("cgroup.procs"), Integer.toString(process));
  }

  /** What its processes have used since they came; empty where the kernel does not tell it. */
  Optional<Times> times() {
    String text = text("cpu.stat");
    OptionalDouble user = seconds(text, "user_usec ");
    OptionalDouble system = seconds(text, "system_usec ");
    return user.isPresent() && system.isPresent()
        ? Optional.of(new Times(user.getAsDouble(), system.getAsDouble()))
        : Optional.empty();
  }

  /**
   * The most memory that all of them had together, with files that they read. Not less than what is
   * known of one; empty where no controller counts it.
   */
  OptionalLong peakMemoryBytes(long least) {
    String text = text("memory.peak").strip();
    return text.matches("[0-9]{1,18}")
        ? OptionalLong.of(Math.max(least, Long.parseLong(text)))
        : OptionalLong.empty();
  }

  private static OptionalDouble seconds(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .mapToDouble(line -> Long.parseLong(line.substring(key.length())) * 1e-6)
        .findFirst();
  }

  private String text(String file) {
    try {
      return Files.readString(path.resolve(file));
    } catch (IOException e) {
      return "";
    }
  }

  /** Takes it away, unless something runs in it still. */
  void remove() {
    RunCgroups.remove(path);
  }
}
