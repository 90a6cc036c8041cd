package org.espalier.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Loads a live service over HTTP. The service runs in a Java virtual machine of its own, with an
 * SQLite store that is synchronised at every commit. Started by {@code benchmarks/live-load.sh}.
 */
final class LiveLoad {
  private static final long NANOS = 1_000_000_000L;
  private static final String EVENTS = "espalier_mapping_event_seconds";
  private static final String COMMITS = "espalier_commit_seconds";
  private static final LiveFigures NOTHING = LiveFigures.parse("");
  private static final int MACHINES = 1000;

  private final Path directory;
  private final String classPath;
  private final List<String> options;
  private final int seconds;
  private final ConcurrentLinkedQueue<Long> latencies = new ConcurrentLinkedQueue<>();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger pending = new AtomicInteger();
  private List<String> types = List.of("a", "b");
  private int sent;

  private LiveLoad(Path directory, String classPath, List<String> options, int seconds) {
    this.directory = directory;
    this.classPath = classPath;
    this.options = options;
    this.seconds = seconds;
  }

  /**
   * Runs one measurement.
   *
   * @param args its name, the class path of the command {@code espalier}, seconds, and options of
   *     the service's virtual machine
   */
  public static void main(String[] args) throws Exception {
    Locale.setDefault(Locale.ROOT);
    if (args.length < 3) {
      throw new IllegalArgumentException("use benchmarks/live-load.sh");
    }
    Path directory = Files.createTempDirectory("espalier-load");
    List<String> options = new ArrayList<>(List.of("-Xmx256m"));
    options.addAll(List.of(args).subList(3, args.length));
    LiveLoad load = new LiveLoad(directory, args[1], options, Integer.parseInt(args[2]));
    System.out.printf("service: java %s, files in %s%n", String.join(" ", options), directory);
    String[] words = args[0].split(",", -1);
    String policy = words.length > 1 ? words[1] : "MM";
    switch (words[0]) {
      case "submit" -> load.submit();
      case "dispatch" -> load.dispatch();
      case "events" -> load.events();
      case "memory" -> load.memory();
      case "size" -> load.size(policy);
      case "restart" ->
          load.restart(policy, words.length > 2 ? Integer.parseInt(words[2]) : MACHINES);
      default ->
          throw new IllegalArgumentException(
              "unknown measurement %s; expected submit, dispatch, events, memory, size or restart"
                  .formatted(args[0]));
    }
    System.exit(0);
  }

  private LiveProcess serve(LiveSystem system) throws IOException {
    return serve(system.write(directory));
  }

  private LiveProcess serve(Path live) throws IOException {
    return LiveProcess.start(live, classPath, options);
  }

  /** 2,000 tasks a second in batches of 20; all machines are drained, so the tasks expire. */
  private void submit() throws Exception {
    LiveSystem system = new LiveSystem(8, "PAM", "[\"true\"]", 50);
    try (LiveProcess service = serve(system)) {
      drainAll(service, system);
      offer(service, 2000, 20, "in 2 s", 15);
      measured(service, "submissions", () -> offer(service, 2000, 20, "in 2 s", seconds));
    }
  }

  private static void drainAll(LiveProcess service, LiveSystem system) {
    for (int i = 0; i < system.machines(); i++) {
      service.post("/v1/machines/machine-%s/drain".formatted(i), "").join();
    }
  }

  /** 500 tasks a second that do nothing, on 32 machines; then as many as can run. */
  private void dispatch() throws Exception {
    try (LiveProcess service = serve(new LiveSystem(32, "PAM", "[\"true\"]", 20))) {
      offer(service, 200, 10, "in 30 s", 15);
      measured(service, "500 a second offered", () -> offer(service, 500, 10, "in 30 s", seconds));
      awaitEmpty(service);
      measured(service, "as many as it can run", () -> keep(service, 200, seconds));
    }
  }

  /** 2,000 tasks in the batch queue of 32 machines, kept there by as many new ones as leave. */
  private void events() throws Exception {
    for (String policy : new String[] {"PAM", "MM"}) {
      LiveSystem system = new LiveSystem(32, policy, "[sleep, \"0.25\"]", 255);
      try (LiveProcess service = serve(system)) {
        keep(service, 2000, 10);
        measured(service, policy, () -> keep(service, 2000, seconds));
      }
    }
  }

