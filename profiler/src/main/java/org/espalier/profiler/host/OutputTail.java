package org.espalier.profiler.host;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * The end of what is written to a pipe. A thread reads all of it, so that the writer never waits
 * long, and keeps the last bytes.
 */
final class OutputTail {
  private static final int PIPE_BYTES = 1 << 20;
  private static final int CHUNK_BYTES = 1 << 16;

  private final int[] pipe = Posix.pipe(PIPE_BYTES);
  private final int finished = Posix.event();
  private final byte[] kept;
  private final Thread reader = Thread.ofPlatform().daemon().name("output").unstarted(this::drain);
  private long written;

  /** Keeps at most so many bytes. */
  OutputTail(int bytes) {
    kept = new byte[bytes];
  }

  /** The descriptor to write to. */
  int descriptor() {
    return pipe[1];
  }

  /** Begins to read, after the descriptor was handed on. */
  void begin() {
    Posix.close(pipe[1]);
    reader.start();
  }

  /**
   * Ends it, and returns what was kept. What the pipe holds by now is read; writers that go on are
   * not waited for.
   */
  String finish() {
    signalFinish();
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return text();
  }

  /** Gives it up before it began. */
  void abandon() {
    Posix.close(pipe[0]);
    Posix.close(pipe[1]);
    Posix.close(finished);
  }

  private void signalFinish() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment one = arena.allocateFrom(JAVA_LONG, 1);
      Posix.write(finished, one, Posix.errno(arena));
    }
  }

  private void drain() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate(CHUNK_BYTES);
      boolean more = true;
      while (more && Posix.awaitFirst(pipe[0], finished)) {
        more = take(chunk) != 0;
      }
      for (int bytes = 0, some = 1; more && some > 0 && bytes < PIPE_BYTES; bytes += some) {
        some = take(chunk);
      }
    } finally {
      Posix.close(pipe[0]);
    }
  }

  private int take(MemorySegment chunk) {
    int bytes = Posix.read(pipe[0], chunk);
    for (int at = Math.max(0, bytes - kept.length); at < bytes; ) {
      int to = (int) ((written + at) % kept.length);
      int part = Math.min(bytes - at, kept.length - to);
      MemorySegment.copy(chunk, JAVA_BYTE, at, kept, to, part);
      at += part;
    }
    written += Math.max(0, bytes);
    return bytes;
  }

  private String text() {
    Posix.close(finished);
    int bytes = (int) Math.min(written, kept.length);
    byte[] ordered = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      ordered[i] = kept[(int) ((written - bytes + i) % kept.length)];
    }
    return new String(ordered, StandardCharsets.UTF_8);
  }
}
