package org.espalier.service.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.RequestException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.espalier.service.live.Faults;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Submission;
import org.espalier.workload.document.Names;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request and the response to it, in JSON.
 *
 * @param user whose request it is, where users have tokens
 */
record Exchange(ServerRequest request, ServerResponse response, Optional<String> user) {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .build();
  private static final String JSON = "application/json";

  /** The length of a header traceparent. */
  private static final int TRACE = 55;

  /** What else the audit says of a request. */
  static final String DETAILS = "details";

  void audit(Object details) {
    request.context().register(DETAILS, details.toString());
  }

  /** What is submitted by it: its user's, and a part of its trace. */
  Submission own(Submission submission) {
    Optional<String> trace = header(Headers.TRACEPARENT).filter(text -> text.length() == TRACE);
    return submission.by(user).traced(trace);
  }

  /** A part of the path. */
  String path(String name) {
    return request.path().pathParameters().get(name);
  }

  /**
   * Refuses query parameters that nobody would read, and text that is not UTF-8, all in one answer.
   */
  void checkQuery(List<String> known) {
    Faults faults = new Faults();
    for (String name : request.query().names()) {
      if (!known.contains(name) && !known.contains(Route.ANY)) {
        faults.add(new Fault("?" + name, "unknown parameter; " + remedy(name, known)));
      } else if (request.query().all(name).stream().anyMatch(value -> value.contains("\ufffd"))) {
        faults.add(new Fault("?" + name, "is not UTF-8; expected letters in UTF-8, as in %C3%A9"));
      }
    }
    if (!faults.list().isEmpty()) {
      throw ProblemAnswer.invalid(faults.list());
    }
  }

  private static String remedy(String name, List<String> known) {
    return known.isEmpty() ? "none is known here" : Names.remedy(name, known);
  }

  /** The value of a query parameter; two are refused. */
  Optional<String> query(String name) {
    List<String> values = request.query().all(name, List::of);
    if (values.size() > 1) {
      throw ProblemAnswer.invalid(
          "?" + name, "values \"%s\"; expected one".formatted(String.join("\", \"", values)));
    }
    return values.stream().filter(value -> !value.isEmpty()).findFirst();
  }

  /** All values of a query parameter, split at commas. */
  List<String> queries(String name) {
    return request.query().all(name, List::of).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .filter(value -> !value.isBlank())
        .toList();
  }

  /**
   * The values of a query parameter as constants; a word that names none is refused.
   *
   * @param word how users write a constant
   */
  <E> Set<E> constants(String name, E[] all, Function<E, String> word) {
    List<String> known = Stream.of(all).map(word).toList();
    return queries(name).stream()
        .map(text -> {
          int place = known.indexOf(text);
          if (place < 0) {
            throw ProblemAnswer.invalid(
                "?" + name,
                "value \"%s\"; expected one of %s".formatted(text, String.join(", ", known)));
          }
          return all[place];
        })
        .collect(Collectors.toSet());
  }

  /** The value of a query parameter as a whole number from 0 on; one out of range is refused. */
  OptionalInt number(String name, int least, int most) {
    Optional<String> text = query(name);
    if (text.filter(t -> !isCount(t) || Long.parseLong(t) < least || Long.parseLong(t) > most)
        .isPresent()) {
      throw ProblemAnswer.invalid(
          "?" + name,
          "value \"%s\"; expected a whole number from %s to %s".formatted(text.get(), least, most));
    }
    return text.stream().mapToInt(Integer::parseInt).findFirst();
  }

  /** The value of a query parameter as a constant; a word that names none is refused. */
  <E> Optional<E> constant(String name, E[] all, Function<E, String> word) {
    Set<E> given = constants(name, all, word);
    if (given.size() > 1) {
      throw ProblemAnswer.invalid(
          "?" + name, "has %s values; expected one".formatted(given.size()));
    }
    return given.stream().findFirst();
  }

  /** Whether a query parameter is {@code true}; what is neither true nor false is refused. */
  boolean flag(String name) {
    if (request.query().contains(name) && queries(name).isEmpty()) {
      throw ProblemAnswer.invalid("?" + name, "has no value; expected true or false");
    }
    return constant(name, new Boolean[] {true, false}, String::valueOf).orElse(false);
  }

