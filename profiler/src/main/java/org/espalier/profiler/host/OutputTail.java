package org.espalier.profiler.host;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The end of what is written to a pipe. A thread reads all of it, so that the writer never waits
 * long, and keeps the last bytes.
 */
final class OutputTail {
  private static final int PIPE_BYTES = 1 << 20;
  private static final int CHUNK_BYTES = 1 << 16;
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private final int[] pipe = Posix.pipe(PIPE_BYTES);
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
   * Returns what was kept. Where a process that left its group still has the pipe open, its end is
   * waited for half a second only.
   */
  String finish() {
    try {
      reader.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return text();
  }

  /** Gives it up before it began. */
  void abandon() {
    Posix.close(pipe[0]);
    Posix.close(pipe[1]);
  }

  private void drain() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment chunk = arena.allocate(CHUNK_BYTES);
      int bytes = 1;
      while (bytes > 0) {
        bytes = Posix.read(pipe[0], chunk);
        take(chunk, bytes);
      }
    } finally {
      Posix.close(pipe[0]);
    }
  }

  private synchronized void take(MemorySegment chunk, int bytes) {
    for (int at = Math.max(0, bytes - kept.length); at < bytes; ) {
      int to = (int) ((written + at) % kept.length);
      int part = Math.min(bytes - at, kept.length - to);
      MemorySegment.copy(chunk, JAVA_BYTE, at, kept, to, part);
      at += part;
    }
    written += bytes;
  }

  private synchronized String text() {
    int bytes = (int) Math.min(written, kept.length);
    byte[] ordered = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      ordered[i] = kept[(int) ((written - bytes + i) % kept.length)];
    }
    return new String(ordered, StandardCharsets.UTF_8);
  }
}
