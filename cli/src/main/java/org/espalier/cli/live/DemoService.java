package org.espalier.cli.live;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.core.allocation.journal.Departure;
import org.espalier.core.allocation.journal.Journal;
import org.espalier.service.LiveServer;
import org.espalier.simulator.column.NumberText;
import org.espalier.workload.journal.JournalFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** A live service that is started to be shown, and talked to over HTTP as by anybody. */
final class DemoService implements AutoCloseable {
  /** In place of the number of a task that the service refused. */
  static final long REFUSED = -1;

  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final String MACHINES = "/v1/machines?limit=1000&tasks=0";
  private static final double TOLD_SECONDS = 5;
  private static final long LOOK_MILLIS = 100;
  private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

  private final LiveServer server;
  private final ServiceClient client;

  DemoService(Serving serving, PrintWriter out) {
    this.server = serving.start(out);
    this.client = new ServiceClient(List.of(URI.create(server.address())), Optional.empty());
  }

  ServiceClient client() {
    return client;
  }

  void switchTo(String policy) {
    client.put("/v1/policy", MAPPER.createObjectNode().put("policy", policy));
  }

  /** Sends tasks when they are due, tells how it goes, and returns their numbers, or none. */
  List<Long> send(List<DemoLoad.Coming> coming, PrintWriter out) throws InterruptedException {
    List<Long> ids = new ArrayList<>();
    long begin = System.nanoTime();
    double told = 0;
    while (ids.size() < coming.size()) {
      double next = coming.get(ids.size()).second();
      TimeUnit.NANOSECONDS.sleep((long) (next * 1e9) - (System.nanoTime() - begin));
      ids.addAll(submit(due(coming, ids.size(), (System.nanoTime() - begin) / 1e9)));
      if (next - told >= TOLD_SECONDS) {
        told += TOLD_SECONDS;
        tell(told, out);
      }
    }
    return ids;
  }

  private static ArrayNode due(List<DemoLoad.Coming> coming, int first, double now) {
    ArrayNode due = MAPPER.createArrayNode();
    for (int i = first; i < coming.size() && (i == first || coming.get(i).second() <= now); i++) {
      due.add(coming.get(i).request());
    }
    return due;
  }

  /** Submits tasks, and returns their numbers; {@link #REFUSED} for those that do not fit in. */
  private List<Long> submit(ArrayNode requests) {
    List<Long> ids = new ArrayList<>();
    try {
      client
          .post("/v1/tasks", requests)
          .get("tasks")
          .forEach(task -> ids.add(task.get("id").asLong()));
    } catch (ServiceClient.BusyException e) {
      requests.forEach(_ -> ids.add(REFUSED));
    }
    return ids;
  }

  private void tell(double second, PrintWriter out) {
    JsonNode overview = client.get("/v1/overview");
    out.printf(
        Locale.ROOT,
        "%s %3.0f s: %s of the last tasks on time, %d in the batch queue%n",
        overview.get("policy").asString(),
        second,
        NumberText.percent(onTime(overview.get("recent"))),
        overview.get("unmapped").asInt());
  }

  private static double onTime(JsonNode counts) {
    long all = counts.valueStream().mapToLong(JsonNode::asLong).sum();
    return all == 0 ? 0 : (double) counts.get("on-time").asLong() / all;
  }

  /** Waits until no task runs or waits. */
  void awaitIdle(Duration most) throws InterruptedException {
    long end = System.nanoTime() + most.toNanos();
    while (isBusy(client.get("/v1/overview")) && System.nanoTime() < end) {
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static boolean isBusy(JsonNode overview) {
    return Stream.of("unmapped", "running", "queued")
        .anyMatch(count -> overview.get(count).asInt() > 0);
  }

  /** The tasks that have left. */
  List<Departure> departures() {
    try (Stream<String> lines = client.lines("/v1/journal")) {
      Stream<String> left = lines.filter(line -> line.contains("\"left\""));
      return JournalFiles.read(Path.of("/v1/journal"), left).stream()
          .filter(Journal.Left.class::isInstance)
          .map(entry -> ((Journal.Left) entry).departure())
          .toList();
    }
  }

  /** Stops what still runs, as where the demo is broken off; nothing is to be left of it. */
  @Override
  public void close() {
    boolean isInterrupted = Thread.interrupted();
    try {
      stopRunning();
    } catch (InterruptedException e) {
      isInterrupted = true;
    } catch (CommandFailure e) {
      // The service does not answer any more; it is closed all the same.
    }
    client.close();
    server.close();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void stopRunning() throws InterruptedException {
    List<JsonNode> machines = client.get(MACHINES).get("machines").valueStream().toList();
    if (machines.stream().noneMatch(DemoService::isWorking)) {
      return;
    }
    machines.forEach(
        machine -> client.post("/v1/machines/%s/drain".formatted(machine.get("name").asString())));
    long end = System.nanoTime() + LONGEST_STOP.toNanos();
    while (isAnyWorking() && System.nanoTime() < end) {
      client
          .get("/v1/tasks?state=running")
          .get("tasks")
          .forEach(task -> cancel(task.get("id").asLong()));
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private boolean isAnyWorking() {
    return client.get(MACHINES).get("machines").valueStream().anyMatch(DemoService::isWorking);
  }

  /** Whether a command runs there, or is being stopped. */
  private static boolean isWorking(JsonNode machine) {
    String condition = machine.get("condition").asString();
    return machine.get("busy").asBoolean()
        || condition.equals("stopping a task")
        || condition.equals("draining");
  }

  private void cancel(long task) {
    try {
      client.delete("/v1/tasks/" + task);
    } catch (CommandFailure e) {
      // It has ended by itself.
    }
  }
}
