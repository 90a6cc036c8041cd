package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the live service expects of any back end; the test of one extends it. */
public abstract class BackendContract {
  private static final Duration SHORT = Duration.ofMillis(150);
  static final Duration LONG = Duration.ofMinutes(10);
  static final LaunchId FIRST = new LaunchId(1, 1);
  static final LaunchId SECOND = new LaunchId(2, 1);

  private final List<Backend> opened = new ArrayList<>();
  private LaunchLog log = new LaunchLog();

  /** Opens the back end; the second time is that of the next process. */
  protected abstract Backend open(LaunchListener listener);

  /** The name of one of its machines. */
  protected abstract String machine();

  /** A launch on the machine that takes so long and succeeds. */
  protected abstract Launch lasting(LaunchId id, Duration time, LaunchLimits limits);

  /** Waits until something is so, which may be a while. */
  protected abstract void await(BooleanSupplier condition);

  @AfterEach
  final void closeAll() throws Exception {
    for (Backend backend : opened) {
      backend.close();
    }
  }

  /** The back end as an earlier process left it, of which some launches are wanted. */
  Backend openAnew(Launch... wanted) {
    log = new LaunchLog();
    Backend backend = open(log);
    opened.add(backend);
    backend.adopt(List.of(wanted));
    return backend;
  }

  private Launch lasting(LaunchId id, Duration time) {
    return lasting(id, time, LaunchLimits.NONE);
  }

  LaunchEnd end(LaunchId id) {
    await(() -> log.find(id).isPresent());
    return log.find(id).orElseThrow();
  }

  private void awaitBeginning(LaunchId id) {
    await(() -> log.hasBegun(id));
  }

  @Test
  void aCommandBeginsAndEnds() {
    Backend backend = openAnew();

    backend.launch(lasting(FIRST, SHORT));

    LaunchEnd end = end(FIRST);
    assertThat(end.kind()).isEqualTo(Kind.EXITED);
    assertThat(end.exitCode()).isZero();
    assertThat(end.milliseconds()).isBetween(SHORT.toMillis() - 20, SHORT.toMillis() + 60_000);
    assertThat(log.hasBegun(FIRST)).isTrue();
  }

  @Test
  void oneCommandAtATimeRunsOnAMachine() {
    Backend backend = openAnew();

    backend.launch(lasting(FIRST, SHORT));
    backend.launch(lasting(SECOND, Duration.ZERO));

    end(SECOND);
    assertThat(log.ends()).extracting(LaunchEnd::id).containsExactly(FIRST, SECOND);
  }

  @Test
  void whatRunsCanBeStopped() {
    Backend backend = openAnew();
    backend.launch(lasting(FIRST, LONG));
    awaitBeginning(FIRST);

    backend.stop(FIRST);
    backend.stop(FIRST);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
    backend.launch(lasting(SECOND, Duration.ZERO));
    assertThat(end(SECOND).kind()).isEqualTo(Kind.EXITED);
    assertThat(log.ends()).hasSize(2);
  }

  @Test
  void whatWaitsCanBeStopped() {
    Backend backend = openAnew();
    backend.launch(lasting(FIRST, LONG));
    backend.launch(lasting(SECOND, LONG));

    backend.stop(SECOND);

    assertThat(end(SECOND).kind()).isEqualTo(Kind.STOPPED);
    assertThat(log.find(FIRST)).isEmpty();
    backend.stop(FIRST);
    end(FIRST);
  }

  private Backend openOneThatStartsAhead() {
    Backend backend = openAnew();
    assumeTrue(backend.traits(machine()).startsAhead(), "this back end starts nothing ahead");
    return backend;
  }

  /** The end of what ran before is told first. */
  @Test
  void whatIsHandedOverAheadBeginsWhenTheOneBeforeIsOver() {
    Backend backend = openOneThatStartsAhead();
    backend.launch(lasting(FIRST, SHORT));
    awaitBeginning(FIRST);
    backend.launch(lasting(SECOND, Duration.ZERO));
    boolean hadBegun = log.hasBegun(SECOND) && log.find(FIRST).isEmpty();

    assertThat(end(SECOND).kind()).isEqualTo(Kind.EXITED);
    assertThat(hadBegun).isFalse();
    assertThat(log.ends()).extracting(LaunchEnd::id).containsExactly(FIRST, SECOND);
    assertThat(backend.takeBack(SECOND)).as("nothing is known of it any more").isTrue();
  }

