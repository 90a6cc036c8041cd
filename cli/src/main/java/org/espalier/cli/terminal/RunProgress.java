package org.espalier.cli.terminal;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import org.espalier.simulator.run.ExperimentProgress;

/** Shows how far a run is, and how long it still takes. */
public final class RunProgress implements ExperimentProgress, AutoCloseable {
  private static final int PARTS = 10;
  private static final int MEGABYTE = 1 << 20;

  /** The size from which on a file is not read at once. */
  private static final int MANY_MEGABYTES = 20;

  private final String things;
  private final int total;
  private final Progress progress;
  private final long start = System.nanoTime();

  private RunProgress(int total, String things, boolean isShown, PrintWriter err) {
    this.things = things;
    this.total = total;
    this.progress = new Progress(PARTS, err);
    if (isShown) {
      progress.begin(things, total);
    }
  }

  /** Begins to show the progress of trials. */
  public static RunProgress ofTrials(int trials, PrintWriter err) {
    return new RunProgress(trials, "trials", true, err);
  }

  /** Shows nothing if the trials are done at once. */
  public static RunProgress ofTrials(int trials, boolean isLong, PrintWriter err) {
    return new RunProgress(trials, "trials", isLong, err);
  }

  /** Begins to show how far the reading of a file is; nothing for a file that is read at once. */
  public static RunProgress ofReading(Path file, PrintWriter err) {
    int megabytes = (int) Math.min(Integer.MAX_VALUE, file.toFile().length() / MEGABYTE);
    return new RunProgress(megabytes, "MB", megabytes >= MANY_MEGABYTES, err);
  }

  /** Hears how many bytes were read so far. */
  public void bytesRead(long bytes) {
    trialsDone((int) Math.min(total, bytes / MEGABYTE), total);
  }

  @Override
  public void trialsDone(int done, int of) {
    progress.reach(
        done, "", () -> "%s of %s %s done, %s left".formatted(done, of, things, left(done, of)));
  }

  private String left(int done, int of) {
    double passed = (System.nanoTime() - start) / 1e9;
    return PointsInTime.span(Duration.ofSeconds(Math.round(passed / done * (of - done))));
  }

  @Override
  public void close() {
    progress.close();
  }
}
