package org.espalier.profiler.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.espalier.profiler.host.CannotStartException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.statistics.StoppingRule;

/** Runs a command as often as it takes, after warm-up runs that do not count. */
public final class Repetition {
  private final Settings settings;
  private final Stop stop;
  private final LongSupplier nanos;
  private final Listener listener;

  /**
   * How a command is repeated.
   *
   * @param warmUps runs before the first that counts
   * @param rule when it is enough
   * @param ignoresExitCode whether runs with an exit code other than 0 count
   */
  public record Settings(int warmUps, StoppingRule rule, boolean ignoresExitCode) {
    /** Refuses impossible numbers. */
    public Settings {
      if (warmUps < 0) {
        throw new IllegalArgumentException(
            "%d warm-up runs; expected at least 0".formatted(warmUps));
      }
    }
  }

  /** A run of the command with all that goes with it. */
  public interface Once {
    /** Runs it. */
    Result run() throws CannotStartException, InterruptedException, RunFailedException;
  }

  /** What came of one run. */
  public record Result(Metered metered) {}

  /** Hears how far it is. */
  public interface Listener {
    /** A warm-up run has ended. */
    void warmedUp(int done, int of);

    /**
     * A run has ended.
     *
     * @param seconds the times so far
     * @param expected about how many runs it will have been
     */
    void ran(double[] seconds, int expected);
  }

  /** All runs. */
  public record Runs(List<Result> results) {
    /** Copies the list. */
    public Runs {
      results = List.copyOf(results);
    }

    /** Their execution times, in their order. */
    public double[] seconds() {
      return results.stream().mapToDouble(result -> result.metered().seconds()).toArray();
    }
  }

  /**
   * A repetition.
   *
   * @param nanos a clock that only moves forward
   */
  public Repetition(Settings settings, Stop stop, LongSupplier nanos, Listener listener) {
    this.settings = settings;
    this.stop = stop;
    this.nanos = nanos;
    this.listener = listener;
  }

  /**
   * Runs it until it is enough, or until it is stopped; the run that goes on then does not count.
   *
   * @throws RunFailedException if one run fails
   */
  public Runs run(Once once) throws CannotStartException, RunFailedException {
    List<Result> results = new ArrayList<>();
    stop.enter();
    try {
      warmUp(once);
      repeat(once, results);
    } catch (InterruptedException e) {
      stop.keepIfForeign();
    } catch (RunFailedException e) {
      if (!stop.isRequested()) {
        throw e;
      }
    } finally {
      stop.leave();
    }
    return new Runs(results);
  }

  private void warmUp(Once once)
      throws CannotStartException, InterruptedException, RunFailedException {
    for (int i = 1; i <= settings.warmUps() && !stop.isRequested(); i++) {
      Result result = once.run();
      if (!stop.isRequested()) {
        check("warm-up run %d of %d".formatted(i, settings.warmUps()), result);
        listener.warmedUp(i, settings.warmUps());
      }
    }
  }

  private void repeat(Once once, List<Result> results)
      throws CannotStartException, InterruptedException, RunFailedException {
    long begin = nanos.getAsLong();
    while (!stop.isRequested()) {
      Result result = once.run();
      if (stop.isRequested()) {
        break;
      }
      int most = settings.rule().most();
      check("run %d of at most %d".formatted(results.size() + 1, most), result);
      results.add(result);
      double[] seconds = new Runs(results).seconds();
      Duration passed = Duration.ofNanos(nanos.getAsLong() - begin);
      listener.ran(seconds, settings.rule().expected(seconds, passed));
      if (settings.rule().isEnough(seconds, passed)) {
        return;
      }
    }
  }

  private void check(String which, Result result) throws RunFailedException {
    RunOutcome outcome = result.metered().outcome();
    boolean good =
        outcome.succeeded()
            || (settings.ignoresExitCode() && outcome.end() == RunOutcome.End.EXITED);
    if (!good) {
      throw new RunFailedException(which, outcome);
    }
  }
}
