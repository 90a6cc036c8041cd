package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.espalier.report.WebPage;
import org.espalier.service.files.Resources;

/** What does not change while the service runs: the dashboard and the description of the API. */
final class Pages {
  private static final String CLOSED =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** The dashboard is one file; it may talk to nobody but this service. */
  private static final String DASHBOARD =
      "%s; img-src data:; connect-src 'self'; style-src %s; script-src %s";

  /** Each uses only those before it. */
  private static final String SCRIPTS =
      "times parts api service task machine canvas gantt trends overview wall machines tasks"
          + " dashboard";

  private Pages() {}

  static List<Route> routes() {
    String early = WebPage.earlyScript();
    String style = text("dashboard/dashboard.css");
    String script = WebPage.script(SCRIPTS, name -> text("dashboard/" + name));
    String page =
        WebPage.filled(
            text("dashboard/dashboard.html"),
            Map.of("style", style, "early", early, "page", script));
    String policy =
        DASHBOARD.formatted(CLOSED, WebPage.hashes(style), WebPage.hashes(early, script));
    return List.of(
        page("/", "text/html; charset=utf-8", page, policy),
        page("/openapi.json", "application/json", text("openapi.json"), CLOSED));
  }

  private static Route page(String path, String type, String text, String policy) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Route.open(
        path,
        exchange ->
            exchange
                .response()
                .header(HeaderNames.CONTENT_TYPE, type)
                .header(Headers.CONTENT_SECURITY_POLICY, policy)
                .header(Headers.CONTENT_TYPE_OPTIONS, "nosniff")
                .send(bytes));
  }

  private static String text(String name) {
    return Resources.text(Pages.class, name);
  }
}
