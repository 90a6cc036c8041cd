package org.espalier.profiler.host;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A shell that becomes a command as soon as it is told to.
 *
 * <p>A process that is started from here directly would have this process's memory for its peak
 * memory: the kernel keeps the most that was resident over an execution, and until then a started
 * process shares the memory of the one that starts it. So a shell is started, which forks, ends,
 * and leaves its child to this process, which adopts orphans. That child is small (2 MB), is pinned
 * and made nice while it waits, and only then is the clock started and the command executed in its
 * place; on an x86_64 machine that adds 0.06 ms to the time of a command that is started directly,
 * and as much to its processor time. The time for all that before takes 1.5 ms, and what it used is
 * known ({@link #used}).
 *
 * @param group number of its process group, which does not hold the process of that number any more
 * @param process number of its process, which stays that of the command
 */
record WaitingShell(int group, int process, int channel) {
  /** Which of the fields of a process's {@code stat} behind its name. */
  private static final int NICENESS = 16;

  /**
   * Kills the shell itself so that its child is an orphan, tells the child's number, waits, and
   * executes. Argument 1 is the name of the command, 2 its path.
   */
  private static final String SCRIPT =
      """
      ( kill -KILL $$; ((SHLVL--)); printf '%s\\n' "$BASHPID" >&3
        read -r _ <&3 || exit; exec -a "$1" -- "${@:2}" 3>&- ); :\
      """;

  /**
   * Starts one, pinned and niced as is wanted.
   *
   * @param output descriptor for the output of the command; none if negative
   */
  static WaitingShell start(RunRequest request, Place place, int output)
      throws MeasuringFailedException {
    int[] pair = Posix.socketPair();
    int group = Posix.spawn(shell(request, place, output, pair[1]));
    Posix.close(pair[1]);
    if (group < 0) {
      Posix.close(pair[0]);
      throw new MeasuringFailedException(
          "cannot start %s: %s".formatted(request.command().getFirst(), Posix.message(group)));
    }
    return adopted(group, pair[0], request);
  }

  /**
   * Where a command runs.
   *
   * @param program the path of its program
   */
  record Place(String program, Path directory, List<String> environment) {}

  private static Posix.Spawn shell(RunRequest request, Place place, int output, int channel) {
    List<String> arguments =
        new ArrayList<>(
            Bash.arguments(SCRIPT, "espalier", request.command().getFirst(), place.program()));
    arguments.addAll(request.command().subList(1, request.command().size()));
    return new Posix.Spawn(
        Bash.PATH, arguments, place.environment(), place.directory().toString(), output, channel);
  }

  private static WaitingShell adopted(int group, int channel, RunRequest request)
      throws MeasuringFailedException {
    String number = firstLine(channel);
    Posix.reap(group);
    if (number.isEmpty()) {
      Posix.close(channel);
      throw new MeasuringFailedException(
          "cannot start %s: %s ended early".formatted(request.command().getFirst(), Bash.PATH));
    }
    WaitingShell shell = new WaitingShell(group, Integer.parseInt(number), channel);
    shell.prepare(request);
    return shell;
  }

  private static String firstLine(int channel) {
    StringBuilder line = new StringBuilder();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment some = arena.allocate(32);
      for (int bytes = 1; bytes > 0 && line.indexOf("\n") < 0; ) {
        bytes = Posix.read(channel, some);
        byte[] read = some.asSlice(0, bytes).toArray(JAVA_BYTE);
        line.append(new String(read, StandardCharsets.US_ASCII));
      }
    }
    return line.toString().strip();
  }

  private void prepare(RunRequest request) throws MeasuringFailedException {
    try {
      pin(request.cores());
      if (request.niceness() > 0) {
        Posix.setNiceness(process, niceness() + request.niceness());
      }
    } catch (MeasuringFailedException e) {
      abandon();
      throw e;
    }
  }

  private int niceness() {
    String stat = text("stat");
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[NICENESS]);
  }

  private void pin(List<Integer> cores) throws MeasuringFailedException {
    if (cores.isEmpty()) {
      return;
    }
    List<Integer> allowed = Posix.cores(0);
    List<Integer> missing = cores.stream().filter(core -> !allowed.contains(core)).toList();
    if (!missing.isEmpty() || Posix.pin(process, cores) < 0) {
      throw new MeasuringFailedException(
          "cannot pin to cores %s: this process may use cores %s; choose among those"
              .formatted(missing.isEmpty() ? cores : missing, allowed));
    }
  }

  /**
   * What a process has used.
   *
   * @param seconds of processor time
   */
  record Used(double seconds, long voluntarySwitches, long involuntarySwitches) {}

  /** What it has used so far; 0 where the kernel does not tell it. */
  Used used() {
    String nanos = text("schedstat").split(" ", 2)[0];
    String status = text("status");
    return new Used(
        nanos.matches("[0-9]{1,18}") ? Long.parseLong(nanos) * 1e-9 : 0,
        number(status, "voluntary_ctxt_switches:"),
        number(status, "nonvoluntary_ctxt_switches:"));
  }

  private String text(String file) {
    try {
      return Files.readString(
          Path.of("/proc/%s/%s".formatted(process, file)), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private static long number(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.substring(key.length()).strip()))
        .findFirst()
        .orElse(0);
  }

  /** Has it become the command, and returns when: nanoseconds as {@link System#nanoTime} tells. */
  long go() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocateFrom("\n").asSlice(0, 1);
      MemorySegment errno = Posix.errno(arena);
      long now = System.nanoTime();
      Posix.write(channel, word, errno);
      return now;
    }
  }

  /** Closes the connection to it, once it is no shell any more. */
  void forget() {
    Posix.close(channel);
  }

  /** Has it end without becoming the command. */
  void abandon() {
    Posix.close(channel);
    Posix.reap(process);
  }
}
