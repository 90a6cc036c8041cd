package org.espalier.service.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A request and the response to it, in JSON. */
record Exchange(ServerRequest request, ServerResponse response) {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String JSON = "application/json";

  /** A part of the path. */
  String path(String name) {
    return request.path().pathParameters().get(name);
  }

  /** The value of a query parameter. */
  Optional<String> query(String name) {
    return request.query().first(name).asOptional().filter(value -> !value.isEmpty());
  }

  /** All values of a query parameter, split at commas. */
  List<String> queries(String name) {
    return request.query().all(name, List::of).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .filter(value -> !value.isBlank())
        .toList();
  }

  /** The value of a header. */
  Optional<String> header(HeaderName name) {
    return request.headers().first(name);
  }

  /** Answers with JSON. */
  void answer(int status, JsonNode body) {
    response
        .status(status)
        .header(HeaderNames.CONTENT_TYPE, JSON)
        .header(HeaderNames.CACHE_CONTROL, "no-store")
        .send(MAPPER.writeValueAsBytes(body));
  }

  /** Answers with nothing. */
  void done() {
    response.status(204).send();
  }
}
