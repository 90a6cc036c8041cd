package org.espalier.cli.terminal;

import java.io.PrintWriter;
import java.util.function.Supplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * Shows on standard error how far something is: a bar on a terminal, or else a line for each of
 * some parts of it. Nothing is shown of what has not begun.
 */
public final class Progress implements AutoCloseable {
  private static final int REDRAW_MILLIS = 200;

  private final int parts;
  private final PrintWriter err;
  private final long least;
  private @Nullable ProgressBar bar;
  private long most = Long.MAX_VALUE;
  private long shown;

  /**
   * Nothing yet.
   *
   * @param parts for how many parts of it a line is printed
   */
  public Progress(int parts, PrintWriter err) {
    this(parts, err, 1);
  }

  private Progress(int parts, PrintWriter err, long least) {
    this.parts = parts;
    this.err = err;
    this.least = least;
  }

  /** Nothing yet; a line is printed for the very first step too. */
  public static Progress fromFirstStep(int parts, PrintWriter err) {
    return new Progress(parts, err, 0);
  }

  /** Begins with something that has so many steps, and ends with what was before. */
  public void begin(String name, long steps) {
    close();
    most = Math.max(1, steps);
    shown = least - 1;
    if (Display.isTerminal()) {
      bar = bar(name, most);
    }
  }

  private static ProgressBar bar(String name, long total) {
    return new ProgressBarBuilder()
        .setInitialMax(total)
        .setTaskName(name)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUpdateIntervalMillis(REDRAW_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  /** It has so many steps, as far as is known by now. */
  public void expect(long steps) {
    most = Math.max(1, steps);
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.maxHint(most);
    }
  }

  /**
   * One more step is done, which only a bar shows.
   *
   * @param extra stands behind it
   */
  public void step(String extra) {
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.setExtraMessage(extra);
      drawn.step();
    }
  }

  /**
   * So many steps are done.
   *
   * @param extra stands behind the bar
   * @param line stands for the bar where there is none
   */
  public void reach(long done, String extra, Supplier<String> line) {
    ProgressBar drawn = bar;
    if (drawn != null) {
      drawn.stepTo(done);
      drawn.setExtraMessage(extra);
      return;
    }
    long part = (long) ((double) parts * Math.min(done, most) / most);
    if (part > shown) {
      shown = part;
      err.println(line.get());
    }
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
