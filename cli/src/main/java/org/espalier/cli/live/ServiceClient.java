package org.espalier.cli.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.service.http.StandByServer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Talks to a live service over HTTP; what goes wrong is a {@link CommandFailure} that says why. */
final class ServiceClient implements AutoCloseable {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration LONGEST_PATIENCE = Duration.ofHours(1);

  /** The service cannot do it now and may do it later. */
  static final class BusyException extends CommandFailure {
    private static final long serialVersionUID = 1L;

    private BusyException(String message) {
      super(message);
    }
  }

  /** For so long, or for one question more, the service that decides is looked for. */
  private static final Duration LONGEST_SEARCH = Duration.ofMinutes(1);

  private static final long BETWEEN_ROUNDS_MILLIS = 250;

  private final List<URI> services;
  private final Optional<String> token;
  private int present;
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /**
   * Talks to the service that decides.
   *
   * @param services where it may be; another is asked where one does not answer or stands by
   */
  ServiceClient(List<URI> services, Optional<String> token) {
    this.services = List.copyOf(services);
    this.token = token;
  }

  /** Where the service is. */
  URI service() {
    return services.get(present);
  }

  /** Whether it may change while it is asked, so that a request is sent twice. */
  boolean mayChange() {
    return services.size() > 1;
  }

  JsonNode get(String path) {
    return json(send(request(path).GET()));
  }

  /** The same, answered when what it tells of is over, or after a while. */
  JsonNode getPatiently(String path) {
    return json(send(request(path).header("Prefer", "wait=20").GET()));
  }

  JsonNode delete(String path) {
    return json(send(request(path).DELETE()));
  }

  /** Asks for a deed that the path says in whole. */
  JsonNode post(String path) {
    return post(path, MAPPER.createObjectNode());
  }

  /** Sends JSON. */
  JsonNode post(String path, JsonNode body) {
    return post(path, body, UnaryOperator.identity());
  }

  /**
   * Sends JSON.
   *
   * @param place what a refusal calls a place in it, made of the pointer to it
   */
  JsonNode post(String path, JsonNode body, UnaryOperator<String> place) {
    return json(send(withBody(path).POST(text(body)), place));
  }

  JsonNode put(String path, JsonNode body) {
    return json(send(withBody(path).PUT(text(body))));
  }

  /** The lines of a long answer, as they come. */
  Stream<String> lines(String path) {
    return new BufferedReader(new InputStreamReader(bytes(path), UTF_8)).lines();
  }

  /** The bytes of an answer, as they come. */
  InputStream bytes(String path) {
    return stream(request(path).GET());
  }

  private InputStream stream(HttpRequest.Builder request) {
    HttpResponse<InputStream> response = attempt(request, BodyHandlers.ofInputStream());
    if (response.statusCode() >= 400) {
      throw refusal(
          response.statusCode(),
          new String(whole(response.body()), UTF_8),
          UnaryOperator.identity());
    }
    return response.body();
  }

  /** The bytes of what a request without a body is answered with, whenever they come. */
  InputStream bytesOfPost(String path) {
    HttpRequest.Builder request =
        request(path).POST(BodyPublishers.noBody()).timeout(LONGEST_PATIENCE);
    return stream(request);
  }

  /** A text. */
  String text(String path) {
    return send(request(path).GET()).body();
  }

  private byte[] whole(InputStream body) {
    try (body) {
      return body.readAllBytes();
    } catch (IOException e) {
      throw silent(e);
    }
  }

  private static BodyPublisher text(JsonNode body) {
    return BodyPublishers.ofString(body.toString());
  }

  /** A further parameter of a request; nothing where it has no value. */
  static String parameter(String key, Optional<String> value) {
    return value.map(text -> "&%s=%s".formatted(key, URLEncoder.encode(text, UTF_8))).orElse("");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service() + path)).timeout(PATIENCE);
    token.ifPresent(value -> request.header("Authorization", "Bearer " + value));
    return request;
  }

  private HttpRequest.Builder withBody(String path) {
    return request(path).header("Content-Type", "application/json");
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    return send(request, UnaryOperator.identity());
  }

  private HttpResponse<String> send(HttpRequest.Builder request, UnaryOperator<String> place) {
    HttpResponse<String> response = attempt(request, BodyHandlers.ofString());
    if (response.statusCode() >= 400) {
      throw refusal(response.statusCode(), response.body(), place);
    }
    return response;
  }

  /** Asks one after the other, and again, until the service that decides is found. */
  private <T> HttpResponse<T> attempt(HttpRequest.Builder request, BodyHandler<T> handler) {
    HttpRequest first = request.build();
    String path = first.uri().toString().substring(service().toString().length());
    long begin = System.nanoTime();
    try {
      for (int i = 1; ; i++) {
        boolean isLast = !mayChange() || System.nanoTime() - begin > LONGEST_SEARCH.toNanos();
        try {
          HttpResponse<T> answer =
              http.send(request.uri(URI.create(service() + path)).build(), handler);
          if (isLast || answer.headers().firstValue(StandByServer.HEADER).isEmpty()) {
            return answer;
          }
        } catch (IOException e) {
          if (isLast) {
            throw silent(e);
          }
        }
        present = (present + 1) % services.size();
        if (i % services.size() == 0) {
          Thread.sleep(BETWEEN_ROUNDS_MILLIS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure("interrupted", e);
    }
  }

  private CommandFailure silent(IOException e) {
    return new CommandFailure(
        "no service answers at %s (%s); start one with: espalier serve, or name it with --url"
            .formatted(services.stream().map(URI::toString).collect(Collectors.joining(" or ")), e),
        e);
  }

  private static JsonNode json(HttpResponse<String> response) {
    return response.body().isEmpty() ? MAPPER.nullNode() : MAPPER.readTree(response.body());
  }

  private CommandFailure refusal(int status, String body, UnaryOperator<String> place) {
    try {
      JsonNode problem = MAPPER.readTree(body);
      StringJoiner text = new StringJoiner("\n  ");
      text.add("%s (%s)".formatted(problem.path("title").asString(body), status));
      if (problem.has("errors")) {
        for (JsonNode error : problem.get("errors")) {
          text.add(
              "%s: %s"
                  .formatted(
                      place.apply(error.get("pointer").asString()),
                      error.get("detail").asString()));
        }
      } else {
        text.add(problem.path("detail").asString(""));
      }
      if (status == 401) {
        text.add("put a token into the environment as ESPALIER_TOKEN");
      }
      return status == 429 || status == 503
          ? new BusyException(text.toString())
          : new CommandFailure(text.toString());
    } catch (JacksonException e) {
      return new CommandFailure(
          "%s answered with status %s and no explanation; is it an Espalier service?"
              .formatted(service(), status),
          e);
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
