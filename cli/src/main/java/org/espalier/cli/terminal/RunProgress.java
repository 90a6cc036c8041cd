package org.espalier.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import org.espalier.simulator.run.ExperimentProgress;

/** Shows how far a run is, and how long it still takes. */
public final class RunProgress implements ExperimentProgress, AutoCloseable {
  private static final int PARTS = 10;

  private final Progress progress;
  private final long start = System.nanoTime();

  /** Begins to show the progress of so many trials. */
  public RunProgress(int trials, PrintWriter err) {
    progress = new Progress(PARTS, err);
    progress.begin("trials", trials);
  }

  @Override
  public void trialsDone(int done, int of) {
    progress.reach(done, "", () -> "%s of %s trials done%s".formatted(done, of, left(done, of)));
  }

  private String left(int done, int of) {
    double passed = (System.nanoTime() - start) / 1e9;
    Duration left = Duration.ofSeconds((long) Math.ceil(passed / done * (of - done)));
    return done == of ? "" : ", %s left".formatted(PointsInTime.span(left));
  }

  @Override
  public void close() {
    progress.close();
  }
}
