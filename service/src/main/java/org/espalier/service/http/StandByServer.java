package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.espalier.service.live.Standing;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a service answers that stands by: that it is alive, and who decides. Whatever else it is
 * asked for is asked for there.
 */
public final class StandByServer implements AutoCloseable {
  /** The header of all its answers: who decides, or {@code unknown}. */
  public static final String HEADER = "Espalier-Decides";

  private static final Logger LOG = LoggerFactory.getLogger(StandByServer.class);
  private static final String TITLE = "This service stands by";
  private static final String PAGE =
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>%1$s</title>
      <meta http-equiv="refresh" content="5"><meta name="viewport" content="width=device-width">
      <style>:root {color-scheme: light dark} body {font: 1rem system-ui; margin: 2rem}</style>
      <h1>%1$s</h1><p><a href="%2$s/">%3$s</a></p></html>
      """;

  private final Runnable waits;
  private final Listener listener;
  private volatile Optional<Standing> decides = Optional.empty();

  /**
   * Begins to serve.
   *
   * @param address where; it is closed with this
   * @param waits is done when it is seen first that another decides
   */
  public StandByServer(HttpSettings settings, ServerSocketChannel address, Runnable waits) {
    this.waits = waits;
    this.listener =
        Listener.open(settings, address, HttpRouting.builder().any(this::serve), TimeLimits.USUAL);
  }

  /** Takes notice of which services there are. */
  public void saw(List<Standing> services) {
    Optional<Standing> seen = services.stream().filter(Standing::decides).findFirst();
    if (decides.isEmpty() && seen.isPresent()) {
      LOG.info("standing by; {} decides", seen.get().address());
      waits.run();
    }
    decides = seen.isPresent() ? seen : decides;
  }

  private void serve(ServerRequest request, ServerResponse response) {
    Optional<Standing> other = decides;
    String address =
        other
            .map(service -> service.address().replaceAll("[^\\w.:/\\[\\]-]", ""))
            .orElse("unknown");
    String text =
        other
            .map(service -> "%s decides since %s".formatted(address, service.since()))
            .orElse("this service does not see yet who decides");
    response.header(HeaderNames.create(HEADER), address);
    switch (request.path().path()) {
      case "/healthz" -> ApiServer.text(response, 200, "text/plain", "alive\n");
      case "/readyz" -> ApiServer.text(response, 503, "text/plain", "not ready: " + text + "\n");
      case "/" ->
          ApiServer.text(
              response, 200, "text/html; charset=utf-8", PAGE.formatted(TITLE, address, text));
      default ->
          ApiServer.answer(
              new ProblemAnswer(503, TITLE, text + "; ask there", 1, List.of()), response);
    }
  }

  /** Answers what was sent, and ends. */
  @Override
  public void close() {
    listener.drain(Duration.ofMillis(200));
    listener.close();
  }
}
