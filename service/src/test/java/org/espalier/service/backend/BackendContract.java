package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the live service expects of any back end; the test of one extends it. */
abstract class BackendContract {
  private static final Duration SHORT = Duration.ofMillis(150);
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final LaunchId FIRST = new LaunchId(1, 1);
  private static final LaunchId SECOND = new LaunchId(2, 1);

  private final List<Backend> opened = new ArrayList<>();
  private LaunchLog log = new LaunchLog();

  /** Opens the back end; the second time is that of the next process. */
  abstract Backend open(LaunchListener listener);

  /** The name of one of its machines. */
  abstract String machine();

  /** A command that takes so long and ends with a status. */
  abstract List<String> lasting(Duration time, int status);

  /** A command that writes to standard output and to standard error. */
  abstract List<String> writing(String out, String err);

  /** Waits until something is so, which may be a while. */
  abstract void await(BooleanSupplier condition);

  @AfterEach
  final void closeAll() throws Exception {
    for (Backend backend : opened) {
      backend.close();
    }
  }

  /** The back end as an earlier process left it, of which some launches are wanted. */
  private Backend openAnew(Launch... wanted) {
    log = new LaunchLog();
    Backend backend = open(log);
    opened.add(backend);
    backend.adopt(List.of(wanted));
    return backend;
  }

  private Launch launch(LaunchId id, List<String> command) {
    return new Launch(id, machine(), command, true);
  }

  private LaunchEnd end(LaunchId id) {
    await(() -> log.find(id).isPresent());
    return log.find(id).orElseThrow();
  }

  private void awaitBeginning(LaunchId id) {
    await(() -> log.hasBegun(id));
  }

  private static Optional<String> text(Backend backend, LaunchId id, OutputChannel channel) {
    return backend.output(id, channel, 1000).map(b -> new String(b, StandardCharsets.UTF_8));
  }

  @Test
  void aCommandBeginsAndEnds() {
    Backend backend = openAnew();

    backend.launch(launch(FIRST, lasting(SHORT, 0)));

    LaunchEnd end = end(FIRST);
    assertThat(end.kind()).isEqualTo(Kind.EXITED);
    assertThat(end.exitCode()).isZero();
    assertThat(end.milliseconds()).isBetween(SHORT.toMillis() - 20, SHORT.toMillis() + 5000);
    assertThat(log.hasBegun(FIRST)).isTrue();
  }

