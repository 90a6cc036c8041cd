package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.espalier.workload.document.Names;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a request is let in: by its token, by the role its route asks for, and by how
 * many came before it.
 *
 * <p>Without tokens everything is allowed, which is why such a service listens on loopback only. A
 * browser on the same machine could then be made to send requests by any page it shows; so requests
 * for another host name than loopback's, and changes asked for by a page of another origin, are
 * refused.
 */
final class AccessControl {
  private static final Logger LOG = LoggerFactory.getLogger(AccessControl.class);
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final Pattern PORT = Pattern.compile(":\\d+$");
  private static final String UNKNOWN =
      "send a token: Authorization: Bearer esp_... (espalier token --help)";
  private static final int MOST_USERS = 10_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Supplier<HttpSettings> present;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

  AccessControl(Supplier<HttpSettings> present) {
    this.present = present;
  }

  /**
   * Throws a problem unless the request may do what a role allows.
   *
   * @return the name of its token; empty where none is asked for
   */
  Optional<String> check(ServerRequest request, Role role) {
    if (present.get().tokens().isEmpty()) {
      checkHost(request);
    }
    if (role != Role.READ) {
      checkOrigin(request);
      if (present.get().readOnly()) {
        throw new ProblemAnswer(403, "Read-only", "this service was started read-only");
      }
    }
    Optional<String> user =
        present.get().tokens().isEmpty() ? Optional.empty() : Optional.of(user(request, role));
    checkRate(user.orElseGet(() -> address(request)));
    return user;
  }

  private static String address(ServerRequest request) {
    return request.remotePeer().host();
  }

  private static void checkHost(ServerRequest request) {
    String host = request.authority().toLowerCase(Locale.ROOT);
    if (!LOOPBACK.contains(PORT.matcher(host).replaceFirst(""))) {
      throw new ProblemAnswer(
          403,
          "Unknown host",
          "host \"%s\" is not this machine's loopback; use localhost, or give the service tokens"
              .formatted(host));
    }
  }

  private static void checkOrigin(ServerRequest request) {
    List<String> origins = request.headers().all(HeaderNames.ORIGIN, List::of);
    for (String origin : origins) {
      if (!isOwn(origin, request.authority())) {
        throw new ProblemAnswer(
            403, "Foreign origin", "a page of %s asked for this".formatted(origin));
      }
    }
  }

  private static boolean isOwn(String origin, String authority) {
    try {
      return authority.equalsIgnoreCase(URI.create(origin).getAuthority());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private String user(ServerRequest request, Role role) {
    Tokens.Entry entry =
        request
            .headers()
            .first(HeaderNames.AUTHORIZATION)
            .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, 7))
            .flatMap(value -> present.get().tokens().find(value.substring(7).strip()))
            .orElseThrow(() -> denied(request, UNKNOWN));
    if (entry.isExpired(Instant.now())) {
      throw denied(
          request,
          "token %s has expired (%s); ask for another"
              .formatted(entry.name(), entry.expires().orElseThrow()));
    }
    if (!entry.role().holds(role)) {
      throw new ProblemAnswer(
          403,
          "Not allowed",
          "token %s has the role %s; this needs %s"
              .formatted(entry.name(), Names.word(entry.role()), Names.word(role)));
    }
    return entry.name();
  }

  private ProblemAnswer denied(ServerRequest request, String why) {
    LOG.info("a request without a valid token from {}", address(request));
    checkRate("denied " + address(request));
    return new ProblemAnswer(401, "Who are you?", why);
  }

  private void checkRate(String user) {
    int limit = present.get().limits().requestsPerSecond();
    if (limit == 0) {
      return;
    }
    if (buckets.size() > MOST_USERS) {
      buckets.clear();
    }
    if (!buckets.computeIfAbsent(user, u -> new Bucket(limit)).take(limit)) {
      throw new ProblemAnswer(
          429, "Too many requests", "at most %s a second".formatted(limit), 1, List.of());
    }
  }

  /** A token bucket that holds one second's worth. */
  private static final class Bucket {
    private double left;
    private long filled = System.nanoTime();

    Bucket(double left) {
      this.left = left;
    }

    synchronized boolean take(int perSecond) {
      long now = System.nanoTime();
      left = Math.min(perSecond, left + (now - filled) * (double) perSecond / NANOS_PER_SECOND);
      filled = now;
      if (left < 1) {
        return false;
      }
      left--;
      return true;
    }
  }
}
