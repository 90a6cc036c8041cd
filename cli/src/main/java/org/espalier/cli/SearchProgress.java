package org.espalier.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalDouble;
import me.tongfei.progressbar.ProgressBar;
import org.espalier.analysis.run.ParetoProgress;
import org.jspecify.annotations.Nullable;

/**
 * Shows how far a search is, with its hypervolume so far: a bar on a terminal, or else a line for
 * every fifth of a part.
 */
final class SearchProgress implements ParetoProgress, AutoCloseable {
  private static final int PARTS = 5;

  private final PrintWriter err;
  private final boolean terminal;
  private @Nullable ProgressBar bar;
  private String phase = "";
  private long total;
  private int shown;

  SearchProgress(PrintWriter err) {
    this.err = err;
    this.terminal = Display.isTerminal();
  }

  @Override
  public void begins(String name, long amount) {
    close();
    phase = name;
    total = Math.max(1, amount);
    shown = 0;
    if (terminal) {
      bar = TerminalBar.start(name, total);
    }
  }

  @Override
  public void reached(long done, double hypervolume, OptionalDouble shareOfBound) {
    String quality = quality(hypervolume, shareOfBound);
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.stepTo(done);
      drawn.setExtraMessage(quality);
      return;
    }
    int part = (int) (PARTS * Math.min(done, total) / total);
    if (part > shown) {
      shown = part;
      err.printf("%s: %,d of %,d, %s%n", phase, done, total, quality);
      err.flush();
    }
  }

  private static String quality(double hypervolume, OptionalDouble shareOfBound) {
    return shareOfBound.isPresent()
        ? String.format(
            Locale.ROOT,
            "hypervolume %.4g, %.2f %% of the bound's",
            hypervolume,
            100 * shareOfBound.getAsDouble())
        : String.format(Locale.ROOT, "hypervolume %.4g", hypervolume);
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
