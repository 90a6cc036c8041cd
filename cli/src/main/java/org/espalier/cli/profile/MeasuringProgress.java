package org.espalier.cli.profile;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.PointsInTime;
import org.espalier.cli.terminal.Progress;
import org.espalier.profiler.run.PlanProgress;
import org.espalier.profiler.sample.Cell;
import org.espalier.workload.document.Names;

/**
 * Shows how far the measuring of a plan is: a bar on a terminal, or else a line for every tenth of
 * it.
 */
final class MeasuringProgress implements PlanProgress {
  private static final int PARTS = 10;

  private final PrintWriter err;
  private final Progress progress;
  private boolean isEstimateShown;

  MeasuringProgress(PrintWriter err) {
    this.err = err;
    this.progress = Progress.fromFirstStep(PARTS, err);
  }

  @Override
  public void begins(String part, int amount) {
    close();
    if (amount == 0) {
      return;
    }
    progress.begin(part, amount);
    if (!Display.isTerminal() && !part.equals("measuring")) {
      err.printf("%s: %s%n", part, Names.count(amount, "run"));
    }
  }

  @Override
  public void ran(Cell cell) {
    progress.step(cell.taskType());
  }

  @Override
  public void measured(Cell cell, Standing standing, Optional<Duration> left) {
    showEstimate(left);
    String cells = "%s of %s cells".formatted(standing.cellsDone(), standing.cells());
    String rest = left.map(time -> ", about %s left".formatted(PointsInTime.span(time))).orElse("");
    progress.expect(standing.expectedRuns());
    progress.reach(
        standing.runs(),
        cells + rest,
        () ->
            "measuring: run %s of about %s, %s done%s"
                .formatted(standing.runs(), standing.expectedRuns(), cells, rest));
  }

  /** Once, so that it stands above the bar. */
  private void showEstimate(Optional<Duration> left) {
    if (Display.isTerminal() && !isEstimateShown && left.isPresent()) {
      isEstimateShown = true;
      err.printf("it takes about %s%n", PointsInTime.span(left.get()));
    }
  }

  @Override
  public void ends() {
    close();
  }

  @Override
  public void close() {
    progress.close();
  }
}
