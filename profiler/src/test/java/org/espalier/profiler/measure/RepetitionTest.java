package org.espalier.profiler.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.espalier.profiler.host.Resources;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.sample.Counts;
import org.espalier.profiler.statistics.StoppingRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RepetitionTest {
  private static final StoppingRule RULE = new StoppingRule(3, 10, 0.02, Duration.ofMinutes(1));

  private final List<String> heard = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private final Stop stop = new Stop();
  private int runs;

  private Repetition repetition(boolean ignoresExitCode) {
    Repetition.Listener listener =
        new Repetition.Listener() {
          @Override
          public void warmedUp(int done, int of) {
            heard.add("warm-up %d/%d".formatted(done, of));
          }

          @Override
          public void ran(double[] seconds, int expected) {
            heard.add("%d of %d".formatted(seconds.length, expected));
          }
        };
    Repetition.Settings settings = new Repetition.Settings(2, RULE, ignoresExitCode);
    return new Repetition(settings, stop, clock::get, listener);
  }

  private static Repetition.Result result(double seconds, RunOutcome.End end, int code) {
    RunOutcome outcome = new RunOutcome(end, code, seconds, Resources.UNKNOWN, "one\ntwo\n");
    OptionalDouble none = OptionalDouble.empty();
    return new Repetition.Result(new Metered(outcome, seconds, none, Counts.NONE, 0, List.of()));
  }

  private static Repetition.Result good(double seconds) {
    return result(seconds, RunOutcome.End.EXITED, 0);
  }

  @Test
  void warmUpRunsDoNotCount() throws Exception {
    Repetition.Runs all = repetition(false).run(() -> good(++runs <= 2 ? 9 : 0.5));
    assertThat(all.seconds()).containsExactly(0.5, 0.5, 0.5);
    assertThat(heard).containsExactly("warm-up 1/2", "warm-up 2/2", "1 of 3", "2 of 3", "3 of 3");
  }

  @Test
  void untilTheMostRunsOrTime() throws Exception {
    Repetition.Runs most = repetition(false).run(() -> good(1 + runs++ % 2));
    assertThat(most.seconds()).hasSize(10);
    Repetition.Runs time =
        repetition(false)
            .run(() -> {
              clock.addAndGet(Duration.ofSeconds(12).toNanos());
              return good(1 + runs++ % 2);
            });
    assertThat(time.seconds()).hasSize(5);
  }

  @Test
  void failureTellsWhichRunAndTheEndOfItsOutput() {
    Repetition.Once thirdFails = () -> runs++ == 4 ? result(1, RunOutcome.End.EXITED, 7) : good(1);
    assertThatThrownBy(() -> repetition(false).run(thirdFails))
        .isInstanceOf(RunFailedException.class)
        .hasMessage(
            "run 3 of at most 10 ended with exit code 7; its output ends with:\n  one\n  two");
    runs = 4;
    assertThatThrownBy(() -> repetition(false).run(thirdFails))
        .hasMessageStartingWith("warm-up run 1 of 2 ended with exit code 7");
  }

  @Test
  void exitCodesMayBeIgnoredButNotSignalsAndLimits() throws Exception {
    assertThat(repetition(true).run(() -> result(1, RunOutcome.End.EXITED, 7)).results())
        .hasSize(3);
    assertThatThrownBy(() -> repetition(true).run(() -> result(1, RunOutcome.End.SIGNALLED, 11)))
        .hasMessageContaining("was ended by signal 11");
    assertThatThrownBy(() -> repetition(true).run(() -> result(2.5, RunOutcome.End.TIMED_OUT, 9)))
        .hasMessageContaining("was killed at its time limit, after 2.50 s");
  }

  @Test
  @Timeout(20)
  void stoppedRunDoesNotCountAndLeavesNoInterrupt() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    Thread stopper =
        Thread.ofVirtual()
            .start(() -> {
              try {
                waiting.await();
                stop.request();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    Repetition.Runs all =
        repetition(false)
            .run(() -> {
              if (runs++ == 4) {
                waiting.countDown();
                Thread.sleep(Duration.ofMinutes(1));
              }
              return good(1 + runs % 2);
            });
    stopper.join();
    assertThat(all.results()).hasSize(2);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void runThatIsKilledByTheStopIsNoFailure() throws Exception {
    Repetition.Runs all =
        repetition(false)
            .run(() -> {
              if (runs++ == 4) {
                stop.request();
                return result(1, RunOutcome.End.SIGNALLED, 9);
              }
              return good(1 + runs % 2);
            });
    assertThat(all.results()).hasSize(2);
    assertThat(repetition(false).run(() -> good(1)).results()).isEmpty();
  }
}