  @Test
  void whatIsTakenBackNeverBegins() {
    Backend backend = openOneThatStartsAhead();
    backend.launch(lasting(FIRST, LONG));
    awaitBeginning(FIRST);
    backend.launch(lasting(SECOND, Duration.ZERO));

    if (backend.takeBack(SECOND)) {
      assertThat(log.find(SECOND)).isEmpty();
    } else {
      assertThat(backend.traits(machine()).tellsLater()).isTrue();
      assertThat(end(SECOND).kind()).isEqualTo(Kind.NEVER_BEGAN);
    }
    assertThat(backend.takeBack(FIRST)).as("it has begun").isFalse();
    backend.stop(FIRST);
    end(FIRST);

    log.forget(SECOND);
    backend.launch(lasting(SECOND, Duration.ZERO)); // its number is free again
    assertThat(end(SECOND).kind()).isEqualTo(Kind.EXITED);
    assertThat(log.ends()).extracting(LaunchEnd::id).containsExactly(FIRST, SECOND);
  }

  /** Each is taken back or ends; which comes first does not matter. */
  @Test
  void whatIsTakenBackJustThenHasEitherBegunOrNeverDoes() {
    Backend backend = openOneThatStartsAhead();
    int takenBack = 0;
    for (int i = 0; i < 50; i++) {
      LaunchId first = new LaunchId(100 + 2 * i, 1);
      LaunchId second = new LaunchId(101 + 2 * i, 1);
      backend.launch(lasting(first, Duration.ZERO));
      backend.launch(lasting(second, Duration.ZERO));
      boolean never = backend.takeBack(second) && log.find(second).isEmpty();
      takenBack += never ? 1 : 0; // where it is told later, that is its end
      end(first);
      if (!never) {
        end(second);
      }
    }
    assertThat(log.ends()).hasSize(100 - takenBack).doesNotHaveDuplicates();
  }

  @Test
  void nothingComesOfStoppingWhatIsOverOrUnknown() {
    Backend backend = openAnew();
    backend.launch(lasting(FIRST, Duration.ZERO));
    end(FIRST);

    backend.stop(FIRST);
    backend.stop(new LaunchId(99, 1));

    backend.launch(lasting(SECOND, Duration.ZERO));
    end(SECOND);
    assertThat(log.ends()).extracting(LaunchEnd::kind).containsExactly(Kind.EXITED, Kind.EXITED);
  }

  @Test
  void mistakesAreRefused() {
    Backend backend = open(log);
    opened.add(backend);
    Launch launch = lasting(FIRST, LONG);
    assertThatThrownBy(() -> backend.launch(launch)).isInstanceOf(IllegalStateException.class);
    backend.adopt(List.of());
    assertThatThrownBy(() -> backend.adopt(List.of())).isInstanceOf(IllegalStateException.class);

    backend.launch(launch);

    assertThatThrownBy(() -> backend.launch(launch)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> backend.launch(new Launch(SECOND, "nowhere", List.of("x"), false)))
        .isInstanceOf(IllegalArgumentException.class);
    backend.stop(FIRST);
    end(FIRST);
  }

  /** Launches something in a process that ends when it has begun. */
  private void leaveRunning(Launch launch) throws Exception {
    Backend before = openAnew();
    before.launch(launch);
    awaitBeginning(launch.id());
    before.close();
  }

  @Test
  void whatRunsOutlivesTheProcess() throws Exception {
    Launch launch = lasting(FIRST, SHORT.multipliedBy(4));
    leaveRunning(launch);

    openAnew(launch);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).exitCode()).isZero();
    assertThat(log.ends()).hasSize(1);
  }

  @Test
  void theNextProcessIsToldThatWhatItAdoptsHasBegun() throws Exception {
    Launch launch = lasting(FIRST, LONG);
    leaveRunning(launch);

    Backend backend = openAnew(launch);

    awaitBeginning(FIRST);
    assertThat(log.ends()).isEmpty();
    backend.stop(FIRST);
    end(FIRST);
  }

  @Test
  void whatEndedBetweenTwoProcessesIsToldToTheNext() throws Exception {
    Launch launch = lasting(FIRST, Duration.ZERO);
    Backend before = openAnew();
    before.launch(launch);
    end(FIRST);
    before.close();

    openAnew(launch);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).exitCode()).isZero();
  }

  @Test
  void whatNobodyWantsIsStoppedAndMakesRoom() throws Exception {
    leaveRunning(lasting(FIRST, LONG));

    Backend backend = openAnew();
    backend.launch(lasting(SECOND, Duration.ZERO));

    assertThat(end(SECOND).kind()).isEqualTo(Kind.EXITED);
    assertThat(log.ends()).hasSize(1);
  }

  @Test
  void whatIsAdoptedCanBeStopped() throws Exception {
    Launch launch = lasting(FIRST, LONG);
    leaveRunning(launch);

    Backend backend = openAnew(launch);
    backend.stop(FIRST);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
  }

  @Test
  void whatTakesLongerThanItMayIsStopped() {
    Backend backend = openAnew();
    LaunchLimits limits =
        new LaunchLimits(Optional.of(SHORT), Optional.empty(), Optional.empty(), Optional.empty());

    backend.launch(lasting(FIRST, LONG, limits));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
    assertThat(end(FIRST).detail()).contains("time limit of 150 ms");
  }
}
