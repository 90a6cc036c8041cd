package org.espalier.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.espalier.service.scheduling.LiveFixtures;
import org.espalier.service.scheduling.LiveScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who may use which path: every one with every kind of token, also over TLS. */
class AccessTest {
  private static final Followers FOLLOWERS = new Followers(1, Duration.ZERO);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir private Path directory;
  private final Map<Role, String> tokens = new EnumMap<>(Role.class);
  private final List<Tokens.Entry> entries = new ArrayList<>();
  private final LiveScheduler scheduler =
      LiveFixtures.start(LiveFixtures.store(), "PAM", 50, false);
  private HttpClient client = HttpClient.newHttpClient();
  private ApiServer server;

  AccessTest() {
    for (Role role : Role.values()) {
      tokens.put(role, Tokens.generate());
      entries.add(
          new Tokens.Entry(role.name(), role, Tokens.hash(tokens.get(role)), Optional.empty()));
    }
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
    scheduler.close();
  }

  private void serve(List<Tokens.Entry> valid, Optional<HttpSettings.TlsFiles> tls) {
    HttpSettings settings =
        new HttpSettings(
            "127.0.0.1",
            0,
            new Tokens(valid),
            tls,
            false,
            new HttpSettings.Limits(10_000, 0, 100, 1000, 256L << 20));
    server = ApiServer.start(settings, settings.listen(), scheduler, _ -> true, new NoUpkeep());
  }

  private List<Route> routes() {
    return ApiServer.routes(
        () -> HttpSettings.loopback(0), scheduler, _ -> true, new NoUpkeep(), FOLLOWERS);
  }

  private HttpResponse<InputStream> ask(Route route, String... headers) throws Exception {
    return ask(server.address(), route, headers);
  }

  private HttpResponse<InputStream> ask(String address, Route route, String... headers)
      throws Exception {
    String path =
        route
            .path()
            .replace("{id}", "0")
            .replace("{name}", "machine-0")
            .replace("{type}", "type-0");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + path))
            .method(route.method().text(), BodyPublishers.ofString("{}"));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofInputStream());
  }

  private int status(Route route, Role role) throws Exception {
    HttpResponse<InputStream> response = ask(route, "Authorization", "Bearer " + tokens.get(role));
    response.body().close(); // some never end
    return response.statusCode();
  }

  private static void assertProblem(HttpResponse<InputStream> response, int status)
      throws IOException {
    assertThat(response.statusCode()).as("%s", response.request()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue(ProblemAnswer.MEDIA_TYPE);
    try (InputStream body = response.body()) {
      JsonNode problem = MAPPER.readTree(body);
      assertThat(problem.get("status").asInt()).isEqualTo(status);
      assertThat(problem.get("title").asString()).isNotBlank();
    }
  }

  @Test
  void nobodyGetsAnywhereWithoutAValidToken() throws Exception {
    serve(entries.subList(0, 2), Optional.empty());
    String revoked = tokens.get(Role.OPERATE);
    String valid = tokens.get(Role.READ);
    List<String> bad =
        List.of(
            "Bearer " + revoked,
            "Bearer " + Tokens.generate(),
            "Bearer " + Tokens.hash(valid),
            "Bearer " + valid.substring(1),
            "Bearer " + valid + "x",
            "Bearer " + valid + "," + valid,
            "Bearer",
            "Bearer ",
            "Basic " + valid,
            valid,
            "x");
    int guarded = 0;
    for (Route route : routes()) {
      if (route.role().isPresent()) {
        guarded++;
        assertDenied(ask(route));
        for (String authorization : bad) {
          assertDenied(ask(route, "Authorization", authorization));
        }
      }
    }
    assertThat(guarded).isGreaterThan(15);
  }

  private static void assertDenied(HttpResponse<InputStream> response) throws IOException {
    assertProblem(response, 401);
    assertThat(response.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
  }

  @Test
  void aBackupOfAStoreThatHasNoneIsRefused() throws Exception {
    serve(entries, Optional.empty());
    Route backup =
        routes().stream().filter(route -> route.path().equals("/v1/backup")).findFirst().get();

    assertProblem(ask(backup, "Authorization", "Bearer " + tokens.get(Role.OPERATE)), 409);
  }

  @Test
  void everyRoleMayDoWhatItHoldsAndNoMore() throws Exception {
    serve(entries, Optional.empty());
    checkRoles();
  }

  private void checkRoles() throws Exception {
    for (Route route : routes()) {
      for (Role role : Role.values()) {
        if (route.role().map(role::holds).orElse(true)) {
          assertThat(status(route, role)).as("%s as %s", route, role).isNotIn(401, 403);
        } else {
          String bearer = "Bearer " + tokens.get(role);
          assertProblem(ask(route, "Authorization", bearer), 403);
        }
      }
    }
  }

  @Test
  void aTaskKeepsTheNameOfItsUser() throws Exception {
    serve(entries, Optional.empty());
    String task = "{\"type\":\"type-0\",\"parameters\":{\"ms\":1},\"deadline\":\"in 60 s\"}";
    assertThat(as(Role.SUBMIT, "/v1/tasks", task).get("user").asString()).isEqualTo("SUBMIT");
    as(Role.OPERATE, "/v1/tasks", "[" + task + "," + task + "]");

    assertThat(as(Role.READ, "/v1/tasks/0", "").get("user").asString()).isEqualTo("SUBMIT");
    assertThat(as(Role.READ, "/v1/tasks?user=OPERATE", "").get("tasks")).hasSize(2);
    assertThat(as(Role.READ, "/v1/tasks?user=nobody", "").get("tasks")).isEmpty();
  }

  /** Posts what is not empty. */
  private JsonNode as(Role role, String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .header("Authorization", "Bearer " + tokens.get(role))
            .header("Content-Type", "application/json");
    if (!body.isEmpty()) {
      request.POST(BodyPublishers.ofString(body));
    }
    return MAPPER.readTree(client.send(request.build(), BodyHandlers.ofString()).body());
  }

  @Test
  void changesNeedTheirRoles() {
    serve(entries, Optional.empty());
    for (Route route : routes()) {
      boolean operates =
          route.path().startsWith("/v1/machines/")
              || List.of("/v1/policy", "/v1/backup", "/v1/release", "/v1/reload", "/v1/yield")
                  .contains(route.path());
      Role expected = operates ? Role.OPERATE : Role.SUBMIT;
      if (!route.method().text().equals("GET")) {
        assertThat(route.role()).as("%s", route).hasValue(expected);
      }
    }
  }

  @Test
  void rolesHoldOverTlsToo() throws Exception {
    Certificates certificates = Certificates.make(directory);
    serve(entries, Optional.of(certificates.files()));
    assertThat(server.address()).startsWith("https://");
    Route overview = Route.read("/v1/overview", exchange -> {});

    assertThatThrownBy(() -> ask(overview)).isInstanceOf(SSLException.class);
    assertPlainHttpIsRefused(overview);

    client.close();
    client = HttpClient.newBuilder().sslContext(certificates.trusting()).build();
    assertDenied(ask(overview));
    checkRoles();
  }

  /** Either it is not understood at all, or it is told to be wrong. */
  private void assertPlainHttpIsRefused(Route route) throws Exception {
    String plain = server.address().replace("https://", "http://");
    String bearer = "Bearer " + tokens.get(Role.OPERATE);
    try {
      HttpResponse<InputStream> response = ask(plain, route, "Authorization", bearer);
      assertThat(response.statusCode()).isEqualTo(400);
    } catch (IOException refused) {
      assertThat(refused).isNotNull();
    }
  }
}