  /** Tops the batch queue up ten times a second; deadlines are from 20 to 40 s ahead. */
  private void keep(LiveProcess service, int wanted, int seconds) throws Exception {
    long end = System.nanoTime() + seconds * NANOS;
    long looked = 0;
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    while (System.nanoTime() < end) {
      LiveFigures figures = service.figures();
      int waiting = (int) figures.get("espalier_batch_queue");
      looked++;
      fewest = Math.min(fewest, waiting);
      most = Math.max(most, waiting);
      int missing = wanted - waiting;
      while (missing > 0) {
        int count = Math.min(missing, 20);
        send(service, count, "in %s s".formatted(20 + looked % 21), System.nanoTime());
        missing -= count;
      }
      awaitAnswers();
      Thread.sleep(100);
    }
    System.out.printf("%nbatch queue from %s to %s%n", fewest, most);
  }

  /** The heap after 20,000, 100,000 and 200,000 tasks. */
  private void memory() throws Exception {
    LiveSystem system = new LiveSystem(8, "PAM", "[\"true\"]", 50);
    try (LiveProcess service = serve(system)) {
      drainAll(service, system);
      System.out.printf("after the start: %s%n", memory(service));
      for (int total : new int[] {20_000, 60_000, 100_000, 150_000, 200_000}) {
        offer(service, 2000, 20, "in 2 s", (total - accepted.get()) / 2000.0);
        awaitEmpty(service);
        System.out.printf(
            "%,d accepted, %s refused: %s%n", accepted.get(), refused.get(), memory(service));
      }
    }
  }

  private static String memory(LiveProcess service) throws IOException, InterruptedException {
    return String.format(
        Locale.ROOT,
        "heap %.0f MiB, process %.0f MiB",
        service.heapAfterCollection(),
        service.residentMemory());
  }

  /** Sends at a steady rate, however long answers take; latencies count from when it was due. */
  private void offer(
      LiveProcess service, int perSecond, int batch, String deadline, double duration)
      throws InterruptedException {
    long begin = System.nanoTime();
    int requests = (int) Math.round(duration * perSecond / batch);
    for (int i = 0; i < requests; i++) {
      long due = begin + i * NANOS * batch / perSecond;
      long ahead = due - System.nanoTime();
      if (ahead > 0) {
        Thread.sleep(ahead / 1_000_000, (int) (ahead % 1_000_000));
      }
      send(service, batch, deadline, due);
    }
    awaitAnswers();
  }

  private void awaitAnswers() throws InterruptedException {
    while (pending.get() > 0) {
      Thread.sleep(1);
    }
  }

  private void send(LiveProcess service, int batch, String deadline, long due) {
    pending.incrementAndGet();
    service
        .post("/v1/tasks", body(batch, deadline))
        .whenComplete((response, failure) -> {
          if (failure == null && response.statusCode() == 202) {
            latencies.add(System.nanoTime() - due);
            accepted.addAndGet(batch);
          } else {
            refused.incrementAndGet();
          }
          pending.decrementAndGet();
        });
  }

  private String body(int batch, String deadline) {
    StringBuilder json = new StringBuilder("[");
    for (int i = 0; i < batch; i++) {
      json.append(i == 0 ? "" : ",")
          .append("{\"type\":\"%s\",\"deadline\":\"%s\"}".formatted(nextType(), deadline));
    }
    return json.append(']').toString();
  }

  /** The types take turns. */
  private String nextType() {
    return types.get(sent++ % types.size());
  }

  private static void awaitEmpty(LiveProcess service) throws IOException, InterruptedException {
    LiveFigures figures = service.figures();
    while (figures.get("espalier_batch_queue") + figures.get("espalier_machine_queues") > 0) {
      Thread.sleep(200);
      figures = service.figures();
    }
  }

  /** 1,000 tasks a second on 1,000 simulated machines, a little less than they can do. */
  private void size(String policy) throws Exception {
    types = SimulatedSystem.TASK_TYPES;
    try (LiveProcess service =
        serve(new SimulatedSystem(MACHINES, policy, "thesis").write(directory))) {
      offer(service, 1000, 10, "in 10 s", 15);
      measured(service, "1,000 a second", () -> offer(service, 1000, 10, "in 10 s", seconds));
      scrape(service);
    }
  }

  private static void scrape(LiveProcess service) throws Exception {
    int rounds = 20;
    long begin = System.nanoTime();
    for (int i = 0; i < rounds; i++) {
      service.figures();
    }
    System.out.printf("  /metrics  %.1f ms each%n", (System.nanoTime() - begin) / 1e6 / rounds);
  }

