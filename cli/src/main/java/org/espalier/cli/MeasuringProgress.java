package org.espalier.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import org.espalier.profiler.run.PlanProgress;
import org.espalier.profiler.sample.Cell;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far the measuring of a plan is: a bar on a terminal, or else a line for every tenth of
 * it.
 */
final class MeasuringProgress implements PlanProgress {
  private static final int PARTS = 10;

  private final PrintWriter err;
  private final boolean terminal;
  private @Nullable ProgressBar bar;
  private boolean isEstimateShown;
  private long shown;

  MeasuringProgress(PrintWriter err) {
    this.err = err;
    this.terminal = Display.isTerminal();
  }

  @Override
  public void begins(String part, int amount) {
    close();
    if (amount == 0) {
      return;
    }
    shown = -1;
    if (terminal) {
      bar = TerminalBar.start(part, amount);
    } else if (!part.equals("measuring")) {
      err.printf("%s: %s%n", part, Summary.count(amount, "run"));
      err.flush();
    }
  }

  @Override
  public void ran(Cell cell) {
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.setExtraMessage(cell.taskType());
      drawn.step();
    }
  }

  @Override
  public void measured(Cell cell, Standing standing, Optional<Duration> left) {
    String rest = left.map(time -> ", about %s left".formatted(text(time))).orElse("");
    showEstimate(left);
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.maxHint(standing.expectedRuns());
      drawn.stepTo(standing.runs());
      drawn.setExtraMessage(
          "%d of %d cells%s".formatted(standing.cellsDone(), standing.cells(), rest));
      return;
    }
    long part = (long) PARTS * standing.runs() / Math.max(1, standing.expectedRuns());
    if (part > shown) {
      shown = part;
      err.printf(
          "measuring: run %d of about %d, %d of %d cells done%s%n",
          standing.runs(), standing.expectedRuns(), standing.cellsDone(), standing.cells(), rest);
      err.flush();
    }
  }

  /** Once, so that it stands above the bar. */
  private void showEstimate(Optional<Duration> left) {
    if (terminal && !isEstimateShown && left.isPresent()) {
      isEstimateShown = true;
      err.printf("it takes about %s%n", text(left.get()));
      err.flush();
    }
  }

  private static String text(Duration time) {
    long seconds = Math.max(1, time.toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7_200 ? "%d min".formatted(seconds / 60) : "%d h".formatted(seconds / 3_600);
  }

  @Override
  public void ends() {
    close();
  }

  @Override
  public void close() {
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.close();
      bar = null;
    }
  }
}
