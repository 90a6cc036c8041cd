package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** That no query parameter is passed over or guessed at, on any route. */
class QueryTest {
  private static final HttpSettings SETTINGS = HttpSettings.loopback(0);
  private static final String TASK =
      "{\"type\":\"type-0\",\"parameters\":{\"ms\":20},\"deadline\":\"in 60 s\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private final LiveScheduler scheduler =
      LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false);
  private final ApiServer server =
      ApiServer.start(SETTINGS, SETTINGS.listen(), scheduler, _ -> true, new NoUpkeep());

  @AfterEach
  void stop() {
    server.close();
    scheduler.close();
    client.close();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private List<Route> routes() {
    return ApiServer.routes(
        () -> SETTINGS, scheduler, _ -> true, new NoUpkeep(), new Followers(1, Duration.ZERO));
  }

  private List<String> faults(String method, String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, path, TASK);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    return JsonMapper.shared()
        .readTree(answer.body())
        .get("errors")
        .valueStream()
        .map(error -> error.get("pointer").asString() + " " + error.get("detail").asString())
        .toList();
  }

  @Test
  void everyRouteRefusesWhatItDoesNotKnow() throws Exception {
    for (Route route : routes()) {
      if (route.query().contains(Route.ANY)) {
        continue;
      }
      String path = route.path().replace("{id}", "0").replace("{name}", "machine-0");
      assertThat(faults(route.method().text(), path + "?wait=true"))
          .as(route.path())
          .singleElement()
          .asString()
          .startsWith("?wait unknown parameter; ");
    }
  }

  @Test
  void everyRouteTakesTheParametersThatAreDescribedForIt() throws Exception {
    JsonNode paths =
        JsonMapper.shared().readTree(send("GET", "/openapi.json", "").body()).get("paths");
    for (Route route : routes()) {
      JsonNode operation =
          paths.get(route.path()).get(route.method().text().toLowerCase(Locale.ROOT));
      assertThat(
              operation
                  .path("parameters")
                  .valueStream()
                  .filter(parameter -> parameter.get("in").asString().equals("query"))
                  .map(parameter -> parameter.get("name").asString()))
          .as(route.path())
          .containsExactlyInAnyOrderElementsOf(route.query());
    }
  }

  @Test
  void whatHasTwoMeaningsIsRefused() throws Exception {
    assertThat(faults("GET", "/v1/tasks?limt=5&stat%65=queued&machine=Ma%DF"))
        .containsExactlyInAnyOrder(
            "?limt unknown parameter; did you mean limit?",
            "?machine is not UTF-8; expected letters in UTF-8, as in %C3%A9");
    assertThat(faults("GET", "/v1/tasks?limit=5&limit=6"))
        .containsExactly("?limit values \"5\", \"6\"; expected one");
    assertThat(faults("GET", "/v1/machines?order=system,attention"))
        .containsExactly("?order has 2 values; expected one");
    assertThat(faults("POST", "/v1/tasks?dry_run"))
        .containsExactly("?dry_run has no value; expected true or false");
    assertThat(send("GET", "/v1/tasks", "").body()).isEqualTo("{\"tasks\":[]}");
  }
}
