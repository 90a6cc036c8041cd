package org.espalier.profiler.host;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command that runs on another machine. */
final class RemoteRun implements Running {
  private static final long CLOSE_SECONDS = 15;

  private final RemoteShell shell;
  private final RemoteAnswer answer;
  private final boolean isLeaving;
  private volatile boolean closed;

  RemoteRun(RemoteShell shell, RemoteAnswer answer, boolean isLeaving) {
    this.shell = shell;
    this.answer = answer;
    this.isLeaving = isLeaving;
  }

  @Override
  public RunOutcome await() throws InterruptedException {
    try {
      RemoteAnswer.Whole whole = answer.whole().get();
      return whole.kind() == RemoteAnswer.Kind.DONE ? outcome(whole) : lost();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private RunOutcome lost() {
    return new RunOutcome(
        closed ? RunOutcome.End.CLOSED : RunOutcome.End.LOST, 0, 0, Resources.UNKNOWN, "");
  }

  /**
   * Reads how it ended, its code and microseconds; user and system time of the children of the
   * shell before and after; kilobytes and context switches.
   */
  private static RunOutcome outcome(RemoteAnswer.Whole whole) {
    String[] told = whole.fields().split(" ");
    return new RunOutcome(
        RunOutcome.End.valueOf(told[0]),
        Integer.parseInt(told[1]),
        Long.parseLong(told[2]) * 1e-6,
        new Resources(
            difference(told[3], told[5]),
            difference(told[4], told[6]),
            bytes(number(told[7])),
            number(told[8]),
            number(told[9])),
        whole.text());
  }

  private static OptionalDouble difference(String before, String after) {
    Optional<Double> from = seconds(before);
    Optional<Double> to = seconds(after);
    return from.isPresent() && to.isPresent()
        ? OptionalDouble.of(Math.max(0, to.get() - from.get()))
        : OptionalDouble.empty();
  }

  /** Reads a time as "1m2.345s". */
  private static Optional<Double> seconds(String time) {
    String[] parts = time.replace(',', '.').split("[ms]");
    return parts.length < 2
        ? Optional.empty()
        : Optional.of(60 * Double.parseDouble(parts[0]) + Double.parseDouble(parts[1]));
  }

  private static OptionalLong number(String text) {
    return text.equals("?") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }

  private static OptionalLong bytes(OptionalLong kilobytes) {
    return kilobytes.isPresent()
        ? OptionalLong.of(kilobytes.getAsLong() << 10)
        : OptionalLong.empty();
  }

  @Override
  public void close() {
    if (answer.whole().isDone()) {
      if (isLeaving) {
        shell.kill(answer.number());
      }
      return;
    }
    closed = true;
    shell.kill(answer.number());
    try {
      answer.whole().get(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
