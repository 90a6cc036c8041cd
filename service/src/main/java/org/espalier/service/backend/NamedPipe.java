package org.espalier.service.backend;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.espalier.workload.process.NativeFunction;

/** Makes named pipes by {@code mkfifo(3)}, which costs no process. */
final class NamedPipe {
  private static final int OWNER_ONLY = 0600;
  private static final MethodHandle CALL =
      NativeFunction.find("mkfifo", JAVA_INT, ADDRESS, JAVA_INT).orElseThrow();

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
}
