package org.espalier.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.core.registry.PruningParts;
import org.espalier.service.config.LiveFiles;
import org.espalier.service.scheduling.Journals;
import org.espalier.service.store.PostgresServer;
import org.espalier.service.store.Store;
import org.espalier.service.store.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What each task is worth, as its user says it, in a service with real commands. */
class WorthOfTasksTest {
  private static final String PRIORITIES = "priorities: {high: 8, low: 0.25}";

  @TempDir private Path directory;

  private static String task(String name, String more) {
    return "{\"type\":\"once\",\"parameters\":{\"name\":\"%s\"},\"deadline\":\"in 600 s\"%s}"
        .formatted(name, more);
  }

  private static JsonNode submitted(Client client, String name, String more) throws IOException {
    return Client.json(client.post("/v1/tasks", task(name, more)));
  }

  private static void drain(Client client, String how) throws IOException {
    for (String machine : client.machines()) {
      client.post("/v1/machines/%s/%s".formatted(machine, how), "");
    }
  }

  private static double worth(Client client, int id) throws IOException {
    return client.json("/v1/tasks/" + id).get("worth").asDouble();
  }

  @Test
  void whatIsWorthMostStartsFirstThoughItCameLast() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100, PRIORITIES);
    system.change("live.yaml", false, "policy: PAM", "policy: MM");
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      drain(client, "drain");
      List<Integer> ids = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        ids.add(submitted(client, "plain-" + i, "").get("id").asInt());
      }
      int dear = submitted(client, "dear", ",\"priority\":\"high\"").get("id").asInt();
      String only = client.machines().getFirst();
      client.post("/v1/machines/%s/resume".formatted(only), "");

      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 6);

      Instant start = started(client, dear);
      for (int id : ids) {
        assertThat(started(client, id)).isAfter(start);
      }
    }
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  private static Instant started(Client client, int id) throws IOException {
    return Instant.parse(client.json("/v1/tasks/" + id).get("started").asString());
  }

  @Test
  void eachTaskOfAListIsWorthWhatItSays() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100, PRIORITIES);
    system.change("live.yaml", false, "(?m)^  again:$", "  again:\n    worth: 3");
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      String list =
          List.of(
                  task("a", ""),
                  task("b", "").replace("once", "again"),
                  task("c", ",\"worth\":0.5").replace("once", "again"),
                  task("d", ",\"priority\":\"low\""))
              .toString();

      JsonNode tasks = Client.json(client.post("/v1/tasks", list)).get("tasks");

      assertThat(tasks.valueStream().map(each -> each.get("worth").asDouble()))
          .containsExactly(1.0, 3.0, 0.5, 0.25);
      assertThat(tasks.valueStream()).noneMatch(each -> each.has("warning"));
      assertThat(worth(client, tasks.get(2).get("id").asInt())).isEqualTo(0.5);
      assertThat(client.json("/v1/tasks?type=again").get("tasks").get(0).get("worth").asDouble())
          .isEqualTo(0.5);
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 4);
    }
  }

  @Test
  void whatATaskIsWorthFallsAsItsUrgencySays() throws Exception {
    SmallSystem system =
        SmallSystem.in(
            directory,
            100,
            PRIORITIES,
            "urgencies: {now: {1 ms: 1, 1000 h: 0.5}, later: {1 h: 1}}",
            "settings: {JIT.by_utility: true}");
    system.change(
        "live.yaml", false, "(?s)policy: PAM(.*?  again:)", "policy: JIT$1\n    urgency: later");
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      int now = submitted(client, "a", ",\"worth\":8,\"urgency\":\"now\"").get("id").asInt();
      client.post("/v1/tasks", task("b", "").replace("once", "again"));
      client.post("/v1/tasks", task("c", ""));
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 3);

      assertThat(client.json("/v1/tasks/" + now).get("urgency").asString())
          .isEqualTo("1 ms: 1.0, 1000 h: 0.5");
      assertThat(client.json("/v1/tasks?type=again").get("tasks").get(0).get("urgency").asString())
          .isEqualTo("1 h: 1.0");
      String metrics = client.get("/metrics").body();
      assertThat(worths(metrics, "once", "on-time")).isStrictlyBetween(8.9, 9.0);
      assertThat(worths(metrics, "once", "faded") + worths(metrics, "once", "on-time"))
          .isCloseTo(9, within(1e-9));
      assertThat(worths(metrics, "again", "on-time")).isEqualTo(1);
      assertThat(faults(client, ",\"urgency\":3"))
          .containsExactly(
              "/0/urgency: value 3; expected a name, or shares by time, as {\"30 s\": 1, \"2 min\":"
                  + " 0.5}");
      assertThat(faults(client, ",\"urgency\":\"nov\""))
          .containsExactly("/0/urgency: unknown urgency \"nov\"; did you mean now?");
      assertThat(client.put("/v1/policy", "{\"policy\":\"PAM\"}").statusCode()).isEqualTo(400);
    }
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  @Test
  void aTaskMayHaveACurveOfItsOwnThatIsKept() throws Exception {
    SmallSystem system = curves(directory, "urgencies: {now: {30 s: 1, 1 h: 0.5}}");
    String points = ",\"worth\":8,\"urgency\":{\"1 ms\": 1.0, \"1000 h\": 0.5}";
    int object;
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      drain(client, "drain");
      object = submitted(client, "a", points).get("id").asInt();
      service.kill();
    }
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      assertThat(client.json("/v1/tasks/" + object).get("urgency").asString())
          .isEqualTo("1 ms: 1.0, 1000 h: 0.5");
      drain(client, "resume");
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 1);
      assertThat(
              submitted(client, "b", ",\"urgency\":\"1 h:1,70 min: 1e-3\"")
                  .get("urgency")
                  .asString())
          .isEqualTo("1 h: 1.0, 70 min: 0.001");
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 2);

      String metrics = client.get("/metrics").body();
      assertThat(worths(metrics, "once", "faded")).isGreaterThan(1e-9);
      assertThat(worths(metrics, "once", "faded") + worths(metrics, "once", "on-time"))
          .isCloseTo(9, within(1e-9));
    }
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  private static SmallSystem curves(Path directory, String urgencies) throws IOException {
    SmallSystem system =
        SmallSystem.in(directory, 100, urgencies, "settings: {JIT.by_utility: true}");
    system.change("live.yaml", false, "policy: PAM", "policy: JIT");
    return system;
  }

  @Test
  void curvesThatCannotBeBorneAreRefused() throws Exception {
    String many =
        IntStream.rangeClosed(1, 101)
            .mapToObj(i -> "\"%s s\":0.5".formatted(i))
            .collect(Collectors.joining(","));
    Path other = Files.createDirectory(directory.resolve("other"));
    String rising = ",\"urgency\":{\"1 s\":0.5,\"2 s\":0.6}";
    try (LiveServer server =
            LiveServer.start(
                curves(directory, "urgencies: {now: {30 s: 1, 1 h: 0.5}}").settings());
        Client client = new Client(server.address())) {
      assertThat(
              faults(
                  client,
                  rising,
                  ",\"urgency\":{%s}".formatted(many),
                  ",\"urgency\":{\"60 s\":1,\"1 min\":0.5,\"2 s\":-1}"))
          .containsExactly(
              "/0/urgency: rises with time, and none of the service's file does; give one that"
                  + " falls",
              "/1/urgency: 101 points; give at most 100",
              "/2/urgency: points \"1 min: 0.5\", \"2 s: -1.0\"; expected times, each once, and"
                  + " shares from 0 to 1, as \"30 s: 1, 2 min: 0.5\"");
      String hint = "; expected a name, or shares by time, as {\"30 s\": 1, \"2 min\": 0.5}";
      assertThat(
              faults(
                  client,
                  ",\"urgency\":{\"soon\":1,\"1 s\":\"1\",\"1 s: 1, 2 s\":0.5}",
                  ",\"urgency\":{}"))
          .containsExactly(
              "/0/urgency/soon: value 1" + hint,
              "/0/urgency/1 s: value \"1\"" + hint,
              "/0/urgency/1 s: 1, 2 s: value 0.5" + hint,
              "/1/urgency: value {}" + hint);
      assertThat(client.json("/v1/tasks").get("tasks")).isEmpty();
    }
    try (LiveServer server =
            LiveServer.start(SmallSystem.in(directory, 100, PRIORITIES).settings());
        Client client = new Client(server.address())) {
      assertThat(faults(client, ",\"urgency\":{\"1 s\":0.5}"))
          .containsExactly(
              "/0/urgency: points, but the service has no urgencies; its file needs some, which"
                  + " policies mind");
    }
    try (LiveServer server =
            LiveServer.start(curves(other, "urgencies: {late: {1 s: 0, 2 s: 1}}").settings());
        Client client = new Client(server.address())) {
      assertThat(submitted(client, "a", rising).get("urgency").asString())
          .isEqualTo("1 s: 0.5, 2 s: 0.6");
    }
  }

  /** It takes some 50 ms, and is worth nothing before 2 s have passed, and all from then on. */
  @Test
  void whatIsWorthNothingAtFirstIsNotStartedTooEarly() throws Exception {
    SmallSystem system =
        SmallSystem.in(
            directory,
            100,
            "urgencies: {embargo: {2 s: 0, 2.001 s: 1, 1000 h: 1}}",
            "settings: {JIT.by_utility: true}");
    system.change(
        "live.yaml", false, "(?s)policy: PAM(.*?  again:)", "policy: JIT$1\n    urgency: embargo");
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      Instant before = Instant.now();
      int rising = submitted(client, "a", ",\"worth\":8,\"urgency\":\"embargo\"").get("id").asInt();
      client.post("/v1/tasks", task("b", ",\"worth\":4"));
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 2);

      assertThat(client.json("/v1/tasks/" + rising).get("urgency").asString())
          .isEqualTo("2 s: 0.0, 2001 ms: 1.0, 1000 h: 1.0");
      assertThat(started(client, rising)).isAfter(before.plusMillis(1500));
      String metrics = client.get("/metrics").body();
      double earned = worths(metrics, "once", "on-time");
      assertThat(earned + worths(metrics, "once", "faded")).isCloseTo(12, within(1e-9));
      assertThat(earned).isGreaterThanOrEqualTo(4);
    }
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  /** A policy by utility of a user that says nothing of what it bears. */
  private record Mine(String name) implements PolicyProvider {
    @Override
    public String summary() {
      return "by utility";
    }

    @Override
    public String source() {
      return "none";
    }

    @Override
    public boolean mindsWorth(PolicySettings settings) {
      return true;
    }

    @Override
    public AllocationPolicy create(PolicySettings settings, PruningParts pruning) {
      return PolicyRegistry.builtIn().find("Max-UPT").orElseThrow().create(settings);
    }
  }

  @Test
  void worthThatRisesNeedsAPolicyThatBearsIt() throws Exception {
    SmallSystem.in(directory, 100, "urgencies: {now: {0 s: 1, 2 h: 0.5}}", "fallback: Other");
    List<PolicyProvider> all = new ArrayList<>(PolicyRegistry.builtIn().providers());
    all.addAll(List.of(new Mine("Mine"), new Mine("Other")));
    PolicyRegistry registry = PolicyRegistry.of(all);
    Path file = directory.resolve("live.yaml");
    String text = Files.readString(file).replace("policy: PAM", "policy: Mine");
    Files.writeString(file, text);
    assertThat(LiveFiles.read(file, registry).value().scheduler().policies().names())
        .contains("Mine", "Max-UPT");

    text = text.replace("2 h: 0.5", "2 h: 0.5, 3 h: 0.6");
    Files.writeString(file, text);
    String reason = ": needs worth that never rises with time, and one of the urgencies rises";
    assertThatThrownBy(() -> LiveFiles.read(file, registry))
        .hasMessageContaining("policy" + reason + " (value Mine); take another, as JIT")
        .hasMessageContaining("fallback" + reason + " (value Other)");
    Files.writeString(file, text.replace("Mine", "Max-UPT").replace("fallback: Other", ""));
    assertThat(LiveFiles.read(file, registry).value().scheduler().policies().names())
        .contains("Max-UPT")
        .doesNotContain("Mine");
  }

  private static double worths(String metrics, String type, String fate) {
    return metrics
        .lines()
        .filter(line -> line.startsWith("espalier_task_type_worth_total"))
        .filter(line -> line.contains("\"" + type + "\"") && line.contains("\"" + fate + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** In full it takes 500 s by its times, and it has 100; as another type it takes some 50 ms. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\nsettings: {JIT.by_utility: true}"})
  void whatCannotBeOnTimeInFullIsServedAsAPoorerVersion(String form) throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    system.change("times.csv", false, "again,box,[0-9.]+", "again,box,500");
    system.change("system.yaml", false, "\\z", "versions: {again: {once: 0.25}}\n");
    system.change("live.yaml", false, "policy: PAM", "policy: JIT" + form);
    String task = task("a", ",\"worth\":8").replace("once", "again").replace("600 s", "100 s");
    int id;
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      id = Client.json(client.post("/v1/tasks", task)).get("id").asInt();
      client.post("/v1/tasks", task("b", ",\"worth\":8"));
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 2);

      assertThat(client.json("/v1/tasks/" + id).get("type").asString()).isEqualTo("again");
      assertThat(client.json("/v1/tasks/" + id).get("version").asString()).isEqualTo("once");
      assertThat(client.json("/v1/tasks/" + (id + 1)).has("version")).isFalse();
      String metrics = client.get("/metrics").body();
      assertThat(worths(metrics, "again", "on-time")).isEqualTo(2);
      assertThat(worths(metrics, "again", "faded")).isEqualTo(6);
      assertThat(worths(metrics, "once", "on-time")).isEqualTo(8);
    }
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      assertThat(client.json("/v1/tasks/" + id).get("version").asString()).isEqualTo("once");
    }
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }

  @Test
  void aVersionTakesWhatItsTypeTakes() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    system.change(
        "system.yaml", false, "\\z", "versions: {again: {noting: 0.25}, flaky: {gone: 1}}\n");
    assertThatThrownBy(system::settings)
        .hasMessageContaining("versions.flaky.gone: is no task type of the system");
    system.change("system.yaml", false, "\\z", "versions: {again: {noting: 0.25}}\n");
    assertThatThrownBy(system::settings)
        .hasMessageContaining(
            "task_types: again may be served as noting, which has no command or request with the"
                + " same parameters");
  }

  @Test
  void urgenciesNeedAPolicyThatMindsThem() throws Exception {
    SmallSystem system =
        SmallSystem.in(
            directory,
            100,
            "urgencies: {now: {0 s: 1, soon: 0.5}, later: {1 h: 0.5, 2 h: 1.6}, twice: {60 s: 1, 1"
                + " min: 1}}");
    assertThatThrownBy(system::settings)
        .hasMessageContaining(
            "urgencies.now.soon: is no time (value 0.5); write a number and one of ns")
        .hasMessageContaining("urgencies.later.2 h: does not fit (value 1.6)")
        .hasMessageContaining("urgencies.twice.1 min: is a time that stands twice");
    SmallSystem other = SmallSystem.in(directory, 100, "urgencies: {now: {0 s: 1, 5 s: 0.5}}");
    assertThatThrownBy(other::settings)
        .hasMessageContaining(
            "policy: takes what a task is worth to stay until its deadline, but there are urgencies"
                + " (value PAM); take one by utility: JIT with settings: {JIT.by_utility: true}");
  }

  @Test
  void whatNoTaskCanBeWorthIsRefusedAllAtOnce() throws Exception {
    try (LiveServer server =
            LiveServer.start(SmallSystem.in(directory, 100, PRIORITIES).settings());
        Client client = new Client(server.address())) {
      String range = "; expected a number from 1.0E-9 to 1.0E9";
      assertThat(faults(client, ",\"worth\":-3", ",\"worth\":0", ",\"worth\":1e400", ""))
          .containsExactly(
              "/0/worth: value -3.0" + range,
              "/1/worth: value 0.0" + range,
              "/2/worth: value Infinity" + range);
      assertThat(faults(client, ",\"priority\":\"hihg\"", ",\"priority\":\"zzzzzz\""))
          .containsExactly(
              "/0/priority: unknown priority \"hihg\"; did you mean high?",
              "/1/priority: unknown priority \"zzzzzz\"; known: high, low");
      assertThat(
              faults(
                  client,
                  ",\"worth\":\"8\"",
                  ",\"worth\":null",
                  ",\"priority\":8",
                  ",\"worth\":1,\"priority\":\"low\""))
          .containsExactly(
              "/0/worth: value \"8\"; expected a number",
              "/1/worth: value null; expected a number",
              "/2/priority: value 8; expected a text",
              "/3/worth: stands beside a priority; give one of the two");
      assertThat(client.json("/v1/tasks").get("tasks")).isEmpty();
    }
  }

  private static List<String> faults(Client client, String... worths) throws IOException {
    List<String> tasks = new ArrayList<>();
    for (String worth : worths) {
      tasks.add(task("x", worth));
    }
    HttpResponse<String> answer = client.post("/v1/tasks", tasks.toString());
    assertThat(answer.statusCode()).isEqualTo(400);
    return Client.json(answer)
        .get("errors")
        .valueStream()
        .map(fault -> fault.get("pointer").asString() + ": " + fault.get("detail").asString())
        .toList();
  }

  @Test
  void whoeverGivesAWorthIsToldOfAPolicyThatDoesNotMindIt() throws Exception {
    try (LiveServer server =
            LiveServer.start(SmallSystem.in(directory, 100, PRIORITIES).settings());
        Client client = new Client(server.address())) {
      client.put("/v1/policy", "{\"policy\": \"FCFS\"}");

      assertThat(submitted(client, "a", ",\"worth\":8").path("warning").asString())
          .isEqualTo("policy FCFS does not mind what tasks are worth");
      assertThat(submitted(client, "b", "").has("warning")).isFalse();
      String late = task("c", ",\"worth\":8").replace("in 600 s", "2020-01-31T12:00:00Z");
      assertThat(Client.json(client.post("/v1/tasks?dry_run=true", late)).get("warning").asString())
          .endsWith("it cannot be on time; policy FCFS does not mind what tasks are worth");
      client.put("/v1/policy", "{\"policy\": \"JIT\"}");
      assertThat(submitted(client, "d", ",\"worth\":8").has("warning")).isFalse();
    }
  }

  @Test
  void aRehearsalTellsThatWhatMustBeCompletedCannotBe() throws Exception {
    SmallSystem system = SmallSystem.in(directory, 100);
    system.change("live.yaml", false, "(?m)^  again:$", "  again:\n    must: complete");
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      String once = task("a", "").replace("in 600 s", "in 1 ms");
      String again = once.replace("once", "again");
      String list = List.of(once, again, again.replace("in 1 ms", "in 600 s")).toString();

      JsonNode tasks = Client.json(client.post("/v1/tasks?dry_run=true", list)).get("tasks");

      assertThat(tasks.valueStream().map(each -> each.path("warning").asString("")))
          .containsExactly(
              "", "it must be completed, and no machine can do so as queues stand", "");
    }
  }

  /** Where it fell to nothing, it need not be completed any more. */
  @Test
  void whatMustBeCompletedHasNoUrgency() throws Exception {
    SmallSystem system = curves(directory, "urgencies: {now: {30 s: 1, 1 h: 0.5}}");
    system.change(
        "live.yaml", false, "(?s)policy: PAM(.*?  again:)", "policy: JIT$1\n    must: complete");
    try (LiveServer server = LiveServer.start(system.settings());
        Client client = new Client(server.address())) {
      String once = task("a", ",\"urgency\":\"now\"");
      String tasks =
          List.of(once, once.replace("once", "again").replace("\"a\"", "\"b\"")).toString();

      HttpResponse<String> answer = client.post("/v1/tasks", tasks);

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body())
          .contains("/1/urgency", "again must be completed, whenever; give no urgency")
          .doesNotContain("/0/");
    }
  }

  @Test
  @Tag("slow")
  void inSqliteWorthIsKeptThoughTheServiceIsKilled() throws Exception {
    checkKill(SmallSystem.in(directory, 100, PRIORITIES));
  }

  @Test
  @Tag("slow")
  void inPostgresWorthIsKeptThoughTheServiceIsKilled() throws Exception {
    PostgresServer postgres = new PostgresServer(directory.resolve("postgres"));
    try {
      checkKill(SmallSystem.in(directory, 100, PRIORITIES, "store: " + postgres.url()));
    } finally {
      postgres.stop();
    }
  }

  private void checkKill(SmallSystem system) throws Exception {
    int high;
    int odd;
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      drain(client, "drain");
      high = submitted(client, "high", ",\"priority\":\"high\"").get("id").asInt();
      odd = submitted(client, "odd", ",\"worth\":0.1").get("id").asInt();
      service.kill();
    }
    system.change("live.yaml", false, "high: 8", "high: 5");
    try (ServiceProcess service = ServiceProcess.start(directory);
        Client client = new Client(service.address())) {
      assertThat(worth(client, high)).isEqualTo(8);
      assertThat(worth(client, odd)).isEqualTo(0.1);
      assertThat(submitted(client, "new", ",\"priority\":\"high\"").get("worth").asDouble())
          .isEqualTo(5);
      drain(client, "resume");
      await().until(() -> client.json("/v1/tasks?state=completed").get("tasks").size() == 3);
      assertThat(worth(client, high)).isEqualTo(8);
    }
    try (Store store = Stores.open(system.settings().store())) {
      assertThat(Journals.difference(store, PolicyRegistry.builtIn())).isEmpty();
    }
  }
}
