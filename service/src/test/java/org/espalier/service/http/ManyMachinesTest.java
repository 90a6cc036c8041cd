package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.espalier.core.model.HcSystem;
import org.espalier.service.backend.RealTimers;
import org.espalier.service.backend.ScriptedCluster;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The API over a real port, of a service with 1,000 machines of 8 types. */
class ManyMachinesTest {
  private static final HttpSettings SETTINGS = HttpSettings.loopback(0);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final int OF_EACH_TYPE = 125;
  private static final int MACHINES = 8 * OF_EACH_TYPE;
  private static final int PART = 250;
  private static final String ENDLESS =
      "{\"type\":\"type-0\",\"parameters\":{\"ms\":\"endless\"},\"deadline\":\"in 600 s\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final HcSystem system = LiveFixtures.system(8, OF_EACH_TYPE);
  private final ScriptedCluster cluster = LiveFixtures.cluster(system, new RealTimers());
  private final LiveScheduler scheduler = LiveFixtures.start(system, cluster, "SQ", 5_000);
  private final ApiServer server =
      ApiServer.start(SETTINGS, SETTINGS.listen(), scheduler, _ -> true, new NoUpkeep());

  @AfterEach
  void stop() {
    server.close();
    scheduler.close();
    client.close();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(server.address() + path));
  }

  private String get(String path) throws Exception {
    return client.send(to(path).build(), BodyHandlers.ofString()).body();
  }

  private JsonNode json(String path) throws Exception {
    return MAPPER.readTree(get(path));
  }

  private int post(String path, String body) throws Exception {
    HttpRequest.Builder request =
        to(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    return client.send(request.build(), BodyHandlers.ofString()).statusCode();
  }

  /**
   * Tasks without an end, which are spread evenly over the machines, and wait where all are full.
   */
  private void occupy(int tasks) throws Exception {
    submit(tasks);
    await().until(() -> json("/v1/overview").get("running").asInt() == Math.min(tasks, MACHINES));
  }

  /** In parts, so that a slow computer answers each in the time that a request may take. */
  private void submit(int tasks) throws Exception {
    for (int done = 0; done < tasks; done += PART) {
      String many = String.join(",", Collections.nCopies(Math.min(PART, tasks - done), ENDLESS));
      assertThat(post("/v1/tasks", "[" + many + "]")).isEqualTo(202);
    }
  }

  private static List<String> names(JsonNode page) {
    return page.get("machines").valueStream().map(m -> m.get("name").asString()).toList();
  }

  @Test
  void theOverviewCountsMachinesByType() throws Exception {
    occupy(MACHINES + 1);
    assertThat(post("/v1/machines/machine-130/drain", "")).isEqualTo(204);

    String text = get("/v1/overview");

    JsonNode overview = MAPPER.readTree(text);
    assertThat(overview.get("machine_count").asInt()).isEqualTo(MACHINES);
    assertThat(overview.get("queued").asInt()).isEqualTo(MACHINES + 1);
    assertThat(overview.get("machine_types")).hasSize(8);
    JsonNode second = overview.get("machine_types").get(1);
    assertThat(second.get("machines").asInt()).isEqualTo(OF_EACH_TYPE);
    assertThat(second.get("running").asInt()).isEqualTo(OF_EACH_TYPE - 1);
    assertThat(second.get("drained").asInt()).isEqualTo(1);
    assertThat(second.get("busy").asInt()).isEqualTo(OF_EACH_TYPE);
    assertThat(second.get("wall").asString())
        .isEqualTo("1".repeat(5) + "d" + "1".repeat(OF_EACH_TYPE - 6));
    assertThat(second.get("wall_late").asString()).isEqualTo("0".repeat(OF_EACH_TYPE));
    assertThat(names(overview)).hasSize(10).startsWith("machine-130");
    assertThat(text.length()).isLessThan(10_000);
  }

  @Test
  void answersAreAsDescribed() throws Exception {
    occupy(3 * MACHINES + 50);
    JsonNode description = json("/openapi.json");
    for (String path : List.of("/v1/overview", "/v1/machines", "/v1/machines/machine-7")) {
      JsonNode schema =
          description
              .get("paths")
              .get(path.replace("machine-7", "{name}"))
              .at("/get/responses/200/content/application~1json/schema");
      Described.check(json(path), schema, description, path);
    }
    JsonNode overview = json("/v1/overview");
    assertThat(overview.get("batch")).hasSize(40);
    assertThat(overview.get("batch").get(0).get("chance").asDouble()).isEqualTo(1);
    assertThat(overview.get("machine_types").get(0).get("full").asInt()).isEqualTo(OF_EACH_TYPE);
  }

  @Test
  void pagesHoldEachMachineOnce() throws Exception {
    Set<String> seen = new HashSet<>();
    int from = 0;
    int pages = 0;
    JsonNode page;
    do {
      page = json("/v1/machines?limit=300&from=" + from);
      assertThat(page.get("matching").asInt()).isEqualTo(MACHINES);
      seen.addAll(names(page));
      pages++;
      from = page.path("next").asInt(0);
    } while (page.has("next"));

    assertThat(pages).isEqualTo(4);
    assertThat(seen).hasSize(MACHINES);
  }

  @Test
  void machinesAreFoundByTypeStateAndName() throws Exception {
    occupy(3);
    String third = system.machineTypes().get(2).name();

    assertThat(json("/v1/machines?type=" + third).get("matching").asInt()).isEqualTo(OF_EACH_TYPE);
    assertThat(json("/v1/machines?state=running").get("matching").asInt()).isEqualTo(3);
    assertThat(names(json("/v1/machines?text=E-99"))).contains("machine-99", "machine-990");
    assertThat(names(json("/v1/machines?state=idle&text=E-99&type=" + third))).isEmpty();
    assertThat(get("/v1/machines?state=asleep")).contains("?state", "failed, away, drained, full");
    assertThat(get("/v1/machines?order=alphabet")).contains("?order", "system, attention");
    assertThat(get("/v1/machines?from=-1")).contains("?from", "from 0 to");
  }

  @Test
  void thoseWorthALookComeFirst() throws Exception {
    cluster.breakDown("machine-0");
    submit(MACHINES);
    await().until(() -> json("/v1/machines?state=failed").get("matching").asInt() == 1);
    post("/v1/machines/machine-500/drain", "");

    JsonNode page = json("/v1/machines?order=attention&limit=4");

    assertThat(names(page)).startsWith("machine-0", "machine-500");
    assertThat(page.get("machines").get(0).get("condition").asString()).startsWith("failed");
    assertThat(page.get("machines").get(2).get("queue")).hasSize(2);
    assertThat(page.get("machines").get(3).get("queue")).hasSize(1);
  }

  @Test
  void aMachineIsAskedForByName() throws Exception {
    occupy(MACHINES);

    JsonNode machine = json("/v1/machines/machine-999");

    assertThat(machine.get("state").asString()).isEqualTo("running");
    assertThat(machine.get("queue").get(0).get("chance").asDouble()).isEqualTo(1);
    HttpResponse<String> unknown =
        client.send(to("/v1/machines/machine-9999").build(), BodyHandlers.ofString());
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("did you mean machine-999?").hasSizeLessThan(500);
  }

  @Test
  void aTaskThatWaitsHasProspectsOnThoseThatAreReadyFirst() throws Exception {
    occupy(3 * MACHINES + 1);

    JsonNode waiting = json("/v1/tasks/" + 3 * MACHINES).get("waiting");

    assertThat(waiting.get("reason").asString()).contains("all machines").contains("full");
    assertThat(waiting.get("machines")).hasSize(24);
    assertThat(waiting.get("machines_left_out").asInt()).isEqualTo(MACHINES - 24);
  }

  @Test
  void whoFollowsTheOverviewGetsItOnceASecondAndNothingElse() throws Exception {
    List<Long> times = new ArrayList<>();
    HttpRequest request = to("/v1/events?events=overview").build();
    HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
    try (InputStream in = response.body();
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      occupy(10);
      while (times.size() < 4) {
        String line = lines.readLine();
        assertThat(line).doesNotContain("entries");
        if (line.equals("event: overview")) {
          times.add(System.nanoTime());
        }
      }
    }
    // the first two may be an old one and one made for another who asked
    assertThat((times.get(3) - times.get(1)) / 1e9).isGreaterThan(1.5);
  }
}
