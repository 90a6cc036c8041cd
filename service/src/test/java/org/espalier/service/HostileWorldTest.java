package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
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
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.SmallDisk;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.espalier.testsupport.TestSample;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service and launchers that are killed and stand still at random under load, and a disk that is
 * full for a while where this user may mount one, while what is old is forgotten, and commands note
 * when they begin and end: what is recorded is what happened. How many kills there are, of which
 * seed, and by how many milliseconds records may differ, can be said: {@code -Despalier.kills=50
 * -Despalier.seed=1 -Despalier.within=50}.
 */
class HostileWorldTest {
  private static final int FEW = 2;
  private static final int KILLS =
      Integer.getInteger("espalier.kills", TestSample.isFull() ? 30 : FEW);
  private static final long SEED = Long.getLong("espalier.seed", TestSample.seed());

  /** A loaded computer may let a shell wait for its turn. */
  private static final Duration TOLERANCE = Duration.ofMillis(Long.getLong("espalier.within", 400));

  private static final int CLIENTS = 3;
  private static final int STOPS = 10;
  private static final int DISK_MEGABYTES = 64;

  /** Tasks without a key, and the journal before; those with a key are kept for a day. */
  private static final String FORGETTING = "retention: 2 s";

  private static final Pattern STOPPED = Pattern.compile("stopped \\S+ \\d");

  @TempDir private Path directory;

  private final Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
  private final AtomicInteger names = new AtomicInteger();
  private final Random random = new Random(SEED);
  private volatile boolean done;
  private Optional<SmallDisk> disk = Optional.empty();
  private int kills;
  private int pauses;
  private int fullDisks;

  /** Of the files of runs, and of the store if it is a file. */
  @BeforeEach
  void mount() throws IOException {
    disk =
        SmallDisk.mountIfAllowed(Files.createDirectory(directory.resolve("data")), DISK_MEGABYTES);
  }

  @AfterEach
  void unmount() throws IOException {
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  /** Of the two stores one a day where only a sample is wanted. */
  private static void assumeDrawn(int store) {
    assumeTrue(
        TestSample.isFull() || KILLS > FEW || Math.floorMod(SEED, 2) == store,
        "not in the sample of " + TestSample.day() + "; ./verify --full runs all");
  }

  @Test
  void inSqliteWhatIsRecordedIsWhatHappened() throws Exception {
    assumeDrawn(0);
    SmallSystem system = SmallSystem.in(directory, 100_000, FORGETTING);
    run(system);
    try (Store store = Stores.open(system.store().toString())) {
      check(system, store);
    }
  }

  @Test
  void inPostgresWhatIsRecordedIsWhatHappened() throws Exception {
    assumeDrawn(1);
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    try {
      String url = postgres.url();
      SmallSystem system = SmallSystem.in(directory, 100_000, "store: " + url, FORGETTING);
      run(system);
      try (Store store = Stores.open(system.settings().store())) {
        check(system, store);
      }
    } finally {
      postgres.stop();
    }
  }

  private void run(SmallSystem system) throws Exception {
    Client client = new Client("http://127.0.0.1:9");
    try (client;
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(pool.submit(() -> submitAll(client)));
      }
      ServiceProcess service = ServiceProcess.start(directory);
      client.moveTo(service.address());
      while (kills < KILLS) {
        Thread.sleep(random.nextInt(100, 1200));
        if (harm(service)) {
          Thread.sleep(random.nextBoolean() ? 0 : random.nextInt(2000));
          configure(random.nextInt(3) > 0, random.nextInt(3) > 0);
          service = ServiceProcess.start(directory);
          client.moveTo(service.address());
        }
      }
      kill(service);
      configure(true, true);
      service = ServiceProcess.start(directory);
      client.moveTo(service.address());
      done = true;
      for (Future<?> each : clients) {
        each.get();
      }
      awaitEmpty(client);
      stopOne(client, system.notes());
      service.close();
    }
  }

  /** The next service has all machines or one less, and all task types or one less. */
  private void configure(boolean machine, boolean type) throws IOException {
    change("system.yaml", machine, "count: 4", "count: 3");
    change("times.csv", type, "(?m)^again,.*\n", "");
    change("live.yaml", type, "(?s)  again:\n.*?discard\n", "");
  }

  private void change(String name, boolean whole, String pattern, String text) throws IOException {
    Path file = directory.resolve(name);
    Path kept = directory.resolve("whole-" + name);
    if (Files.notExists(kept)) {
      Files.copy(file, kept);
    }
    String all = Files.readString(kept);
    Files.writeString(file, whole ? all : all.replaceAll(pattern, text));
  }

