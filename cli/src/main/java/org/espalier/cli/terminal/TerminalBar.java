package org.espalier.cli.terminal;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * The progress bar of all commands, on standard error; for {@link Display#isTerminal terminals}.
 */
final class TerminalBar {
  private static final int REDRAW_MILLIS = 200;

  private TerminalBar() {}

  /** Begins to show a bar. */
  static ProgressBar start(String name, long total) {
    return new ProgressBarBuilder()
        .setInitialMax(total)
        .setTaskName(name)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUpdateIntervalMillis(REDRAW_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }
}
