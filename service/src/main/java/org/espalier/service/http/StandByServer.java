package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.espalier.service.store.Standing;

/**
 * What a service answers that stands by: that it is alive, and who decides. Whatever else it is
 * asked for is asked for there.
 */
public final class StandByServer implements AutoCloseable {
  /** The header of all its answers: who decides, or {@code unknown}. */
  public static final String HEADER = "Espalier-Decides";

  private static final String TITLE = "This service stands by";
  private static final Duration DRAIN = Duration.ofMillis(200);
  private static final String PAGE =
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Espalier: stands by</title>
      <meta http-equiv="refresh" content="5"><meta name="viewport" content="width=device-width">
      <style>:root {color-scheme: light dark} body {font: 1rem system-ui; margin: 2rem}</style>
      <h1>%s</h1><p>%s</p></html>
      """;

  private final Supplier<Optional<Standing>> decides;
  private final Listener listener;

  /**
   * Begins to serve.
   *
   * @param address where; it is closed with this
   * @param decides who does, as far as it is known
   */
  public StandByServer(
      HttpSettings settings, ServerSocketChannel address, Supplier<Optional<Standing>> decides) {
    this.decides = decides;
    HttpRouting.Builder routing = HttpRouting.builder();
    routing.any(this::serve);
    this.listener =
        Listener.open(
            address,
            Connections.most(settings.limits().connections()),
            TimeLimits.USUAL,
            settings.tls().map(ApiServer::tls),
            routing);
  }

  private void serve(ServerRequest request, ServerResponse response) {
    Optional<Standing> other = decides.get();
    response.header(HeaderNames.create(HEADER), other.map(Standing::address).orElse("unknown"));
    switch (request.path().path()) {
      case "/healthz" -> send(response, 200, "text/plain", "alive\n");
      case "/readyz" -> send(response, 503, "text/plain", "not ready: " + inWords(other) + "\n");
      case "/" -> send(response, 200, "text/html", PAGE.formatted(TITLE, linked(other)));
      default ->
          ApiServer.answer(
              new ProblemAnswer(503, TITLE, inWords(other) + "; ask there", 1, List.of()),
              response);
    }
  }

  private static String inWords(Optional<Standing> other) {
    return other
        .map(service -> "%s decides since %s".formatted(service.address(), service.since()))
        .orElse("this service stands by, and does not see yet who decides");
  }

  /** Addresses come from files of other services, so they are no markup. */
  private static String linked(Optional<Standing> other) {
    String text = inWords(other).replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    return text.replaceFirst("^(https?://\\S+)", "<a href=\"$1/\">$1</a>");
  }

  private static void send(ServerResponse response, int status, String type, String body) {
    response
        .status(status)
        .header(HeaderNames.CONTENT_TYPE, type + "; charset=utf-8")
        .header(Headers.CONTENT_TYPE_OPTIONS, "nosniff")
        .send(body.getBytes(StandardCharsets.UTF_8));
  }

  /** Answers what was sent, and ends. */
  @Override
  public void close() {
    listener.drain(DRAIN);
    listener.close();
  }
}