  /** The value of a query parameter as a number from 0 on. */
  OptionalLong count(String name) {
    Optional<String> text = query(name);
    if (text.filter(t -> !isCount(t)).isPresent()) {
      throw ProblemAnswer.invalid(
          "?" + name, "value \"%s\"; expected a whole number from 0 on".formatted(text.get()));
    }
    return text.stream().mapToLong(Long::parseLong).findFirst();
  }

  private static boolean isCount(String text) {
    return text.matches("\\d{1,18}");
  }

  /** The value of a query parameter as a point in time. */
  Optional<Instant> instant(String name) {
    try {
      return query(name).map(Instant::parse);
    } catch (DateTimeException e) {
      throw ProblemAnswer.invalid(
          "?" + name,
          "value \"%s\"; expected a time such as 2030-01-31T12:00:00Z"
              .formatted(query(name).orElse("")));
    }
  }

  /** The id of the task that the path names. */
  long taskId() {
    String text = path("id");
    if (!isCount(text)) {
      throw new ProblemAnswer(
          404, "Not found", "there is no task \"%s\"; ids are numbers".formatted(text));
    }
    return Long.parseLong(text);
  }

  /** The task that the path names, among those that there are. */
  LiveTask task(LongFunction<Optional<LiveTask>> all) {
    long id = taskId();
    return all.apply(id)
        .orElseThrow(() -> new ProblemAnswer(404, "Not found", "there is no task " + id));
  }

  /** The value of a header. */
  Optional<String> header(HeaderName name) {
    return request.headers().first(name);
  }

  /**
   * How long the client prefers to wait for an answer, in whole seconds.
   *
   * @param most it is no longer than this
   */
  Optional<Duration> wait(Duration most) {
    return request.headers().values(Headers.PREFER).stream()
        .flatMap(text -> Stream.of(text.split("[,;]", -1)))
        .map(String::strip)
        .filter(text -> text.matches("wait=\\d{1,9}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text.substring("wait=".length()))))
        .map(wanted -> wanted.compareTo(most) > 0 ? most : wanted)
        .findFirst();
  }

  /** Whether the head of the answer is asked for only, so that nothing is to be followed. */
  boolean isForHead() {
    return request.prologue().method().equals(Method.HEAD);
  }

  /** Answers with JSON; names of components of records are written in snake case. */
  void answer(int status, Object body) {
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

  /** The body, of at most so many bytes. */
  byte[] body(int mostBytes) throws IOException {
    if (!request.content().hasEntity()) {
      return new byte[0];
    }
    long announced = request.headers().contentLength().orElse(-1);
    if (announced > mostBytes) {
      throw tooLarge(mostBytes);
    }
    byte[] body = bytes(announced, mostBytes);
    if (body.length > mostBytes) {
      throw tooLarge(mostBytes);
    }
    return body;
  }

  /** The rest is not waited for. */
  private static ProblemAnswer tooLarge(int most) {
    Connection.present().ifPresent(Connection::leaveUnread);
    return new ProblemAnswer(
        413,
        "Too large",
        String.format(Locale.ROOT, "the body is longer than %,d bytes; send less at a time", most));
  }

  /** A body whose length is known is read to where it stays, without a copy. */
  private static byte[] all(InputStream in, long length) throws IOException {
    byte[] body = new byte[(int) length];
    int read = in.readNBytes(body, 0, body.length);
    return read == body.length ? body : Arrays.copyOf(body, read);
  }

  private byte[] bytes(long announced, int most) throws IOException {
    try (InputStream in = request.content().inputStream()) {
      return announced < 0 ? in.readNBytes(most + 1) : all(in, announced);
    } catch (RequestException e) {
      throw new ProblemAnswer(
          e.status().code(), e.status().reasonPhrase(), String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      throw new ProblemAnswer(
          400, "Malformed body", "the body cannot be read: %s; send it whole".formatted(e));
    }
  }
}