  /** Kills a service with 100,000 waiting tasks and busy machines, and starts it again. */
  private void restart(String policy, int machines) throws Exception {
    types = SimulatedSystem.TASK_TYPES;
    Path live = new SimulatedSystem(machines, policy, "thesis").write(directory);
    try (LiveProcess service = serve(live)) {
      offer(service, 20_000, 500, "in 3600 s", 5.5);
      System.out.printf("%s%n", waiting(service.figures()));
      service.kill();
    }
    long begin = System.nanoTime();
    try (LiveProcess service = serve(live)) {
      double serves = (System.nanoTime() - begin) / 1e9;
      LiveFigures figures = service.figures();
      while (figures.get("espalier_mapping_events_total") == 0) {
        Thread.sleep(20);
        figures = service.figures();
      }
      double decides = (System.nanoTime() - begin) / 1e9;
      System.out.printf(
          "serves after %.1f s, decides after %.1f s, of %.1f s of processor time%n%s%n",
          serves, decides, service.ownSeconds(), waiting(figures));
      System.out.printf("  events    %s%n", figures.durations(EVENTS, NOTHING));
    }
  }

  private static String waiting(LiveFigures figures) {
    return String.format(
        Locale.ROOT,
        "%,.0f tasks in the batch queue, %,.0f on machines",
        figures.get("espalier_batch_queue"),
        figures.get("espalier_machine_queues"));
  }

  private interface Work {
    void run() throws Exception;
  }

  private void measured(LiveProcess service, String title, Work work) throws Exception {
    latencies.clear();
    accepted.set(0);
    refused.set(0);
    LiveFigures before = service.figures();
    double own = service.ownSeconds();
    double children = service.childSeconds();
    double scheduler = service.schedulerSeconds();
    double client = clientSeconds();
    double resident = service.residentMemory();
    long begin = System.nanoTime();
    work.run();
    double elapsed = (System.nanoTime() - begin) / (double) NANOS;
    LiveFigures after = service.figures();
    double left = after.sum("espalier_tasks_left_total") - before.sum("espalier_tasks_left_total");
    own = service.ownSeconds() - own;
    scheduler = service.schedulerSeconds() - scheduler;
    children = service.childSeconds() - children;
    System.out.printf("%n%s: %.1f s, machine load %s%n", title, elapsed, machineLoad());
    System.out.printf(
        "  accepted  %,d tasks, %,.0f a second; %s requests refused%n",
        accepted.get(), accepted.get() / elapsed, refused.get());
    System.out.printf("  answers   %s%n", answers());
    System.out.printf(
        "  left      %,.0f tasks, %,.0f a second%s%n", left, left / elapsed, fates(before, after));
    System.out.printf("  events    %s%n", after.durations(EVENTS, before));
    System.out.printf("  commits   %s%n", after.durations(COMMITS, before));
    System.out.printf(
        "  processor service %.1f s, %.0f us a task left, of which its scheduler %.1f s, %.2f ms an"
            + " event; its commands %.1f s; client %.1f s%n",
        own,
        1e6 * own / left,
        scheduler,
        1000 * scheduler / (after.get(EVENTS + "_count") - before.get(EVENTS + "_count")),
        children,
        clientSeconds() - client);
    System.out.printf(
        "  memory    process before %.0f MiB, after %.0f MiB; heap after collection %.0f MiB%n",
        resident, service.residentMemory(), service.heapAfterCollection());
  }

  private static String fates(LiveFigures before, LiveFigures after) {
    StringBuilder text = new StringBuilder();
    for (String key : after.values().keySet()) {
      double count = after.get(key) - before.get(key);
      if (key.startsWith("espalier_tasks_left_total{") && count > 0) {
        text.append(
            String.format(
                Locale.ROOT, ", %s %,.0f", key.replaceAll(".*fate=\"(.*)\".*", "$1"), count));
      }
    }
    return text.toString();
  }

  private static double clientSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1000.0;
  }

  private static String machineLoad() throws IOException {
    String text = Files.readString(Path.of("/proc/loadavg"));
    return String.join(" ", Arrays.copyOf(text.split(" ", -1), 1));
  }

  private String answers() {
    long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
    if (sorted.length == 0) {
      return "none";
    }
    return String.format(
        Locale.ROOT,
        "p50 %.1f ms, p99 %.1f ms, longest %.1f ms",
        at(sorted, 0.5),
        at(sorted, 0.99),
        at(sorted, 1));
  }

  private static double at(long[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.max(0, index)] / 1e6;
  }
}
