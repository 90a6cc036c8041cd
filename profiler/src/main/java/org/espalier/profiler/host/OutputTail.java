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
  private final int most;

  /** What was read last, more than is kept, so that it is seldom moved. */
  private final byte[] last;

  private final Thread reader = Thread.ofPlatform().daemon().name("output").unstarted(this::drain);
  private int size;

  /** Keeps at most so many bytes. */
  OutputTail(int bytes) {
    most = bytes;
    last = new byte[2 * bytes + CHUNK_BYTES];
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
    if (size + bytes > last.length) {
      int kept = Math.min(size, most);
      System.arraycopy(last, size - kept, last, 0, kept);
      size = kept;
    }
    MemorySegment.copy(chunk, JAVA_BYTE, 0, last, size, bytes);
    size += bytes;
  }

  private synchronized String text() {
    int kept = Math.min(size, most);
    return new String(last, size - kept, kept, StandardCharsets.UTF_8);
  }
}