  /** Does something bad; whether the service is dead then. */
  private boolean harm(ServiceProcess service) throws Exception {
    int what = random.nextInt(12);
    switch (what) {
      case 0, 1, 2, 3 -> kill(service);
      case 4 -> {
        service.signal("STOP");
        pause();
        kill(service);
      }
      case 5 -> {
        kill(service);
        killLauncher();
      }
      case 6, 7 -> killLauncher();
      case 8 -> {
        service.signal("STOP");
        pause();
        service.signal("CONT");
      }
      case 9 -> {
        long launcher = anyLauncher();
        Signal.send("STOP", launcher);
        pause();
        Signal.send("CONT", launcher);
      }
      case 10 -> fillDisk(() -> {});
      default -> fillDisk(() -> kill(service));
    }
    return what <= 5 || what == 11;
  }

  private interface Action {
    void run() throws Exception;
  }

  /** There is no room for a while, and something happens before there is again. */
  private void fillDisk(Action meanwhile) throws Exception {
    if (disk.isPresent()) {
      disk.get().fill();
      fullDisks++;
    }
    pause();
    meanwhile.run();
    if (disk.isPresent()) {
      disk.get().empty();
    }
  }

  private void kill(ServiceProcess service) throws InterruptedException {
    service.kill();
    kills++;
  }

  private void killLauncher() throws IOException, InterruptedException {
    if (Signal.send("KILL", anyLauncher())) {
      kills++;
    }
  }

  private void pause() throws InterruptedException {
    pauses++;
    Thread.sleep(random.nextInt(200, 2500));
  }

  /** A process that leads its session, not one of those that write output. */
  private long anyLauncher() {
    List<Long> launchers =
        ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(this::isLauncher).toList();
    return launchers.isEmpty() ? -1 : launchers.get(random.nextInt(launchers.size()));
  }

  private boolean isLauncher(long pid) {
    try {
      Path proc = Path.of("/proc/" + pid);
      String command = Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      String stat = Files.readString(proc.resolve("stat"), StandardCharsets.ISO_8859_1);
      String session = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
      return command.startsWith("/bin/sh\0" + directory)
          && command.contains("launcher.sh")
          && session.equals(Long.toString(pid));
    } catch (IOException gone) {
      return false;
    }
  }

  private void submitAll(Client client) {
    while (!done) {
      int number = names.incrementAndGet();
      submit(client, number);
      if (number % 6 == 0) {
        pass(client, number);
      }
      rest(60);
    }
  }

  /** Until it is acknowledged; now and then once more, which must give the same task. */
  private void submit(Client client, int number) {
    String name = "task-" + number;
    for (int answers = number % 10 == 0 ? 2 : 1; answers > 0; ) {
      try {
        HttpResponse<String> answer = post(client, number, name);
        if (answer.statusCode() == 503 || answer.body().contains("unknown task type")) {
          rest(100); // room or the type comes back
          continue;
        }
        int id = Client.id(answer);
        Integer before = acknowledged.put(name, id);
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
  private static HttpResponse<String> post(Client client, int number, String name)
      throws IOException {
    String time = number % 11 == 0 ? "1.5" : number % 3 == 0 ? "0.3" : "0.1";
    String deadline = number % 5 == 0 ? "in 400 ms" : number % 7 == 0 ? "in 1 s" : "in 5 s";
    if (number % 4 == 0) {
      return client.submit("again", name, deadline, time);
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
   * before it can.
   */
  private void stopOne(Client client, Path notes) throws IOException {
    for (int i = 0; i < STOPS && !STOPPED.matcher(Files.readString(notes)).find(); i++) {
      String name = "taken-back-" + i;
      int id = Client.id(client.post("/v1/tasks", noting(name, "in 600 s", "100", 0)));
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

  private void check(SmallSystem system, Store store) throws IOException {
    Books books = new Books(store);
    books.checkAcknowledged(acknowledged);
    books.checkJournal();
    assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    Instant epoch = Instant.parse(store.resume().facts().get("epoch"));
    books.checkRuns(system.ran());
    if (KILLS > FEW) {
      assertThat(books.forgotten()).as("tasks that were forgotten").isPositive();
    }
    Notes notes = new Notes(system.notes(), epoch, TOLERANCE);
    List<String> differences = notes.differences(books.noting());
    System.out.printf(
        "%d kills, %d pauses and %d full disks among %d tasks and %d forgotten: %s; %d"
            + " differences%n",
        kills,
        pauses,
        fullDisks,
        books.tasks().size(),
        books.forgotten(),
        notes,
        differences.size());
    assertThat(differences).isEmpty();
    notes.assertMuch(KILLS);
  }
}
