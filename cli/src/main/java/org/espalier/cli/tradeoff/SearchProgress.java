package org.espalier.cli.tradeoff;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalDouble;
import org.espalier.analysis.run.ParetoProgress;
import org.espalier.cli.terminal.Progress;

/** Shows how far a search is, with its hypervolume so far. */
final class SearchProgress implements ParetoProgress, AutoCloseable {
  private static final int PARTS = 5;

  private final Progress progress;
  private String phase = "";
  private long total;

  SearchProgress(PrintWriter err) {
    this.progress = new Progress(PARTS, err);
  }

  @Override
  public void begins(String name, long amount) {
    phase = name;
    total = amount;
    progress.begin(name, amount);
  }

  @Override
  public void reached(long done, double hypervolume, OptionalDouble shareOfBound) {
    String quality = quality(hypervolume, shareOfBound);
    progress.reach(
        done,
        quality,
        () -> String.format(Locale.ROOT, "%s: %,d of %,d, %s", phase, done, total, quality));
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
    progress.close();
  }
}
