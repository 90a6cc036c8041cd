package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API over a real port, on a scheduler whose commands only take their time. */
class ApiServerTest {
  private static final HttpSettings SETTINGS = HttpSettings.loopback(0);
  private static final Followers FOLLOWERS = new Followers(1, Duration.ZERO);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String TASK =
      "{\"type\":\"type-0\",\"parameters\":{\"ms\":%d},\"deadline\":\"in 60 s\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final LiveScheduler scheduler =
      LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false);
  private ApiServer server;

  @BeforeEach
  void start() {
    server = ApiServer.start(SETTINGS, SETTINGS.listen(), scheduler, _ -> true, new NoUpkeep());
  }

  private void serve(Tokens tokens, HttpSettings.Limits limits) {
    HttpSettings settings =
        new HttpSettings("127.0.0.1", 0, tokens, Optional.empty(), false, limits);
    server = ApiServer.start(settings, settings.listen(), scheduler, _ -> true, new NoUpkeep());
  }

  @AfterEach
  void stop() {
    server.close();
    scheduler.close();
    client.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path));
  }

  private HttpResponse<String> get(String path) {
    return send(to(path));
  }

  private HttpResponse<String> post(String path, String body, String... headers) {
    HttpRequest.Builder request =
        to(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  private static JsonNode json(HttpResponse<String> response) {
    return MAPPER.readTree(response.body());
  }

  @Test
  void aTaskIsSubmittedRunsAndIsFound() {
    HttpResponse<String> accepted = post("/v1/tasks", TASK.formatted(50));

    assertThat(accepted.statusCode()).isEqualTo(202);
    String place = accepted.headers().firstValue("Location").orElseThrow();
    await().until(() -> json(get(place)).has("ended"));
    JsonNode task = json(get(place));
    assertThat(task.get("fate").asString()).isEqualTo("on-time");
    assertThat(task.get("history").valueStream().map(h -> h.get("event").asString()))
        .containsExactly("arrived", "assigned", "started", "finished", "left");
    assertThat(json(get("/v1/tasks?state=completed")).get("tasks")).hasSize(1);
    assertThat(json(get("/v1/tasks?state=queued,dropped")).get("tasks")).isEmpty();
  }

  @Test
  void severalTasksAreAcceptedTogetherOrNotAtAll() {
    String good = TASK.formatted(20);
    String bad = "{\"type\":\"type-9\",\"deadline\":\"soon\",\"color\":1}";

    assertThat(post("/v1/tasks", "[" + good + "," + bad + "]").statusCode()).isEqualTo(400);
    assertThat(json(get("/v1/tasks")).get("tasks")).isEmpty();
    HttpResponse<String> both = post("/v1/tasks", "[" + good + "," + good + "]");
    assertThat(both.statusCode()).isEqualTo(202);
    assertThat(json(both).get("tasks")).hasSize(2);
  }

  @Test
  void aPageThatEndsWithTheFirstTaskIsTheLast() {
    String good = TASK.formatted(20);
    assertThat(post("/v1/tasks", "[" + good + "," + good + "]").statusCode()).isEqualTo(202);

    assertThat(json(get("/v1/tasks?limit=1")).get("next").asString()).isEqualTo("1");
    JsonNode all = json(get("/v1/tasks?limit=2"));
    assertThat(all.get("tasks")).hasSize(2);
    assertThat(all.has("next")).isFalse();
  }

  @Test
  void everyFaultIsTold() {
    HttpResponse<String> refused =
        post("/v1/tasks", "[{\"type\":7,\"deadline\":\"soon\",\"colour\":1},{\"parameters\":[1]}]");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.headers().firstValue("Content-Type")).hasValue(ProblemAnswer.MEDIA_TYPE);
    assertThat(pointers(refused))
        .containsExactlyInAnyOrder(
            "/0/type", "/0/deadline", "/0/colour", "/1/type", "/1/parameters", "/1/deadline");
  }

  @Test
  void whatIsMissingIsToldWithAnExample() {
    HttpResponse<String> refused = post("/v1/tasks", "{\"type\":\"task\"}");

    assertThat(pointers(refused)).containsExactly("/deadline");
    assertThat(refused.body()).contains("missing; expected").contains("in 3 s");
  }

  @Test
  void aFaultIsTheSamePlaceWhoeverFindsIt() {
    String unknown = "{\"type\":\"nosuch\",\"deadline\":\"in 3 s\"}";
    String wrong = "{\"type\":\"task\",\"deadline\":\"soon\"}";

    assertThat(pointers(post("/v1/tasks", unknown))).containsExactly("/type");
    assertThat(pointers(post("/v1/tasks", "[" + unknown + "]"))).containsExactly("/0/type");
    assertThat(pointers(post("/v1/tasks", wrong))).containsExactly("/deadline");
    assertThat(pointers(post("/v1/tasks", "[" + wrong + "]"))).containsExactly("/0/deadline");
  }

  private static List<String> pointers(HttpResponse<String> refused) {
    return json(refused)
        .get("errors")
        .valueStream()
        .map(error -> error.get("pointer").asString())
        .toList();
  }

  @Test
  void aRepeatedKeyIsHarmless() {
    String body = TASK.formatted(20);
    int first = json(post("/v1/tasks", body, "Idempotency-Key", "k")).get("id").asInt();

    HttpResponse<String> second = post("/v1/tasks", body, "Idempotency-Key", "k");

    assertThat(second.statusCode()).isEqualTo(200);
    assertThat(json(second).get("id").asInt()).isEqualTo(first);
    assertThat(json(second).get("repeated").asBoolean()).isTrue();
    assertThat(json(second).has("warning")).isFalse();
    String dearer = body.replaceFirst("\\{", "{\"worth\": 7, ");
    JsonNode third = json(post("/v1/tasks", dearer, "Idempotency-Key", "k"));
    assertThat(third.get("id").asInt()).isEqualTo(first);
    assertThat(third.get("warning").asString()).contains("keeps the deadline and worth");
    assertThat(post("/v1/tasks", TASK.formatted(21), "Idempotency-Key", "k").statusCode())
        .isEqualTo(409);
  }

  @Test
  void aFullBatchQueueIsTold() {
    String many =
        Collections.nCopies(60, TASK.formatted(1000)).stream()
            .collect(Collectors.joining(",", "[", "]"));

    HttpResponse<String> refused = post("/v1/tasks", many);

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("Retry-After")).isPresent();
  }

  @Test
  void aTaskIsTakenBack() {
    String place =
        post("/v1/tasks", TASK.formatted(30_000)).headers().firstValue("Location").orElseThrow();

    assertThat(json(send(to(place).DELETE())).get("state").asString()).isEqualTo("cancelled");
    assertThat(send(to(place).DELETE()).statusCode()).isEqualTo(409);
    assertThat(send(to("/v1/tasks/99").DELETE()).statusCode()).isEqualTo(404);
  }

  @Test
  void machinesAreDrainedAndResumed() {
    assertThat(post("/v1/machines/machine-1/drain", "").statusCode()).isEqualTo(204);
    JsonNode machines = json(get("/v1/machines")).get("machines");
    assertThat(machines.get(1).get("condition").asString()).isEqualTo("drained");
    assertThat(post("/v1/machines/machine-1/resume", "").statusCode()).isEqualTo(204);
    assertThat(post("/v1/machines/machine-7/resume", "").statusCode()).isEqualTo(404);
  }

  @Test
  void thePolicyIsSwitched() {
    assertThat(json(putPolicy("{\"policy\":\"MM\"}")).get("policy").asString()).isEqualTo("MM");
    assertThat(
            json(putPolicy("{\"policy\":\"PAMM\"}")).get("errors").get(0).get("detail").asString())
        .contains("PAM");
  }

  private HttpResponse<String> putPolicy(String body) {
    return send(
        to("/v1/policy")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString(body)));
  }

  @Test
  void aSwitchOfThePolicyWithKeysThatAreUnknownIsRefusedAsAWhole() {
    String before = json(get("/v1/policy")).get("policy").asString();

    HttpResponse<String> answer =
        putPolicy("{\"policy\":\"SQ\",\"setings\":{\"JIT.evict\":true},\"settings\":[1]}");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(errors(answer))
        .containsExactly(
            "/setings: unknown key; did you mean settings?",
            "/settings: no settings; expected {\"toggle\": 2}");
    assertThat(
            json(putPolicy("{\"policy\":\"SQ\",\"settings\":{\"JIT.evik\":true}}"))
                .get("detail")
                .asString())
        .isEqualTo("policies have no option JIT.evik; did you mean JIT.evict?");
    assertThat(errors(putPolicy("{\"polcy\":\"SQ\"}")))
        .containsExactly(
            "/polcy: unknown key; did you mean policy?",
            "/policy: missing; expected {\"policy\": \"PAM\"}");
    assertThat(json(get("/v1/policy")).get("policy").asString())
        .isEqualTo(before)
        .isNotEqualTo("SQ");
  }

  private static List<String> errors(HttpResponse<String> answer) {
    return json(answer)
        .get("errors")
        .valueStream()
        .map(e -> e.get("pointer").asString() + ": " + e.get("detail").asString())
        .toList();
  }

  @Test
  void eventsAreFollowedAndResumed() throws Exception {
    post("/v1/tasks", TASK.formatted(20));
    await().until(() -> json(get("/v1/tasks?state=completed")).get("tasks").size() == 1);

    List<String> all = events("1", 1);
    List<String> rest = events("3", 1);

    assertThat(all.getFirst()).contains("\"arrived\"", "\"left\"");
    assertThat(rest.getFirst()).doesNotContain("\"arrived\"").contains("\"left\"");
  }

  @Test
  void eventsOfOneTaskAndOfOneTypeAreToldWithNames() throws Exception {
    post("/v1/tasks", TASK.formatted(20));
    post("/v1/tasks", TASK.formatted(20));
    await().until(() -> json(get("/v1/tasks?state=completed")).get("tasks").size() == 2);

    List<JsonNode> ofOne = taskEvents("?task=1", 4);
    assertThat(ofOne).allSatisfy(each -> assertThat(each.get("task").asInt()).isEqualTo(1));
    assertThat(ofOne.getFirst().get("event").asString()).isEqualTo("arrived");
    assertThat(ofOne)
        .allSatisfy(each -> assertThat(each.get("type_name").asString()).isEqualTo("type-0"));
    assertThat(ofOne.get(1).get("machine_name").asString()).isNotEmpty();
    assertThat(taskEvents("?after=0&type=type-0", 5))
        .anySatisfy(each -> assertThat(each.get("task").asInt()).isZero());
    assertThat(get("/v1/events?type=nothing").body()).contains("?type", "is no task type");
    assertThat(get("/v1/events?task=99").statusCode()).isEqualTo(404);
  }

  /** The data of the first events "task". */
  private List<JsonNode> taskEvents(String query, int count) throws Exception {
    HttpResponse<InputStream> response =
        client.send(to("/v1/events" + query).build(), BodyHandlers.ofInputStream());
    try (InputStream in = response.body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> line.startsWith("data: "))
          .map(line -> MAPPER.readTree(line.substring("data: ".length())))
          .limit(count)
          .toList();
    }
  }

  @Test
  void anEventHasFewEntriesSoThatWhoDoesNotReadHoldsLittle() throws Exception {
    for (int i = 0; i < 60; i++) {
      post("/v1/tasks", TASK.formatted(1));
    }
    assertThat(MAPPER.readTree(events("0", 1).getFirst().substring("data: ".length())))
        .hasSizeBetween(2, 100);
  }

  /** The data of the first "entries" events after one. */
  private List<String> events(String after, int count) throws Exception {
    HttpRequest request = to("/v1/events").header("Last-Event-ID", after).build();
    HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
    try (InputStream in = response.body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .dropWhile(line -> !line.equals("event: entries"))
          .filter(line -> line.startsWith("data: ["))
          .limit(count)
          .toList();
    }
  }

  @Test
  void theJournalIsExported() {
    post("/v1/tasks", TASK.formatted(20));
    await().until(() -> json(get("/v1/tasks?state=completed")).get("tasks").size() == 1);

    List<String> lines = get("/v1/journal").body().lines().toList();

    assertThat(lines.getFirst()).contains("\"began\"", "\"system\"", "\"pet\"");
    assertThat(lines).anySatisfy(line -> assertThat(line).contains("\"left\"", "on-time"));
  }

  @Test
  void figuresAreGivenToPrometheus() {
    post("/v1/tasks", TASK.formatted(20));
    await().until(() -> json(get("/v1/tasks?state=completed")).get("tasks").size() == 1);

    String text = get("/metrics").body();

    assertThat(text)
        .contains("espalier_tasks_submitted_total 1.0")
        .contains("espalier_tasks_left_total{fate=\"on-time\"} 1.0")
        .contains("espalier_mapping_event_seconds_bucket{le=\"+Inf\"}")
        .contains("jvm_memory_used_bytes");
  }

  @Test
  void theProbesAnswer() {
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void whatIsNotThereIsTold() {
    assertThat(get("/v1/nothing").statusCode()).isEqualTo(404);
    assertThat(get("/v1/tasks/abc").statusCode()).isEqualTo(404);
    assertThat(send(to("/v1/overview").DELETE()).statusCode()).isEqualTo(405);
    assertThat(
            send(to("/v1/tasks")
                    .header("Content-Type", "text/csv")
                    .POST(BodyPublishers.ofString("x")))
                .statusCode())
        .isEqualTo(415);
  }

  @Test
  void aMappedTaskTellsWhenItIsExpected() {
    String many = "[%1$s,%1$s,%1$s,%1$s,%1$s,%1$s,%1$s]".formatted(TASK.formatted(20_000));
    post("/v1/tasks", many);
    await().until(() -> json(get("/v1/tasks/0")).has("started"));

    JsonNode running = json(get("/v1/tasks/0"));
    JsonNode waiting = json(get("/v1/tasks/6"));

    assertThat(Instant.parse(running.get("expected").asString())).isAfter(Instant.EPOCH);
    assertThat(running.has("chance_now")).isTrue();
    assertThat(waiting.get("waiting").get("machines").get(0).has("expected")).isTrue();
    assertThat(running.get("history").toString()).contains("\"at\":\"20");
  }

  @Test
  void aDryRunSubmitsNothing() {
    JsonNode description = json(get("/openapi.json"));
    HttpResponse<String> answer = post("/v1/tasks?dry_run=true", TASK.formatted(20));

    assertThat(answer.statusCode()).isEqualTo(200);
    Described.check(
        json(answer),
        description.get("components").get("schemas").get("Rehearsal"),
        description,
        "dry run");
    assertThat(json(answer).get("machines")).hasSize(2);
    assertThat(json(answer).get("machines").get(0).get("chance").asDouble()).isEqualTo(1);
    assertThat(
            post("/v1/tasks?dry_run=true", "{\"type\":\"x\",\"deadline\":\"in 3 s\"}").statusCode())
        .isEqualTo(400);
    assertThat(json(get("/v1/tasks")).get("tasks")).isEmpty();
  }

  @Test
  void prospectsAreThoseOfNowAlsoWhereNothingHasHappenedForLong() throws Exception {
    post("/v1/tasks", TASK.formatted(20));
    await().until(() -> json(get("/v1/tasks?state=completed")).get("tasks").size() == 1);
    Thread.sleep(100); // twice as long as a task is expected to take
    Instant before = Instant.now();

    JsonNode answer = json(post("/v1/tasks?dry_run=true", TASK.formatted(20)));

    for (JsonNode machine : answer.get("machines")) {
      assertThat(Instant.parse(machine.get("expected").asString())).isAfter(before.plusMillis(30));
    }
  }

  @Test
  void tasksAreListedByWhenTheyWereSubmitted() {
    post("/v1/tasks", TASK.formatted(20));
    String now = Instant.now().plusSeconds(1).toString();

    assertThat(json(get("/v1/tasks?until=" + now)).get("tasks")).hasSize(1);
    assertThat(json(get("/v1/tasks?since=" + now)).get("tasks")).isEmpty();
    assertThat(get("/v1/tasks?since=yesterday").body()).contains("?since", "2030-01-31");
  }

  @Test
  void aDeadlineThatHasPassedIsWarnedOf() {
    JsonNode late =
        json(post("/v1/tasks", TASK.formatted(20).replace("in 60 s", "2020-01-31T12:00:00Z")));

    assertThat(late.get("warning").asString()).contains("had passed when the task was submitted");
    assertThat(json(post("/v1/tasks", TASK.formatted(20))).has("warning")).isFalse();
  }

  @Test
  void theDescriptionNamesEveryRoute() {
    JsonNode paths = json(get("/openapi.json")).get("paths");
    TreeSet<String> described = new TreeSet<>();
    paths
        .properties()
        .forEach(path ->
            path.getValue()
                .propertyNames()
                .forEach(method -> described.add(method + " " + path.getKey())));
    TreeSet<String> served = new TreeSet<>();
    for (Route route :
        ApiServer.routes(
            () -> HttpSettings.loopback(0), scheduler, _ -> true, new NoUpkeep(), FOLLOWERS)) {
      served.add(route.method().text().toLowerCase(Locale.ROOT) + " " + route.path());
    }

    assertThat(described).isEqualTo(served);
  }

  /** Holds the answer to a request to what is described for its status. */
  private void assertDescribed(HttpResponse<String> answer, String path, int status) {
    JsonNode description = json(get("/openapi.json"));
    String method = answer.request().method().toLowerCase(Locale.ROOT);
    assertThat(answer.statusCode()).isEqualTo(status);
    JsonNode response =
        description.at(
            "/paths/%s/%s/responses/%d".formatted(path.replace("/", "~1"), method, status));
    JsonNode content =
        (response.has("$ref")
                ? description.at(response.get("$ref").asString().substring(1))
                : response)
            .get("content");
    String type = answer.headers().firstValue("Content-Type").orElseThrow();
    assertThat(content.has(type)).as("%s %s in %s", method, type, content).isTrue();
    Described.check(json(answer), content.get(type).get("schema"), description, path);
  }

  @Test
  void allAnswersToSubmissionsAreDescribed() {
    String one = TASK.formatted(20).replaceFirst("\\{", "{\"key\":\"k\",");
    String several = "[" + one + "," + TASK.formatted(20) + "]";
    String path = "/v1/tasks";
    assertDescribed(post(path, several), path, 202);
    assertDescribed(post(path, one), path, 200);
    assertDescribed(post(path, TASK.formatted(20)), path, 202);
    assertDescribed(post(path + "?dry_run=true", one), path, 200);
    assertDescribed(post(path + "?dry_run=true", several), path, 200);
    assertDescribed(
        send(to("/v1/policy").PUT(BodyPublishers.ofString(" ".repeat(20_000)))), "/v1/policy", 413);
  }

  @Test
  void whatNeedsATokenIsDescribed() {
    JsonNode paths = json(get("/openapi.json")).get("paths");
    for (Route route :
        ApiServer.routes(
            () -> HttpSettings.loopback(0), scheduler, _ -> true, new NoUpkeep(), FOLLOWERS)) {
      JsonNode operation =
          paths.get(route.path()).get(route.method().text().toLowerCase(Locale.ROOT));
      assertThat(operation.get("security").isEmpty())
          .as(route.path())
          .isEqualTo(route.role().isEmpty());
    }
  }

  @Test
  void everyAnswerHasThePropertiesThatAreDescribed() {
    post("/v1/tasks", TASK.formatted(20));
    JsonNode description = json(get("/openapi.json"));
    for (String path :
        List.of(
            "/v1/tasks",
            "/v1/tasks/0",
            "/v1/overview",
            "/v1/machines",
            "/v1/policy",
            "/v1/task-types",
            "/v1/timeline",
            "/v1/pet",
            "/v1/learning")) {
      String key = path.equals("/v1/tasks/0") ? "/v1/tasks/{id}" : path;
      JsonNode schema =
          description
              .get("paths")
              .get(key)
              .get("get")
              .get("responses")
              .get("200")
              .get("content")
              .get("application/json")
              .get("schema");
      Described.check(json(get(path)), schema, description, path);
    }
  }

  @Test
  void tokensAreAskedForAndRolesKept() {
    server.close();
    String token = Tokens.generate();
    Tokens tokens =
        new Tokens(
            List.of(new Tokens.Entry("reader", Role.READ, Tokens.hash(token), Optional.empty())));
    serve(tokens, new HttpSettings.Limits(1000, 0, 100, 1000, 256L << 20));

    assertThat(get("/v1/overview").statusCode()).isEqualTo(401);
    assertThat(send(to("/v1/overview").header("Authorization", "Bearer esp_wrong")).statusCode())
        .isEqualTo(401);
    assertThat(send(to("/v1/overview").header("Authorization", "Bearer " + token)).statusCode())
        .isEqualTo(200);
    assertThat(
            post("/v1/tasks", TASK.formatted(20), "Authorization", "Bearer " + token).statusCode())
        .isEqualTo(403);
    assertThat(get("/healthz").statusCode()).isEqualTo(200);
  }

  @Test
  void requestsAreLimitedInSizeAndNumber() {
    server.close();
    serve(new Tokens(List.of()), new HttpSettings.Limits(1000, 5, 100, 1000, 256L << 20));

    assertThat(post("/v1/tasks", "[" + " ".repeat(1000) + "]").statusCode()).isEqualTo(413);
    await().until(() -> get("/v1/task-types").statusCode() == 429);
  }

  @Test
  void pagesOfOthersCannotAskForChanges() {
    assertThat(post("/v1/tasks", TASK.formatted(20), "Origin", "http://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(post("/v1/tasks", TASK.formatted(20), "Origin", server.address()).statusCode())
        .isEqualTo(202);
  }
}
