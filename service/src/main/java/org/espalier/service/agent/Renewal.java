package org.espalier.service.agent;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
      MemorySegment words =
          arena.allocate(ValueLayout.ADDRESS, command.size() + 1L); // the last stays null
      for (int i = 0; i < command.size(); i++) {
        words.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(command.get(i)));
      }
      become(arena.allocateFrom(command.getFirst()), words);
    }
    throw new IOException("%s cannot be started in its place".formatted(command.getFirst()));
  }

  /** The launcher by which this was started; the same Java where there was none. */
  private static List<String> command() throws IOException {
    List<String> own =
        new ArrayList<>(List.of(Files.readString(Path.of("/proc/self/cmdline")).split("\0")));
    String program = System.getProperty("espalier.program", "");
    int main = own.indexOf(MAIN);
    own.set(program.isEmpty() ? 0 : main, program.isEmpty() ? java() : program);
    return program.isEmpty() ? own : own.subList(main, own.size());
  }

  private static String java() throws IOException {
    return Path.of("/proc/self/exe").toRealPath().toString();
  }

  @SuppressWarnings("restricted")
  private static void become(MemorySegment program, MemorySegment words) {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor ofRange =
        FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    FunctionDescriptor ofProgram =
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    try {
      var range = linker.defaultLookup().find("close_range");
      if (range.isPresent()) {
        int unused =
            (int)
                linker.downcallHandle(range.get(), ofRange).invoke(FIRST_OF_OWN, -1, CLOSE_ON_EXEC);
      }
      MemorySegment exec = linker.defaultLookup().find("execv").orElseThrow();
      int unused = (int) linker.downcallHandle(exec, ofProgram).invoke(program, words);
    } catch (Throwable impossible) {
      throw new IllegalStateException("execv", impossible);
    }
  }
}
