package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** What does not change while the service runs: the dashboard and the description of the API. */
final class Pages {
  /** The page is one file; it may talk to nobody but this service. */
  private static final String POLICY =
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
          + " img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private Pages() {}

  static List<Route> routes() {
    return List.of(
        Route.open("/", e -> send(e, "dashboard.html", "text/html; charset=utf-8")),
        Route.open("/openapi.json", e -> send(e, "openapi.json", "application/json")));
  }

  private static void send(Exchange exchange, String name, String type) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource %s is missing".formatted(name));
      }
      exchange
          .response()
          .header(HeaderNames.CONTENT_TYPE, type)
          .header(Headers.CONTENT_SECURITY_POLICY, POLICY)
          .header(Headers.CONTENT_TYPE_OPTIONS, "nosniff")
          .send(in.readAllBytes());
    }
  }
}
