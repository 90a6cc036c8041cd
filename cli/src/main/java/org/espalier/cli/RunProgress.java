package org.espalier.cli;

import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import org.espalier.simulator.run.ExperimentProgress;

/** Shows how far a run is: a bar on a terminal, or else a line for every tenth. */
interface RunProgress extends ExperimentProgress, AutoCloseable {
  /** Begins to show. */
  static RunProgress start(int trials, PrintWriter err) {
    return start(trials, "trials", err);
  }

  /** Begins to show a number of things that are not trials. */
  static RunProgress start(int total, String things, PrintWriter err) {
    boolean terminal = Display.isTerminal();
    return terminal ? new Bar(total, things) : new Lines(things, err);
  }

  /** Shows nothing. */
  static RunProgress none() {
    return new Nothing();
  }

  @Override
  void close();

  /** A bar that is redrawn. */
  final class Bar implements RunProgress {
    private final ProgressBar bar;

    Bar(int total, String things) {
      bar = TerminalBar.start(things, total);
    }

    @Override
    public void trialsDone(int done, int total) {
      bar.stepTo(done);
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** Lines. */
  final class Lines implements RunProgress {
    private static final int PARTS = 10;

    private final String things;
    private final PrintWriter err;
    private final long start = System.nanoTime();
    private int shown;

    Lines(String things, PrintWriter err) {
      this.things = things;
      this.err = err;
    }

    @Override
    public void trialsDone(int done, int total) {
      int part = (int) ((long) PARTS * done / total);
      if (part > shown) {
        shown = part;
        double passed = (System.nanoTime() - start) / 1e9;
        Duration left = Duration.ofSeconds(Math.round(passed / done * (total - done)));
        err.printf("%d of %d %s done, %s left%n", done, total, things, text(left));
        err.flush();
      }
    }

    private static String text(Duration left) {
      long seconds = left.toSeconds();
      return seconds < 60
          ? seconds + " s"
          : "%d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    @Override
    public void close() {}
  }

  /** Nothing. */
  final class Nothing implements RunProgress {
    @Override
    public void trialsDone(int done, int total) {}

    @Override
    public void close() {}
  }
}
