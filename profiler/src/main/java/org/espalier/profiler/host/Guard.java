package org.espalier.profiler.host;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.espalier.workload.process.ProcessStat;

/**
 * Ends what was started and puts files back when this process ends, even by kill -9. It is a shell
 * in a session of its own, which waits for the end of its input.
 *
 * <p>It learns what to do from a state file, to which a line is added before a command begins and
 * before a file is changed, so that no started command is unknown at any time, and the guard need
 * not run while something is measured. Processes that left the group of their command are known by
 * a variable in their environment. If the guard is killed too, {@link #clear} does its work from
 * the same file.
 *
 * <p>The end of its input is sound: the other end is closed in every process that executes another
 * program, so that it comes when this process is gone and no child is still between fork and
 * execution.
 */
final class Guard {
  private static final int MOST_LINES = 2_000;

  /** Under which {@code guard.sh} has the state file open. */
  private static final int STATE_DESCRIPTOR = 4;

  private static final Duration LONGEST_START = Duration.ofSeconds(30);

  private final Path stateFile;
  private final String marker;
  private final List<String> head = new ArrayList<>();
  private final Map<Integer, String> runs = new LinkedHashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Process process;
  private int lines;

  /** Starts a guard. */
  Guard(Path stateFile, Path scratch) throws MeasuringFailedException {
    this.stateFile = stateFile.toAbsolutePath();
    this.marker = "ESPALIER_PROFILE_" + Bash.token();
    int self = (int) ProcessHandle.current().pid();
    head.add(ShellFields.line("owner", String.valueOf(self), start(self)));
    head.add(ShellFields.line("boot", ProcessStat.boot()));
    head.add(ShellFields.line("marker", marker));
    head.add(ShellFields.line("scratch", scratch.toString()));
    try {
      write();
    } catch (IOException e) {
      throw new MeasuringFailedException(
          "cannot write %s: %s; choose a directory that can be written"
              .formatted(stateFile, e.getMessage()));
    }
    try {
      process = launch(this.stateFile, "");
    } catch (IOException e) {
      throw new MeasuringFailedException(
          "cannot start %s: install bash (apt-get install bash)".formatted(Bash.PATH), e);
    }
    awaitWatch();
    int guard = (int) process.pid();
    String line = ShellFields.line("guard", String.valueOf(guard), start(guard));
    head.add(line);
    append(line);
  }

  /** The name of the variable by which processes are known. */
  String marker() {
    return marker;
  }

  /** Tells of a command that is about to run. */
  synchronized void runs(int group, int command) {
    String line =
        ShellFields.line("run", String.valueOf(group), String.valueOf(command), start(command));
    runs.put(group, line);
    append(line);
  }

  /** Tells that a group has no processes any more. */
  synchronized void ended(int group) {
    runs.remove(group);
    append(ShellFields.line("ended", String.valueOf(group)));
  }

  /** Has a text written to a file at the end. */
  synchronized void putBack(String file, String text) {
    texts.put(file, text);
    append(ShellFields.line("put", file, text));
  }

  /** Has the guard do its work, or does it if it was killed. */
  synchronized void close() {
    String told =
        "cannot end what was started and put files back; %s tells what".formatted(stateFile);
    try {
      if (!endsWell(process) && !endsWell(launch(stateFile, ""))) {
        throw new IllegalStateException(told);
      }
    } catch (IOException e) {
      throw new IllegalStateException(told, e);
    }
  }

  /** When a process started; empty if there is none. */
  private static String start(int process) {
    return ProcessStat.of(process).map(found -> Long.toString(found.start())).orElse("");
  }

  /**
   * Kills the processes and puts back the files that a state file tells of, and removes it. So what
   * a profiler left is cleared that was killed together with its guard. Does nothing if there is no
   * such file, or if the profiler that wrote it still runs. A guard that is still at this work is
   * let do it.
   *
   * @return whether nothing is left of it, but for a profiler that still runs
   */
  static boolean clear(Path stateFile) {
    try {
      return endsWell(launch(stateFile.toAbsolutePath(), "late"));
    } catch (IOException e) {
      return false;
    }
  }

  /** Starts a shell that does the work of a guard when its input ends, in a session of its own. */
  private static Process launch(Path stateFile, String mode) throws IOException {
    List<String> command = new ArrayList<>();
    Programs.onPath("setsid", Programs.USUAL_PATH).ifPresent(command::add);
    command.addAll(
        Bash.arguments(Bash.script("guard.sh"), "espalier-guard", stateFile.toString(), mode));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .directory(new File("/"))
        .start();
  }

  private static boolean endsWell(Process guard) throws IOException {
    guard.getOutputStream().close();
    return guard.onExit().join().exitValue() == 0;
  }

  /** From then on the guard has the state file open, and works even if others remove it. */
  private void awaitWatch() throws MeasuringFailedException {
    Path open = Path.of("/proc/%s/fd/%s".formatted(process.pid(), STATE_DESCRIPTOR));
    long start = System.nanoTime();
    while (!Files.exists(open, LinkOption.NOFOLLOW_LINKS)) {
      if (System.nanoTime() - start > LONGEST_START.toNanos()) {
        throw new MeasuringFailedException(
            "the guard, process %s, did not open %s within %s s: see why with ps"
                .formatted(process.pid(), stateFile, LONGEST_START.toSeconds()));
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Adds a line, or all lines where others removed the file: the guard opens what is there. */
  private void append(String line) {
    try {
      if (++lines > MOST_LINES || !Files.exists(stateFile)) {
        write();
      } else {
        appendTo(ShellFields.bytes(line));
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "cannot write %s, which tells what to clean up: %s".formatted(stateFile, e.getMessage()),
          e);
    }
  }

  /** Not by a channel, which an interrupted thread cannot write to. */
  private void appendTo(byte[] bytes) throws IOException {
    try (OutputStream out = new FileOutputStream(stateFile.toFile(), true)) {
      out.write(bytes);
    }
  }

  private void write() throws IOException {
    StringBuilder text = new StringBuilder(String.join("", head));
    texts.forEach((file, before) -> text.append(ShellFields.line("put", file, before)));
    runs.values().forEach(text::append);
    Path fresh = stateFile.resolveSibling(stateFile.getFileName() + ".new");
    try (OutputStream out = new FileOutputStream(fresh.toFile())) {
      out.write(ShellFields.bytes(text.toString()));
    }
    Files.move(fresh, stateFile, StandardCopyOption.ATOMIC_MOVE);
    lines = 0;
  }
}
