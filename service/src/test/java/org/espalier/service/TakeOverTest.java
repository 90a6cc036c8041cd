package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.http.AddressUnavailableException;
import org.espalier.service.live.JournalLine;
import org.espalier.service.live.TaskState;
import org.espalier.service.scheduling.Journals;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.Sampled;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service takes the place of another at the same address and on the same store, under load. */
@Sampled(0.5)
class TakeOverTest {
  private static final int CLIENTS = 4;
  private static final int ENOUGH = 50;
  private static final int RATE = 500;

  @TempDir private Path directory;

  private final Map<String, Integer> accepted = new ConcurrentHashMap<>();
  private final Queue<String> lost = new ConcurrentLinkedQueue<>();
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger repeated = new AtomicInteger();
  private SmallSystem system;
  private volatile boolean done;

  @BeforeEach
  void atAnAddressOfItsOwn() throws IOException {
    system = SmallSystem.in(directory, 100_000);
    try (ServerSocket free = new ServerSocket(0)) {
      system.change("live.yaml", false, "port: 0", "port: " + free.getLocalPort());
    }
  }

  /** The service at the address of a client. */
  private record Before(Client client) implements LiveServer.Predecessor {
    @Override
    public void greet() {
      ask("/healthz", false);
    }

    @Override
    public void yieldTo(String store) {
      ask("/v1/yield?store=" + store, true);
    }

    private void ask(String path, boolean posts) {
      try {
        HttpResponse<String> answer = posts ? client.post(path, "{}") : client.get(path);
        if (answer.statusCode() >= 400) {
          throw new IllegalStateException(answer.body());
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void submitAll(String address) {
    try (Client client = new Client(address)) {
      while (!done) {
        submitTwice(client, "task-" + names.incrementAndGet());
      }
    }
  }

  private void submitTwice(Client client, String name) {
    if (!isAccepted(client, name)) {
      repeated.incrementAndGet();
      if (!isAccepted(client, name)) {
        lost.add(name);
      }
    }
  }

  private boolean isAccepted(Client client, String name) {
    try {
      HttpResponse<String> answer = client.submit("once", name, "in 600 s", "0");
      if (answer.statusCode() == 202 || answer.statusCode() == 200) {
        accepted.put(name, Client.id(answer));
        return true;
      }
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private void awaitMore() {
    int before = accepted.size();
    await().until(() -> accepted.size() > before + ENOUGH);
  }

  @Test
  void whatIsRepeatedOnceIsAcceptedAndCommandsRunOn() throws Exception {
    LiveServer first = LiveServer.start(system.settings());
    String address = first.address();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Client client = new Client(address)) {
      int running = Client.id(client.submit("once", "long", "in 600 s", "5"));
      for (int i = 0; i < CLIENTS; i++) {
        threads.execute(() -> submitAll(address));
      }
      awaitMore();

      try (LiveServer second =
          LiveServer.takeOver(system.settings(), system::settings, new Before(client))) {
        first.awaitEnd();
        awaitMore();
        done = true;
        assertThat(second.address()).isEqualTo(address);
        await()
            .until(() ->
                client.json("/v1/tasks?state=queued,assigned,running").get("tasks").isEmpty());
        assertThat(client.json("/v1/tasks/" + running).get("state").asString())
            .isEqualTo("completed");
      }
    }

    assertThat(lost).as("%s were repeated", repeated).isEmpty();
    assertThat(Files.readAllLines(system.ran())).doesNotHaveDuplicates();
    try (Store store = Stores.open(system.store().toString())) {
      List<Integer> missing = new ArrayList<>(accepted.values());
      missing.removeIf(id -> store.find(id).orElseThrow().state() == TaskState.COMPLETED);
      assertThat(missing).isEmpty();
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  /** The longest time without a start is told, and no more: a loaded computer takes longer. */
  @Test
  @Tag("slow")
  void whatIsRepeatedOnceIsAcceptedAtFiveHundredRequestsASecond() throws Exception {
    replace("live.yaml", "policy: PAM", "policy: MM\nbackend: simulated");
    replace("live.yaml", "machines:\n  box: {grace: 300 ms, output: 64 KiB}\n", "");
    replace("system.yaml", "count: 4", "count: 40");
    LiveServer first = LiveServer.start(system.settings());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Client client = new Client(first.address())) {
      long begin = System.nanoTime();
      for (int i = 0; i < 8 * CLIENTS; i++) {
        threads.execute(() -> submitAll(first.address(), begin));
      }
      await().until(() -> accepted.size() > 5 * RATE);
      int atRest = repeated.get();
      double rate;
      try (LiveServer second =
          LiveServer.takeOver(system.settings(), system::settings, new Before(client))) {
        first.awaitEnd();
        int after = accepted.size();
        await().until(() -> accepted.size() > after + 5 * RATE);
        done = true;
        rate = accepted.size() * 1e9 / (System.nanoTime() - begin);
        assertThat(second.address()).isEqualTo(first.address());
        await()
            .until(() ->
                client.json("/v1/tasks?state=queued,assigned,running").get("tasks").isEmpty());
      }
      try (Store store = Stores.open(system.store().toString())) {
        System.out.printf(
            "%d accepted at %.0f a second, %d of them when they were repeated (%d before); the longest times without a start: %s ms%n",
            accepted.size(), rate, repeated.get(), atRest, longestGaps(store));
      }
    }
    assertThat(lost).as("%s were repeated", repeated).isEmpty();
    assertThat(accepted.values()).doesNotHaveDuplicates();
  }

  private void replace(String file, String text, String other) throws IOException {
    String before = Files.readString(directory.resolve(file));
    assertThat(before).contains(text);
    Files.writeString(directory.resolve(file), before.replace(text, other));
  }

  /** The tasks of one of many clients, each at its time if that has not passed. */
  private void submitAll(String address, long begin) {
    try (Client client = new Client(address)) {
      while (!done) {
        int i = names.incrementAndGet();
        LockSupport.parkNanos(begin + i * (1_000_000_000L / RATE) - System.nanoTime());
        submitTwice(client, "task-" + i);
      }
    }
  }

  private static List<Long> longestGaps(Store store) {
    List<Long> starts =
        store.journal(0, Integer.MAX_VALUE).stream()
            .filter(line -> line.json().contains("\"event\":\"started\""))
            .map(JournalLine::time)
            .toList();
    return IntStream.range(1, starts.size())
        .mapToObj(i -> starts.get(i) - starts.get(i - 1))
        .sorted(Comparator.reverseOrder())
        .limit(4)
        .toList();
  }

  @Test
  void aServiceWithAnotherStoreIsLeftAlone() throws Exception {
    try (LiveServer first = LiveServer.start(system.settings());
        Client client = new Client(first.address())) {
      LiveServer.Predecessor other =
          new LiveServer.Predecessor() {
            @Override
            public void greet() {
              new Before(client).greet();
            }

            @Override
            public void yieldTo(String store) {
              new Before(client).yieldTo("another");
            }
          };

      assertThatThrownBy(() -> LiveServer.takeOver(system.settings(), system::settings, other))
          .hasMessageContaining("this service has another store");

      assertThat(Client.id(client.submit("once", "still", "in 600 s"))).isZero();
      await().until(() -> client.json("/v1/tasks/0").has("ended"));
    }
  }

  @Test
  void whoDoesNotTakeOverDoesNotListenBesideIt() {
    try (LiveServer first = LiveServer.start(system.settings())) {
      assertThatThrownBy(() -> LiveServer.start(system.settings()))
          .isInstanceOf(AddressUnavailableException.class);
      assertThat(first.address()).isNotEmpty();
    }
  }
}
