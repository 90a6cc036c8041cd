package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.scheduling.Journals;
import org.espalier.service.store.Store;
import org.espalier.testsupport.TestSample;

/**
 * Clients who submit until they are told to be done, whatever befalls the service; and what has to
 * be recorded of it then.
 */
final class HostileLoad implements AutoCloseable {
  private static final int CLIENTS = 3;
  private static final int STOPS = 10;
  private static final int ENOUGH = 20;
  private static final Pattern STOPPED = Pattern.compile("stopped taken-back\\S+ \\d");

  private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();
  private final AtomicInteger names = new AtomicInteger();
  private final ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> clients = new ArrayList<>();
  private final boolean losesMachines;
  private final List<Notes.Standstill> standstills = new ArrayList<>();
  private volatile boolean done;

  HostileLoad() {
    this(false);
  }

  private HostileLoad(boolean losesMachines) {
    this.losesMachines = losesMachines;
  }

  /** One for machines that are lost with what runs there, for which some tasks have much time. */
  static HostileLoad ofLostMachines() {
    return new HostileLoad(true);
  }

  /** They begin. */
  void start(Client client) {
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(pool.submit(() -> submitAll(client)));
    }
  }

  /** A keeper of tasks did, of which what ended meanwhile may be recorded later. */
  void stoodStill(Notes.Standstill standstill) {
    standstills.add(standstill);
  }

  /** How many tasks are acknowledged. */
  int acknowledged() {
    return acknowledged.size();
  }

  /** They are done, and all they have submitted leaves. */
  void finish(Client client, SmallSystem system) throws Exception {
    patiently().until(() -> acknowledged.size() > ENOUGH); // whatever was harmed before
    done = true;
    for (Future<?> each : clients) {
      each.get();
    }
    awaitEmpty(client);
    stopOne(client, system.notes());
  }

  @Override
  public void close() {
    done = true;
    pool.close();
  }

  private void submitAll(Client client) {
    while (!done) {
      int number = names.incrementAndGet();
      submit(client, number);
      if (number % 6 == 0) {
        pass(client, number);
      }
      rest((TestSample.isFull() ? 60 : 400) * (losesMachines ? 4 : 1));
    }
  }

  /** Until it is acknowledged; now and then once more, which must give the same task. */
  private void submit(Client client, int number) {
    String name = "task-" + number;
    for (int answers = number % 10 == 0 ? 2 : 1; answers > 0 && !pool.isShutdown(); ) {
      try {
        HttpResponse<String> answer = post(client, number, name);
        if (answer.statusCode() == 503 || answer.body().contains("unknown task type")) {
          rest(100); // room or the type comes back
          continue;
        }
        long id = Client.id(answer);
        Long before = acknowledged.put(name, id);
        if (before != null) {
          assertThat(id).as(name).isEqualTo(before);
        }
        answers--;
      } catch (IOException gone) {
        rest(20); // it was killed; the next one is asked the same
      }
    }
  }

  /** Submits a task without a key once, which is forgotten soon; whether it comes is no matter. */
  private static void pass(Client client, int number) {
    try {
      client.post(
          "/v1/tasks",
          """
          {"type": "once", "deadline": "in 5 s", "parameters": {"name": "passing-%s"}}\
          """
              .formatted(number));
    } catch (IOException gone) {
      rest(20);
    }
  }

  /** Submits a task that notes its start and end, or one in four that may run again. */
  private HttpResponse<String> post(Client client, int number, String name) throws IOException {
    String time = number % 11 == 0 ? "1.5" : number % 3 == 0 ? "0.3" : "0.1";
    String deadline = number % 5 == 0 ? "in 400 ms" : number % 7 == 0 ? "in 1 s" : "in 5 s";
    if (number % 4 == 0) {
      return losesMachines
          ? client.submit("again", name, "in 10 min", 10 * Double.parseDouble(time) + "")
          : client.submit("again", name, deadline, time);
    }
    return client.post("/v1/tasks", noting(name, deadline, time, number % 13 == 0 ? 3 : 0));
  }

  private static String noting(String name, String deadline, String time, int status) {
    return """
    {"type": "noting", "deadline": "%s", "key": "%s",
     "parameters": {"name": "%s", "time": %s, "status": %d}}\
    """
        .formatted(deadline, name, name, time, status);
  }

  private static void rest(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Takes back tasks that run until one notes that it was stopped: a loaded computer may kill one
   * before it can. Of others such a note is not enough: it may stand behind one of their end.
   */
  private void stopOne(Client client, Path notes) throws IOException {
    for (int i = 0; i < STOPS && !STOPPED.matcher(Files.readString(notes)).find(); i++) {
      String name = "taken-back-" + i;
      long id = Client.id(client.post("/v1/tasks", noting(name, "in 600 s", "100", 0)));
      acknowledged.put(name, id);
      patiently().until(() -> Files.readString(notes).contains("began " + name + " "));
      assertThat(client.delete("/v1/tasks/" + id).statusCode()).isEqualTo(200);
      awaitEmpty(client);
    }
  }

  private static void awaitEmpty(Client client) {
    patiently()
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(() ->
            assertThat(client.json("/v1/tasks?state=queued,assigned,running").get("tasks"))
                .isEmpty());
  }

  private static ConditionFactory patiently() {
    return Awaitility.await().atMost(Duration.ofMinutes(2));
  }

  /**
   * What is recorded is what happened.
   *
   * @param harms in words, with how many
   */
  Notes check(SmallSystem system, Store store, Duration tolerance, String harms)
      throws IOException {
    Books books = new Books(store);
    books.checkAcknowledged(acknowledged);
    books.checkJournal();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    Instant epoch = Instant.parse(store.resume().facts().get("epoch"));
    books.checkRuns(system.ran());
    Notes notes = new Notes(system.notes(), epoch, tolerance, losesMachines, standstills);
    List<String> differences = notes.differences(books.noting());
    System.out.printf(
        "%s among %d tasks and %d forgotten, %d run again: %s; %d differences%n",
        harms, books.tasks().size(), books.forgotten(), books.retries(), notes, differences.size());
    assertThat(differences).isEmpty();
    return notes;
  }
}
