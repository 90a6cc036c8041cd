package org.espalier.service.agent;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.process.NativeFunction;

/**
 * Becomes the program that is installed now, as the same process with the same arguments, by {@code
 * execv(3)}. So its job, unit or container goes on, and what it has started stays its own.
 */
final class Renewal {
  private static final String MAIN = "org.espalier.cli.Espalier";
  private static final int FIRST_OF_OWN = 3;
  private static final int CLOSE_ON_EXEC = 4;

  private Renewal() {}

  /** What tells this program from its other versions; empty if that is not known. */
  static Optional<String> build() {
    return Optional.of(System.getProperty("espalier.commit", "")).filter(text -> !text.isEmpty());
  }

  /** Becomes it; returns only where that cannot be. */
  static void begin() throws IOException {
    List<String> command = command();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(ADDRESS, command.size() + 1L); // the last stays null
      for (int i = 0; i < command.size(); i++) {
        words.setAtIndex(ADDRESS, i, arena.allocateFrom(command.get(i)));
      }
      become(arena.allocateFrom(command.getFirst()), words);
    }
    throw new IOException("%s cannot be started in its place".formatted(command.getFirst()));
  }

  /** The launcher by which this was started; the same Java where there was none. */
  private static List<String> command() throws IOException {
    String[] own = Files.readString(Path.of("/proc/self/cmdline")).split("\0", -1);
    List<String> words = Arrays.asList(own).subList(0, own.length - 1);
    int main = words.indexOf(MAIN);
    String program = System.getProperty("espalier.program");
    boolean isLaunched = program != null && main > 0;
    words.set(isLaunched ? main : 0, isLaunched ? program : "/proc/self/exe");
    return isLaunched ? words.subList(main, words.size()) : words;
  }

  private static void become(MemorySegment program, MemorySegment words) {
    MethodHandle execute = NativeFunction.find("execv", JAVA_INT, ADDRESS, ADDRESS).orElseThrow();
    Optional<MethodHandle> marking =
        NativeFunction.find("close_range", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    try {
      if (marking.isPresent()) {
        int unused = (int) marking.get().invokeExact(FIRST_OF_OWN, -1, CLOSE_ON_EXEC);
      }
      int unused = (int) execute.invokeExact(program, words);
    } catch (Throwable impossible) {
      throw new IllegalStateException("execv", impossible);
    }
  }
}
