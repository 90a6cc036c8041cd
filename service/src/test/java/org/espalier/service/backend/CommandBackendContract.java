package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.junit.jupiter.api.Test;

/** What is expected besides of a back end that runs commands in truth. */
abstract class CommandBackendContract extends BackendContract {
  /** A command that takes so long and ends with a status. */
  abstract List<String> lasting(Duration time, int status);

  /** A command that writes to standard output and to standard error. */
  abstract List<String> writing(String out, String err);

  @Override
  protected final Launch lasting(LaunchId id, Duration time, LaunchLimits limits) {
    return new Launch(id, machine(), lasting(time, 0), true, limits);
  }

  private Launch launch(List<String> command) {
    return new Launch(FIRST, machine(), command, true);
  }

  private static Optional<String> text(Backend backend, LaunchId id, OutputChannel channel) {
    return part(backend, id, channel, 0, 1000);
  }

  private static Optional<String> part(
      Backend backend, LaunchId id, OutputChannel channel, long from, int most) {
    return backend
        .output(id, channel, from, most)
        .map(part -> new String(part.bytes(), StandardCharsets.UTF_8));
  }

  @Test
  void theExitStatusIsTold() {
    Backend backend = openAnew();

    backend.launch(launch(lasting(Duration.ZERO, 3)));

    assertThat(end(FIRST).kind()).isEqualTo(Kind.EXITED);
    assertThat(end(FIRST).exitCode()).isEqualTo(3);
  }

  @Test
  void whatWasNeverLaunchedNeverBegan() {
    openAnew(launch(lasting(LONG, 0)));

    assertThat(end(FIRST).kind()).isIn(Kind.NEVER_BEGAN, Kind.LOST);
  }

  @Test
  void outputIsHandedOutInParts() {
    Backend backend = openAnew();
    backend.launch(launch(writing("some text", "a complaint")));
    end(FIRST);

    assertThat(text(backend, FIRST, OutputChannel.STDOUT)).hasValue("some text");
    assertThat(text(backend, FIRST, OutputChannel.STDERR)).hasValue("a complaint");
    assertThat(part(backend, FIRST, OutputChannel.STDOUT, 0, 4)).hasValue("some");
    assertThat(part(backend, FIRST, OutputChannel.STDOUT, 5, 3)).hasValue("tex");
    assertThat(part(backend, FIRST, OutputChannel.STDOUT, 5, 100)).hasValue("text");
    assertThat(part(backend, FIRST, OutputChannel.STDOUT, 9, 100)).hasValue("");
    assertThat(part(backend, FIRST, OutputChannel.STDOUT, 1L << 40, 100)).hasValue("");
    assertThat(backend.output(FIRST, OutputChannel.STDERR, 3, 0).orElseThrow().size())
        .isEqualTo("a complaint".length());
    assertThat(backend.output(SECOND, OutputChannel.STDOUT, 0, 4)).isEmpty();
  }

  @Test
  void outputIsNotKeptUnlessWanted() {
    Backend backend = openAnew();
    backend.launch(new Launch(FIRST, machine(), writing("some text", ""), false));
    end(FIRST);

    assertThat(backend.output(FIRST, OutputChannel.STDOUT, 0, 4)).isEmpty();
  }

  @Test
  void theExitStatusOutlivesTheProcess() throws Exception {
    Launch launch = launch(lasting(Duration.ZERO, 4));
    Backend before = openAnew();
    before.launch(launch);
    end(FIRST);
    before.close();

    openAnew(launch);

    assertThat(end(FIRST).exitCode()).isEqualTo(4);
  }
}
