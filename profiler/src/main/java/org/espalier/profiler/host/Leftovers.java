package org.espalier.profiler.host;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.espalier.workload.process.ProcessStat;

/**
 * What a profiler left behind that was killed together with its guard: processes that still run,
 * and files that are still changed. A state file tells of them.
 */
final class Leftovers {
  private static final long GUARD_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private Leftovers() {}

  /**
   * Kills the processes and puts back the files that a state file tells of, and removes it. Does
   * nothing if there is no such file, or if the profiler that wrote it still runs. A guard that is
   * still at this work is let do it.
   */
  static void clear(Path stateFile) {
    Path file = stateFile.toAbsolutePath();
    try {
      if (process(file, "owner").isEmpty()) {
        awaitGuard(file);
        if (Files.exists(file)) {
          cleanUp(file);
        }
      }
    } catch (IOException e) {
      // It stays for the next start.
    }
  }

  private static void awaitGuard(Path file) throws IOException {
    long until = System.nanoTime() + GUARD_NANOS;
    Optional<List<String>> guard = process(file, "guard");
    while (guard.isPresent() && System.nanoTime() < until) {
      LockSupport.parkNanos(POLL_NANOS);
      guard = process(file, "guard");
    }
    guard.ifPresent(late ->
        ProcessHandle.of(Long.parseLong(late.get(1))).ifPresent(ProcessHandle::destroyForcibly));
  }

  /** The line of a process in the state file, if it still runs. */
  private static Optional<List<String>> process(Path file, String kind) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
        .lines()
        .map(ShellFields::split)
        .filter(fields -> fields.size() > 2 && fields.getFirst().equals(kind))
        .filter(fields -> runs(fields.get(1), fields.get(2)))
        .findFirst();
  }

  private static boolean runs(String process, String start) {
    return process.matches("[0-9]{1,9}")
        && ProcessStat.of(Integer.parseInt(process))
            .filter(found -> Long.toString(found.start()).equals(start))
            .isPresent();
  }

  private static void cleanUp(Path file) throws IOException {
    Process shell =
        new ProcessBuilder(
                Bash.arguments(Script.text("guard.sh"), "espalier-guard", file.toString(), "late"))
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .directory(new File("/"))
            .start();
    shell.onExit().join();
  }
}
