package org.espalier.cli;

import java.io.PrintWriter;
import java.nio.file.Path;

/** Shows how far the reading of a large file is; nothing for files that are read at once. */
final class ReadProgress implements AutoCloseable {
  private static final int MEGABYTE = 1 << 20;
  private static final int LEAST_MEGABYTES = 20;

  private final int megabytes;
  private final RunProgress progress;
  private int done;

  private ReadProgress(int megabytes, RunProgress progress) {
    this.megabytes = megabytes;
    this.progress = progress;
  }

  /** Begins to show. */
  static ReadProgress start(Path file, PrintWriter err) {
    int megabytes = (int) Math.min(Integer.MAX_VALUE, file.toFile().length() / MEGABYTE);
    return new ReadProgress(
        megabytes,
        megabytes < LEAST_MEGABYTES ? RunProgress.none() : RunProgress.start(megabytes, "MB", err));
  }

  /** Hears how many bytes were read so far. */
  void bytesRead(long bytes) {
    int now = (int) Math.min(megabytes, bytes / MEGABYTE);
    if (now > done) {
      done = now;
      progress.trialsDone(done, megabytes);
    }
  }

  @Override
  public void close() {
    progress.close();
  }
}