  @Test
  void theExitStatusIsTold() {
    Backend backend = openAnew();

    backend.launch(launch(FIRST, lasting(Duration.ZERO, 3)));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).exitCode()).isEqualTo(3);
  }

  @Test
  void oneCommandAtATimeRunsOnAMachine() {
    Backend backend = openAnew();

    backend.launch(launch(FIRST, lasting(SHORT, 0)));
    backend.launch(launch(SECOND, lasting(Duration.ZERO, 0)));

    end(SECOND);
    assertThat(log.ends()).extracting(LaunchEnd::id).containsExactly(FIRST, SECOND);
  }

  @Test
  void whatRunsCanBeStopped() {
    Backend backend = openAnew();
    backend.launch(launch(FIRST, lasting(LONG, 0)));
    awaitBeginning(FIRST);

    backend.stop(FIRST);
    backend.stop(FIRST);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
    backend.launch(launch(SECOND, lasting(Duration.ZERO, 0)));
    assertThat(end(SECOND).kind()).isEqualTo(Kind.EXITED);
    assertThat(log.ends()).hasSize(2);
  }

  @Test
  void whatWaitsCanBeStopped() {
    Backend backend = openAnew();
    backend.launch(launch(FIRST, lasting(LONG, 0)));
    backend.launch(launch(SECOND, lasting(LONG, 0)));

    backend.stop(SECOND);

    assertThat(end(SECOND).kind()).isEqualTo(Kind.STOPPED);
    assertThat(log.find(FIRST)).isEmpty();
    backend.stop(FIRST);
    end(FIRST);
  }

  @Test
  void nothingComesOfStoppingWhatIsOverOrUnknown() {
    Backend backend = openAnew();
    backend.launch(launch(FIRST, lasting(Duration.ZERO, 0)));
    end(FIRST);

    backend.stop(FIRST);
    backend.stop(new LaunchId(99, 1));

    backend.launch(launch(SECOND, lasting(Duration.ZERO, 0)));
    end(SECOND);
    assertThat(log.ends()).extracting(LaunchEnd::kind).containsExactly(Kind.EXITED, Kind.EXITED);
  }

  @Test
  void mistakesAreRefused() {
    Backend backend = open(log);
    opened.add(backend);
    Launch launch = launch(FIRST, lasting(LONG, 0));
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
    Launch launch = launch(FIRST, lasting(SHORT.multipliedBy(4), 5));
    leaveRunning(launch);

    openAnew(launch);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).exitCode()).isEqualTo(5);
    assertThat(log.ends()).hasSize(1);
  }

  @Test
  void theNextProcessIsToldThatWhatItAdoptsHasBegun() throws Exception {
    Launch launch = launch(FIRST, lasting(LONG, 0));
    leaveRunning(launch);

    Backend backend = openAnew(launch);

    awaitBeginning(FIRST);
    assertThat(log.ends()).isEmpty();
    backend.stop(FIRST);
    end(FIRST);
  }

  @Test
  void whatEndedBetweenTwoProcessesIsToldToTheNext() throws Exception {
    Launch launch = launch(FIRST, lasting(Duration.ZERO, 4));
    Backend before = openAnew();
    before.launch(launch);
    end(FIRST);
    before.close();

    openAnew(launch);

    assertThat(end(FIRST).exitCode()).isEqualTo(4);
  }

  @Test
  void whatWasNeverLaunchedNeverBegan() {
    openAnew(launch(FIRST, lasting(LONG, 0)));

    assertThat(end(FIRST).kind()).isIn(Kind.NEVER_BEGAN, Kind.LOST);
  }

  @Test
  void whatNobodyWantsIsStoppedAndMakesRoom() throws Exception {
    leaveRunning(launch(FIRST, lasting(LONG, 0)));

    Backend backend = openAnew();
    backend.launch(launch(SECOND, lasting(Duration.ZERO, 0)));

    assertThat(end(SECOND).kind()).isEqualTo(Kind.EXITED);
    assertThat(log.ends()).hasSize(1);
  }

  @Test
  void whatIsAdoptedCanBeStopped() throws Exception {
    Launch launch = launch(FIRST, lasting(LONG, 0));
    leaveRunning(launch);

    Backend backend = openAnew(launch);
    backend.stop(FIRST);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
  }

  @Test
  void outputIsHandedOutUpToABound() {
    Backend backend = openAnew();
    backend.launch(launch(FIRST, writing("some text", "a complaint")));
    end(FIRST);

    assertThat(text(backend, FIRST, OutputChannel.STDOUT)).hasValue("some text");
    assertThat(text(backend, FIRST, OutputChannel.STDERR)).hasValue("a complaint");
    assertThat(backend.output(FIRST, OutputChannel.STDOUT, 4))
        .hasValue("some".getBytes(StandardCharsets.UTF_8));
    assertThat(backend.output(SECOND, OutputChannel.STDOUT, 4)).isEmpty();
  }

  @Test
  void outputIsNotKeptUnlessWanted() {
    Backend backend = openAnew();
    backend.launch(new Launch(FIRST, machine(), writing("some text", ""), false));
    end(FIRST);

    assertThat(backend.output(FIRST, OutputChannel.STDOUT, 4)).isEmpty();
  }

  @Test
  void whatTakesLongerThanItMayIsStopped() {
    Backend backend = openAnew();
    LaunchLimits limits =
        new LaunchLimits(Optional.of(SHORT), OptionalLong.empty(), OptionalInt.empty());

    backend.launch(new Launch(FIRST, machine(), lasting(LONG, 0), true, limits));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.STOPPED);
    assertThat(end(FIRST).detail()).contains("time limit of 150 ms");
  }
}
