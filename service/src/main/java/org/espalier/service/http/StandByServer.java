package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Standing;
import org.espalier.service.live.Timeline;
import org.espalier.service.store.Store;
import org.espalier.service.store.StoreRefusedException;
import org.espalier.service.store.StoreUnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a service answers that stands by: that it is alive, who decides, and what the store says of
 * tasks and of the journal. Whatever else it is asked for is asked for there.
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

  private final Store store;
  private final Function<Map<String, String>, Timeline> timeline;
  private final Runnable waits;
  private final ApiServer server;
  private volatile List<Standing> services = List.of();
  private volatile Optional<Standing> decides = Optional.empty();

  /**
   * Begins to serve.
   *
   * @param address where; it is closed with this
   * @param store to be {@linkplain org.espalier.service.store.Stores#lookAt looked at}
   * @param timeline of the facts of the store
   * @param waits is done when it is seen first that another decides
   */
  public StandByServer(
      HttpSettings settings,
      ServerSocketChannel address,
      Store store,
      Function<Map<String, String>, Timeline> timeline,
      Runnable waits) {
    this.store = store;
    this.timeline = timeline;
    this.waits = waits;
    this.server =
        new ApiServer(
            new AtomicReference<>(settings),
            address,
            routes().stream().map(this::marked).toList(),
            this::elsewhere,
            TimeLimits.USUAL);
  }

  /** Takes notice of which services there are. */
  public void saw(List<Standing> present) {
    Optional<Standing> seen = present.stream().filter(Standing::decides).findFirst();
    if (decides.isEmpty() && seen.isPresent()) {
      LOG.info("standing by; {} decides", seen.get().address());
      waits.run();
    }
    services = present;
    decides = seen.isPresent() ? seen : decides;
  }

  private List<Route> routes() {
    return List.of(
        text("/healthz", 200, "text/plain", () -> "alive\n"),
        text("/readyz", 503, "text/plain", () -> "not ready: " + who() + "\n"),
        text("/", 200, "text/html; charset=utf-8", () -> PAGE.formatted(TITLE, address(), who())),
        Route.read("/v1/services", e -> e.answer(200, Map.of("services", services))),
        TasksApi.list(e -> TasksApi.list(e, timeline(), store::list)),
        Route.read("/v1/tasks/{id}", this::show),
        JournalApi.journal(store::journal));
  }

  private static Route text(String path, int status, String type, Supplier<String> body) {
    return Route.open(path, e -> ApiServer.text(e.response(), status, type, body.get()));
  }

  private Timeline timeline() {
    return timeline.apply(store.facts());
  }

  private void show(Exchange exchange) {
    LiveTask task = exchange.task(store::find);
    TaskJson json = new TaskJson(timeline());
    ObjectNode answer = json.task(task);
    json.putHistory(store.history(task.id()), (_, _) -> Optional.empty(), answer);
    exchange.answer(200, answer);
  }

  private String address() {
    return decides
        .map(service -> service.address().replaceAll("[^\\w.:/\\[\\]-]", ""))
        .orElse("unknown");
  }

  private String who() {
    return decides
        .map(service -> "%s decides since %s".formatted(address(), service.since()))
        .orElse("this service does not see yet who decides");
  }

  private Route marked(Route route) {
    return new Route(
        route.method(),
        route.path(),
        route.role(),
        exchange -> {
          exchange.response().header(HeaderNames.create(HEADER), address());
          try {
            route.action().answer(exchange);
          } catch (StoreUnavailableException | StoreRefusedException e) {
            throw new ProblemAnswer(503, TITLE, who() + "; " + e.getMessage(), 1, List.of());
          }
        },
        route.query());
  }

  private void elsewhere(ServerRequest request, ServerResponse response) {
    response.header(HeaderNames.create(HEADER), address());
    ApiServer.answer(new ProblemAnswer(503, TITLE, who() + "; ask there", 1, List.of()), response);
  }

  /** Answers what was sent, and ends. */
  @Override
  public void close() {
    server.drain(Duration.ofMillis(200));
    server.close();
  }
}
