package org.espalier.service.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.espalier.service.backend.LaunchEnd.Kind;
import org.espalier.service.servers.ServerBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Machines that are servers. Connections cannot be adopted: what was sent before is lost. */
class ServerBackendContractTest extends BackendContract {
  private static final String BREAKS_OFF = "/breaks-off";
  private static final String HEALTH = "/health";

  /** The server was asked whether it is well, and answers. */
  private final CountDownLatch asked = new CountDownLatch(1);

  private final CountDownLatch answered = new CountDownLatch(1);

  private final ScriptedServer server =
      new ScriptedServer((request, out) -> {
        if (request.path().equals(HEALTH)) {
          asked.countDown();
          answered.await(1500, TimeUnit.MILLISECONDS);
          ScriptedServer.send(out, 200, "text/plain", "well");
          return;
        }
        if (request.path().equals(BREAKS_OFF)) {
          ScriptedServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
          throw new IOException("breaks off");
        }
        Thread.sleep(Long.parseLong(request.path().substring("/takes/".length())));
        ScriptedServer.send(out, 200, "text/plain", "done");
      });

  @AfterEach
  void close() {
    server.close();
  }

  @Override
  protected Backend open(LaunchListener listener) {
    return open(listener, Optional.empty());
  }

  private Backend open(LaunchListener listener, Optional<String> health) {
    ServerSettings.Server settings =
        new ServerSettings.Server(URI.create(server.url()), health, true, Duration.ZERO, 1000);
    return new ServerBackend(
        new ServerSettings(Map.of(machine(), settings)),
        new Owner("store", 7, java.time.Instant.EPOCH, Map.of()),
        listener);
  }

  @Override
  protected String machine() {
    return "gpu";
  }

  @Override
  protected Launch lasting(LaunchId id, Duration time, LaunchLimits limits) {
    return new Launch(id, machine(), List.of("POST", "/takes/" + time.toMillis()), false, limits);
  }

  @Override
  protected void await(BooleanSupplier condition) {
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

  @Test
  void whatIsOverIsNotKeptUntilItsTimeLimit() {
    Backend backend = openAnew();
    WeakReference<Invocation> client = launchWithLimit(backend);
    end(FIRST);

    await(() -> {
      System.gc();
      return client.refersTo(null);
    });
  }

  private WeakReference<Invocation> launchWithLimit(Backend backend) {
    Invocation client = new Invocation(new byte[0], Optional.empty(), bytes -> true);
    Optional<Duration> hour = Optional.of(Duration.ofHours(1));
    backend.launch(
        invocation(
            "/takes/0",
            new LaunchLimits(hour, Optional.empty(), Optional.empty(), Optional.empty()),
            client));
    return new WeakReference<>(client);
  }

  private Launch invocation(String path, LaunchLimits limits, Invocation client) {
    return new Launch(
        FIRST,
        new Execution("", machine(), 0, Duration.ZERO),
        List.of("POST", path),
        false,
        limits,
        Optional.of(client));
  }

  /** It breaks off, and is well, as two threads see at a time. */
  @Test
  void whatIsToldLastOfAServerIsHowItIs() throws Exception {
    List<String> news = new CopyOnWriteArrayList<>();
    LaunchListener slow =
        new Unheard() {
          @Override
          public void away(String machine, String why) {
            answered.countDown();
            LockSupport.parkNanos(300_000_000);
            news.add("away");
          }

          @Override
          public void back(String machine, String holder) {
            news.add("there");
          }
        };
    try (Backend backend = open(slow, Optional.of(HEALTH))) {
      backend.adopt(List.of());
      asked.await();

      Launch breaks = new Launch(FIRST, machine(), List.of("POST", BREAKS_OFF), false);
      backend.launch(breaks);

      await(() -> news.size() > 1);
      assertThat(news).endsWith("there");
    }
  }

  /** Who hears of it gives its task up, which must not come before that has failed by itself. */
  @Test
  void thatAnAnswerBrokeOffIsHeardAfterTheEndIsTold() throws Exception {
    Invocation client = new Invocation(new byte[0], Optional.empty(), bytes -> true);
    List<Invocation.Part> heard = new CopyOnWriteArrayList<>();
    Thread listening =
        Thread.ofVirtual()
            .start(() -> {
              try {
                while (true) {
                  heard.add(client.next());
                }
              } catch (InterruptedException e) {
                // the test is over
              }
            });
    List<Invocation.Part> heardAtTheEnd = new CopyOnWriteArrayList<>();
    CountDownLatch told = new CountDownLatch(1);
    LaunchListener slow =
        new Unheard() {
          @Override
          public void ended(LaunchEnd end) {
            LockSupport.parkNanos(50_000_000);
            heardAtTheEnd.addAll(heard);
            told.countDown();
          }
        };
    try (Backend backend = open(slow)) {
      backend.adopt(List.of());

      backend.launch(invocation(BREAKS_OFF, LaunchLimits.NONE, client));

      told.await();
      assertThat(heardAtTheEnd).doesNotContain(new Invocation.Over(false));
      await(() -> heard.contains(new Invocation.Over(false)));
    } finally {
      listening.interrupt();
    }
  }
}
