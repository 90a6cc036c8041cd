package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.servers.ServerBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Machines that are servers. Connections cannot be adopted: what was sent before is lost. */
class ServerBackendContractTest extends BackendContract {
  private final ScriptedServer server =
      new ScriptedServer((request, out) -> {
        Thread.sleep(Long.parseLong(request.path().substring("/takes/".length())));
        ScriptedServer.send(out, 200, "text/plain", "done");
      });

  @AfterEach
  void close() {
    server.close();
  }

  @Override
  Backend open(LaunchListener listener) {
    ServerSettings.Server settings =
        new ServerSettings.Server(
            URI.create(server.url()), Optional.empty(), true, Duration.ZERO, 1000);
    return new ServerBackend(
        new ServerSettings(Map.of(machine(), settings)), new Owner("store", 7, Map.of()), listener);
  }

  @Override
  String machine() {
    return "gpu";
  }

  @Override
  Launch lasting(LaunchId id, Duration time, LaunchLimits limits) {
    return new Launch(id, machine(), List.of("POST", "/takes/" + time.toMillis()), false, limits);
  }

  @Override
  void await(BooleanSupplier condition) {
    Awaitility.await().pollInterval(Duration.ofMillis(5)).until(condition::getAsBoolean);
  }

  private void checkThatItIsLost(Duration time) {
    Launch launch = lasting(FIRST, time, LaunchLimits.NONE);
    Backend before = openAnew();
    before.launch(launch);
    await(() -> server.requests().size() == 1);
    before.close();

    openAnew(launch);

    assertThat(end(FIRST).kind()).isEqualTo(Kind.LOST);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  @Override
  void whatRunsOutlivesTheProcess() {
    checkThatItIsLost(LONG);
  }

  @Test
  @Override
  void theNextProcessIsToldThatWhatItAdoptsHasBegun() {
    checkThatItIsLost(LONG);
  }

  @Test
  @Override
  void whatEndedBetweenTwoProcessesIsToldToTheNext() {
    checkThatItIsLost(Duration.ZERO);
  }

  @Test
  @Override
  void whatIsAdoptedCanBeStopped() {
    checkThatItIsLost(LONG);
  }

  @Test
  void eachRequestHasAKeyOfItsOwn() {
    Backend backend = openAnew();
    backend.launch(lasting(FIRST, Duration.ZERO, LaunchLimits.NONE));
    end(FIRST);

    assertThat(server.requests().getFirst().headers())
        .containsEntry("idempotency-key", "store.7-1-1");
  }
}
