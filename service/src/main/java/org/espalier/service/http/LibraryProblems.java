package org.espalier.service.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.DirectHandler.EventType;
import io.helidon.http.DirectHandler.TransportResponse;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Problems that are answered before a request comes to the API, in the API's form. */
final class LibraryProblems {
  /** The whole answer to a connection for which there is no room. */
  static final byte[] TOO_MANY = tooMany();

  private LibraryProblems() {}

  /** What the library answers with by itself. */
  static DirectHandlers handlers() {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    for (EventType type : EventType.values()) {
      handlers.addHandler(type, LibraryProblems::answer);
    }
    return handlers.build();
  }

  private static TransportResponse answer(
      DirectHandler.TransportRequest request,
      EventType type,
      Status status,
      ServerResponseHeaders headers,
      @Nullable String message) {
    String detail = message == null || message.isBlank() ? "the request cannot be read" : message;
    ProblemAnswer problem = new ProblemAnswer(status.code(), status.reasonPhrase(), detail);
    return TransportResponse.builder()
        .status(status)
        .headers(headers)
        .header(HeaderNames.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE)
        .keepAlive(type.keepAlive())
        .entity(problem.bytes())
        .build();
  }

  private static byte[] tooMany() {
    byte[] body =
        new ProblemAnswer(503, "Too many connections", "all connections are busy; try again")
            .bytes();
    String head =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\n"
            + "Content-Type: %s\r\nContent-Length: %s\r\n\r\n"
                .formatted(ProblemAnswer.MEDIA_TYPE, body.length);
    return (head + new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
  }
}
