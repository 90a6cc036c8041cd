package org.espalier.profiler.host;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** What the kernel of this machine tells of processes. */
final class ProcessFacts {
  private ProcessFacts() {}

  /**
   * Returns when a process started, in ticks since the machine did; empty if there is none. With
   * its number this names a process for good.
   */
  static String start(long process) {
    String stat = text(Path.of("/proc/%d/stat".formatted(process)));
    String[] afterName = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return afterName.length > 19 ? afterName[19] : "";
  }

  /** Returns whether a process runs that started then. */
  static boolean runs(String process, String start) {
    return process.matches("[0-9]{1,9}")
        && !start.isEmpty()
        && start(Long.parseLong(process)).equals(start);
  }

  /** Returns what names the time since the machine started. */
  static String boot() {
    return text(Path.of("/proc/sys/kernel/random/boot_id"));
  }

  private static String text(Path file) {
    try (InputStream in = new FileInputStream(file.toFile())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
