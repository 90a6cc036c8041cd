package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.PathMatchers;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.espalier.service.live.Refusal;
import org.espalier.service.scheduling.LiveScheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the API and the dashboard of a live service over HTTP. */
public final class ApiServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
  private static final Logger AUDIT = LoggerFactory.getLogger(Upkeep.AUDIT);
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  private final AtomicReference<HttpSettings> settings;
  private final AccessControl guard;
  private final Listener listener;

  /**
   * Begins to serve.
   *
   * @param address where, bound by {@link HttpSettings#listen()}; it is closed with this
   * @param warm whether invocations are quick; waits for that for so long
   * @param upkeep does what concerns the service as a whole
   */
  public static ApiServer start(
      HttpSettings settings,
      ServerSocketChannel address,
      LiveScheduler service,
      Predicate<Duration> warm,
      Upkeep upkeep) {
    return new ApiServer(settings, address, service, warm, upkeep, TimeLimits.USUAL);
  }

  ApiServer(
      HttpSettings settings,
      ServerSocketChannel address,
      LiveScheduler service,
      Predicate<Duration> warm,
      Upkeep upkeep,
      TimeLimits limits) {
    AtomicReference<HttpSettings> present = new AtomicReference<>(settings);
    int most = Connections.most(settings.limits().connections()) / 2;
    List<Route> routes =
        routes(present::get, service, warm, upkeep, new Followers(most, limits.follow()));
    this(present, address, routes, (req, res) -> answer(unknown(req, routes), res), limits);
  }

  /** One that serves some paths, and all others in one way. */
  ApiServer(
      AtomicReference<HttpSettings> settings,
      ServerSocketChannel address,
      List<Route> routes,
      Handler otherwise,
      TimeLimits limits) {
    this.settings = settings;
    this.guard = new AccessControl(settings::get);
    this.listener = new Listener(settings.get(), address, routing(routes, otherwise), limits);
  }

  /** Every path that is served. */
  static List<Route> routes(
      Supplier<HttpSettings> settings,
      LiveScheduler service,
      Predicate<Duration> warm,
      Upkeep upkeep,
      Followers followers) {
    Supplier<HttpSettings.Limits> limits = () -> settings.get().limits();
    TaskJson tasks = new TaskJson(service.timeline());
    StateJson state = new StateJson(service, service.timeline());
    List<Route> routes = new ArrayList<>();
    routes.addAll(new TasksApi(service, tasks, followers, () -> limits.get().bytes()).routes());
    routes.addAll(new InvokeApi(service, tasks, limits, new Room(limits)).routes());
    routes.addAll(new StateApi(service, state, upkeep).routes());
    routes.addAll(new OutputApi(service, followers).routes());
    routes.addAll(new JournalApi(service, followers).routes());
    routes.add(Route.read("/metrics", e -> text(e.response(), 200, PROMETHEUS, service.metrics())));
    Supplier<Optional<String>> dead =
        () -> service.isAlive() ? Optional.empty() : Optional.of("start it again");
    routes.add(Route.open("/healthz", e -> health(e, dead.get(), "alive")));
    Readiness readiness =
        new Readiness(service, service::overview, service::isReady, warm, Readiness.PATIENCE);
    routes.add(Route.open("/readyz", e -> health(e, readiness.fault(), ready(service))));
    routes.addAll(Pages.routes());
    return routes;
  }

  private static void health(Exchange exchange, Optional<String> fault, String otherwise) {
    text(
        exchange.response(),
        fault.isEmpty() ? 200 : 503,
        "text/plain",
        fault.orElse(otherwise) + "\n");
  }

  private static String ready(LiveScheduler service) {
    return "ready"
        + service.containment().map("%ncontainment: %s"::formatted).orElse("")
        + service.fallenBack().map("%npolicy: %s"::formatted).orElse("");
  }

  static void text(ServerResponse response, int status, String type, String body) {
    response
        .status(status)
        .header(HeaderNames.CONTENT_TYPE, type)
        .send(body.getBytes(StandardCharsets.UTF_8));
  }

  private HttpRouting.Builder routing(List<Route> routes, Handler otherwise) {
    HttpRouting.Builder routing = HttpRouting.builder();
    for (Route route : routes) {
      routing.route(route.method(), route.path(), (req, res) -> serve(route, req, res));
      if (route.method().equals(Method.GET)) {
        routing.route(Method.HEAD, route.path(), (req, res) -> serve(route, req, res));
      }
    }
    routing.any(otherwise);
    return routing;
  }

  private static ProblemAnswer unknown(ServerRequest request, List<Route> routes) {
    String path = request.path().path();
    boolean known =
        routes.stream()
            .anyMatch(route -> PathMatchers.create(route.path()).match(request.path()).accepted());
    return known
        ? new ProblemAnswer(
            405,
            "Method not allowed",
            "%s does not take %s; see /openapi.json"
                .formatted(path, request.prologue().method().text()))
        : new ProblemAnswer(404, "Not found", "there is no %s; see /openapi.json".formatted(path));
  }

  private void serve(Route route, ServerRequest request, ServerResponse response) {
    Optional<String> user = Optional.empty();
    try {
      user = route.role().flatMap(role -> guard.check(request, role));
      Exchange exchange = new Exchange(request, response, user);
      exchange.checkQuery(route.query());
      route.action().answer(exchange);
    } catch (ProblemAnswer problem) {
      answer(problem, response);
    } catch (Refusal refusal) {
      answer(ProblemAnswer.of(refusal), response);
    } catch (IOException | UncheckedIOException | ServerConnectionException e) {
      LOG.debug("{} could not be answered", route.path(), e); // whoever asked may be gone
      cutOff(response, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RequestException | CloseConnectionException e) {
      throw e; // the library answers
    } catch (RuntimeException e) {
      LOG.error("{} {} failed", route.method(), route.path(), e);
      answer(new ProblemAnswer(500, "Internal error", "see the log of the service"), response);
    } finally {
      if (route.isOfOperators()) {
        audit(request, user, response.isSent() ? response.status().code() : 0);
      }
    }
  }

  private static void audit(ServerRequest request, Optional<String> user, int status) {
    String query = request.prologue().query().rawValue();
    AUDIT
        .atInfo()
        .addKeyValue("user", user.orElse(""))
        .addKeyValue("status", status)
        .log(
            "{}: {} {}{} {}: {}",
            user.orElseGet(() -> "somebody at " + request.remotePeer().host()),
            request.prologue().method(),
            request.prologue().uriPath().rawPath(),
            query.isEmpty() ? "" : "?" + query,
            status,
            request.context().get(Exchange.DETAILS, String.class).orElse(""));
  }

  static void answer(ProblemAnswer problem, ServerResponse response) {
    if (response.isSent()) {
      return;
    }
    try {
      send(problem, response);
    } catch (IllegalStateException begun) {
      cutOff(response, begun);
    }
  }

  /** An end in order would look like the whole. */
  private static void cutOff(ServerResponse response, Exception why) {
    if (!response.isSent()) {
      throw new CloseConnectionException("an answer could not go on", why);
    }
  }

  private static void send(ProblemAnswer problem, ServerResponse response) {
    if (problem.retryAfter() > 0) {
      response.header(HeaderNames.RETRY_AFTER, Integer.toString(problem.retryAfter()));
    }
    if (problem.status() == 408 || problem.status() == 413) {
      response.header(HeaderValues.CONNECTION_CLOSE); // what comes next may be the rest of a body
    }
    if (problem.status() == 401) {
      response.header(Headers.WWW_AUTHENTICATE, "Bearer");
    }
    response
        .status(problem.status())
        .header(HeaderNames.CONTENT_TYPE, ProblemAnswer.MEDIA_TYPE)
        .send(problem.bytes());
  }

  /** The port it listens on. */
  public int port() {
    return listener.port();
  }

  /** Where people and programs find it. */
  public String address() {
    return settings.get().address(port());
  }

  /** Goes by other settings from now on, but for where it listens and how many may connect. */
  public void use(HttpSettings other) {
    settings.set(other);
  }

  /** Listens no more, and answers what was sent, for a while at most. */
  public void drain(Duration most) {
    listener.drain(most);
  }

  /** Stops serving; followers of events are cut off. */
  @Override
  public void close() {
    listener.close();
  }
}
