package org.espalier.cli;

import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import org.espalier.profiler.measure.Repetition;
import org.espalier.profiler.statistics.RunMean;
import org.espalier.report.statistics.MeanInterval;

/** Shows how far the runs of one command are: a bar on a terminal, or else nothing. */
interface ProfileProgress extends Repetition.Listener, AutoCloseable {
  /** Begins to show. */
  static ProfileProgress start(Repetition.Settings settings) {
    boolean terminal = Display.isTerminal();
    return terminal ? new Bar(settings.rule().least()) : new Nothing();
  }

  @Override
  void close();

  /** A bar whose end moves as more is known. */
  final class Bar implements ProfileProgress {
    private final ProgressBar bar;

    Bar(int runs) {
      bar = TerminalBar.start("runs", runs);
    }

    @Override
    public void warmedUp(int done, int of) {
      bar.setExtraMessage("warm-up %d of %d".formatted(done, of));
    }

    @Override
    public void ran(double[] seconds, int expected) {
      MeanInterval mean = RunMean.of(seconds);
      bar.maxHint(expected);
      bar.stepTo(seconds.length);
      String precision =
          mean.count() < 2
              ? ""
              : String.format(Locale.ROOT, " +- %.1f %%", 100 * mean.halfWidth() / mean.mean());
      bar.setExtraMessage(
          "mean %s%s".formatted(ProfileUnits.forTime(mean.mean()).time(mean.mean()), precision));
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** Nothing. */
  final class Nothing implements ProfileProgress {
    @Override
    public void warmedUp(int done, int of) {}

    @Override
    public void ran(double[] seconds, int expected) {}

    @Override
    public void close() {}
  }
}
