package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.RealTimers;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.config.LiveSettings;
import org.espalier.service.tracing.Collector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Traces of tasks, in a collector, as of a service whose machines a test commands. */
class TracesTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLER = "b7ad6b7169203331";
  private static final String TRACEPARENT = "00-%s-%s-01".formatted(TRACE, CALLER);
  private static final String LIVE =
      """
      system: system.yaml
      policy: MM
      task_types:
        once: {command: [endless]}
        again: {command: [endless], retry: {count: 2, on: failed}}
      http: {port: 0}
      """;

  @TempDir private Path directory;
  private final ScriptedCluster cluster = new ScriptedCluster(Set.of("node-0"), new RealTimers());

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        directory.resolve("system.yaml"),
        """
        name: one
        tick: 1 ms
        machines: [{type: node}]
        pet: {samples: times.csv, step: 100 ms}
        """);
    Files.writeString(
        directory.resolve("times.csv"),
        "task_type,machine_type,execution_time_s\nonce,node,0.2\nonce,node,0.4\nagain,node,0.3\n");
  }

  private LiveServer start(String more) throws IOException {
    Path live = Files.writeString(directory.resolve("live.yaml"), LIVE + more);
    LiveSettings settings = LiveFiles.read(live, PolicyRegistry.builtIn()).value();
    return LiveServer.start(settings, cluster::open);
  }

  private LiveServer start(Collector collector) throws IOException {
    return start("traces: %s\n".formatted(collector.url()));
  }

  private static int submit(Client client, String type, String... headers) throws IOException {
    return Client.id(
        client.post(
            "/v1/tasks",
            "{\"type\": \"%s\", \"deadline\": \"in 600 s\", \"key\": \"%s\"}".formatted(type, type),
            headers));
  }

  private LaunchId awaitRunning(int task, int attempt) {
    LaunchId launch = new LaunchId(task, attempt);
    await().until(() -> cluster.running().contains(launch));
    return launch;
  }

  private static JsonNode await1(Collector collector, String name) {
    await().until(() -> !collector.spans(name).isEmpty());
    return collector.spans(name).getFirst();
  }

  private static String text(JsonNode span, String key) {
    return span.get(key).asString();
  }

  @Test
  void aTaskGoesOnWithTheTraceOfItsRequest() throws IOException {
    try (Collector collector = new Collector();
        LiveServer server = start(collector);
        Client client = new Client(server.address())) {
      int id = submit(client, "once", "traceparent", TRACEPARENT);
      String other = "00-%s-%s-01".formatted("1".repeat(32), "2".repeat(16));
      assertThat(submit(client, "once", "traceparent", other)).as("a repetition").isEqualTo(id);
      cluster.exit(awaitRunning(id, 1), 0);

      JsonNode root = await1(collector, "task once");
      assertThat(text(root, "traceId")).isEqualTo(TRACE);
      assertThat(text(root, "parentSpanId")).isEqualTo(CALLER);
      assertThat(Collector.attributes(root))
          .containsEntry("espalier.task", "0")
          .containsEntry("espalier.fate", "on-time");
      assertThat(root.has("status")).isFalse();
      for (String part : List.of("waiting", "deciding", "running")) {
        JsonNode span = await1(collector, part);
        assertThat(text(span, "traceId")).isEqualTo(TRACE);
        assertThat(text(span, "parentSpanId")).as(part).isEqualTo(text(root, "spanId"));
        assertThat(Long.parseLong(text(span, "startTimeUnixNano")))
            .isBetween(
                Long.parseLong(text(root, "startTimeUnixNano")),
                Long.parseLong(text(span, "endTimeUnixNano")));
      }
      assertThat(Collector.attributes(await1(collector, "running")))
          .containsEntry("espalier.machine", "node-0")
          .containsEntry("espalier.machine_type", "node")
          .containsEntry("espalier.task_type", "once")
          .containsEntry("espalier.policy", "MM")
          .containsEntry("espalier.fate", "on-time")
          .containsEntry("espalier.exit_code", "0");
      assertThat(collector.spans("running")).hasSize(1);
      assertThat(client.get("/metrics").body()).contains("espalier_traces_dropped_total 0.0");
    }
  }

  @Test
  void theNextServiceGoesOnWithTheTrace() throws IOException {
    try (Collector collector = new Collector()) {
      int id;
      LaunchId launch;
      try (LiveServer server = start(collector);
          Client client = new Client(server.address())) {
        id = submit(client, "once", "traceparent", TRACEPARENT);
        launch = awaitRunning(id, 1);
      }
      try (LiveServer server = start(collector);
          Client client = new Client(server.address())) {
        cluster.exit(launch, 7);
        JsonNode root = await1(collector, "task once");
        assertThat(text(root, "traceId")).isEqualTo(TRACE);
        assertThat(root.get("status").get("message").asString()).startsWith("FAILED");
        assertThat(text(await1(collector, "running"), "parentSpanId"))
            .isEqualTo(text(root, "spanId"));
        assertThat(collector.spans("deciding")).isEmpty();
        assertThat(client.json("/v1/tasks?text=" + TRACE).get("tasks")).hasSize(1);
      }
    }
  }

  @Test
  void eachExecutionIsTold() throws IOException {
    try (Collector collector = new Collector();
        LiveServer server = start(collector);
        Client client = new Client(server.address())) {
      int id = submit(client, "again");
      cluster.exit(awaitRunning(id, 1), 7);
      cluster.exit(awaitRunning(id, 2), 0);

      JsonNode root = await1(collector, "task again");
      assertThat(text(root, "parentSpanId")).isEmpty();
      assertThat(Collector.attributes(root)).containsEntry("espalier.attempts", "2");
      await().until(() -> collector.spans("running").size() == 2);
      assertThat(collector.spans("running"))
          .allSatisfy(run -> assertThat(text(run, "parentSpanId")).isEqualTo(text(root, "spanId")))
          .extracting(run -> text(run, "spanId"))
          .doesNotHaveDuplicates();
      assertThat(collector.spans("deciding")).hasSize(2);
    }
  }

  @Test
  void aCallerThatDoesNotWantATraceGetsNone() throws IOException {
    try (Collector collector = new Collector();
        LiveServer server = start(collector);
        Client client = new Client(server.address())) {
      int quiet = submit(client, "once", "traceparent", TRACEPARENT.replaceAll("01$", "00"));
      cluster.exit(awaitRunning(quiet, 1), 0);
      int id = submit(client, "again", "traceparent", "of no use");
      cluster.exit(awaitRunning(id, 1), 0);

      JsonNode root = await1(collector, "task again");
      assertThat(text(root, "traceId")).matches("[0-9a-f]{32}").isNotEqualTo(TRACE);
      assertThat(collector.spans("task once")).isEmpty();
    }
  }

  @Test
  void noneAreMadeUnlessTheyAreAskedFor() throws IOException {
    try (LiveServer server = start("");
        Client client = new Client(server.address())) {
      int id = submit(client, "once", "traceparent", TRACEPARENT);
      cluster.exit(awaitRunning(id, 1), 0);
      await().until(() -> client.get("/v1/tasks/" + id).body().contains("on-time"));
      assertThat(Map.copyOf(Thread.getAllStackTraces()).keySet())
          .extracting(Thread::getName)
          .doesNotContain("traces");
    }
  }
}
