package org.espalier.service.backend;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Makes named pipes by {@code mkfifo(3)}, which costs no process. */
final class NamedPipe {
  private static final int OWNER_ONLY = 0600;
  private static final MethodHandle CALL = call();

  private NamedPipe() {}

  static void make(Path path) throws IOException {
    if (call(path) != 0) {
      throw new IOException("the pipe %s cannot be made".formatted(path));
    }
  }

  private static int call(Path path) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) CALL.invokeExact(arena.allocateFrom(path.toString()), OWNER_ONLY);
    } catch (Throwable impossible) {
      throw new IllegalStateException("mkfifo(%s)".formatted(path), impossible);
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle call() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().find("mkfifo").orElseThrow(),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  }
}
