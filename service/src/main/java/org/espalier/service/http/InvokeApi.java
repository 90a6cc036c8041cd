package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.espalier.service.backend.Invocation;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.Run;
import org.espalier.service.live.Submission;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;

/**
 * {@code /v1/invoke/{type}}: a task whose answer its client waits for. The body goes to the server
 * as it is, and the answer of that comes back, with its status and type.
 */
record InvokeApi(
    LiveScheduler service, TaskJson json, Supplier<HttpSettings.Limits> limits, Room room) {
  /** Answers that are no longer are sent in one piece. */
  private static final int SMALL = 1 << 16;

  List<Route> routes() {
    return List.of(
        Route.of(Method.POST, "/v1/invoke/{type}", Role.SUBMIT, this::invoke).with(Route.ANY));
  }

  private void invoke(Exchange exchange) throws IOException, InterruptedException {
    String type = exchange.path("type");
    Optional<TaskRequest.Worth> worth = exchange.header(Headers.WORTH).map(RequestReader::worth);
    TaskRequest request =
        new TaskRequest(
            submission(type, exchange),
            deadline(type, exchange),
            worth,
            exchange.header(Headers.URGENCY));
    int most = service.terms(type).largestBody().orElse(limits.get().bytes());
    try (Room.Place place = enter(exchange, most)) {
      byte[] body = exchange.body(most);
      Invocation invocation =
          new Invocation(body, exchange.header(HeaderNames.CONTENT_TYPE), place::take);
      boolean isOver = false;
      long id = alone(request, invocation);
      try {
        Connection.present()
            .ifPresent(each -> each.watch(() -> invocation.tell(new Invocation.HungUp())));
        exchange.response().header(Headers.TASK, Long.toString(id));
        isOver = answer(invocation, place, exchange);
      } finally {
        invocation.close();
        if (!isOver) {
          cancel(id);
        }
      }
    }
  }

  private long alone(TaskRequest request, Invocation invocation) {
    try {
      return service.invoke(request, invocation);
    } catch (Refusal refusal) {
      invocation.close();
      throw refusal.alone();
    }
  }

  /** Before the body is read, so that a refusal costs nothing. */
  private Room.Place enter(Exchange exchange, int most) {
    long announced = exchange.request().headers().contentLength().orElse(most);
    boolean hasBody = exchange.request().content().hasEntity();
    try {
      return room.enter(hasBody ? Math.min(announced, most) : 0);
    } catch (ProblemAnswer full) {
      if (hasBody) {
        Connection.present().ifPresent(Connection::leaveUnread);
      }
      throw full;
    }
  }

  private static Submission submission(String type, Exchange exchange) {
    Map<String, String> parameters = new TreeMap<>();
    for (String name : exchange.request().query().names()) {
      parameters.put(name, exchange.query(name).orElse(""));
    }
    return exchange.own(new Submission(type, parameters, Optional.empty()));
  }

  private TaskRequest.Deadline deadline(String type, Exchange exchange) {
    Optional<String> text = exchange.header(Headers.DEADLINE);
    if (text.isEmpty()) {
      return service
          .terms(type)
          .deadline()
          .<TaskRequest.Deadline>map(TaskRequest.In::new)
          .orElseThrow(() ->
              ProblemAnswer.invalid(
                  "Deadline",
                  "the header is missing, and task type %s has no deadline; send one, for example"
                          .formatted(type)
                      + " Deadline: 150 ms"));
    }
    return RequestReader.deadline(text.get())
        .orElseThrow(() ->
            ProblemAnswer.invalid(
                "Deadline",
                "value \"%s\"; expected a duration, for example 150 ms, or a time, for example"
                        .formatted(text.get())
                    + " 2030-01-31T12:00:00Z"));
  }

  private void cancel(long id) {
    try {
      service.cancel(id);
    } catch (Refusal refusal) {
      // it has left by itself
    }
  }

  /** Passes on what comes of it; whether nothing more will. */
  private boolean answer(Invocation invocation, Room.Place place, Exchange exchange)
      throws IOException, InterruptedException {
    return switch (invocation.next()) {
      case Invocation.Head head -> {
        pass(head, invocation, place, exchange.response());
        yield true;
      }
      case Invocation.Left left -> {
        left(left, exchange);
        yield true;
      }
      case Invocation.HungUp _ -> throw hungUp();
      case Invocation.Ceased _ ->
          throw new Refusal(
              Refusal.Reason.UNAVAILABLE,
              "the service has stopped deciding; nobody knows whether the task was done");
      case Invocation.Bytes _, Invocation.Over _ ->
          throw new IllegalStateException("an answer without a head");
    };
  }

  private static void pass(
      Invocation.Head head, Invocation invocation, Room.Place place, ServerResponse response)
      throws IOException, InterruptedException {
    OutputApi.headers(
        head.type().orElse("application/octet-stream"), response.status(head.status()));
    if (head.length() >= 0 && head.length() <= SMALL) {
      ByteArrayOutputStream all = new ByteArrayOutputStream((int) head.length());
      copy(invocation, place, all);
      response.send(all.toByteArray());
      return;
    }
    if (head.length() >= 0) {
      response.header(HeaderNames.CONTENT_LENGTH, Long.toString(head.length()));
    }
    OutputStream out = response.outputStream();
    try {
      copy(invocation, place, out);
    } catch (IOException | CloseConnectionException | ProblemAnswer e) {
      Connection.present().ifPresent(Connection::cut); // an end in order would look like the whole
      throw new CloseConnectionException("the answer broke off", e);
    }
    out.close();
  }

  private static CloseConnectionException hungUp() {
    return new CloseConnectionException("the client has hung up");
  }

  private static void copy(Invocation invocation, Room.Place place, OutputStream out)
      throws IOException, InterruptedException {
    while (true) {
      switch (invocation.next()) {
        case Invocation.Bytes(byte[] bytes) -> {
          place.release(bytes.length);
          out.write(bytes);
          out.flush();
        }
        case Invocation.Over(boolean whole) -> {
          if (!whole) {
            throw new ProblemAnswer(
                502,
                "Broken off",
                "the answer of the server broke off, or is longer than it may be");
          }
          return;
        }
        case Invocation.HungUp _ -> throw hungUp();
        case Invocation.Head _, Invocation.Left _, Invocation.Ceased _ -> {}
      }
    }
  }

  /** Nothing came of it, or nothing is passed on. */
  private void left(Invocation.Left left, Exchange exchange) {
    LiveTask task = left.task();
    String why =
        "task %s, which was to be done by %s, %s%s"
            .formatted(
                task.id(),
                service.timeline().instant(task.deadline()),
                inWords(task),
                chance(left));
    switch (task.ending().orElseThrow().fate()) {
      case ON_TIME, LATE -> exchange.answer(200, json.task(task));
      case FAILED -> throw new ProblemAnswer(502, "Failed", why);
      case EXPIRED_IN_BATCH, EXPIRED_IN_QUEUE, EVICTED ->
          throw new ProblemAnswer(504, "Not in time", why);
      case DROPPED_PENDING, DROPPED_RUNNING, DROPPED_PROACTIVELY, DISCARDED, CANCELLED ->
          throw new ProblemAnswer(503, "Given up", why, 1, List.of());
    }
  }

  private static String inWords(LiveTask task) {
    String detail = task.ending().orElseThrow().detail();
    String fate = Names.word(task.ending().orElseThrow().fate());
    return "left as %s%s".formatted(fate, detail.isEmpty() ? "" : ": " + detail);
  }

  /** What its chance was: when it was mapped, and what the policy saw last. */
  private static String chance(Invocation.Left left) {
    String mapped =
        left.task()
            .run()
            .map(Run::chance)
            .filter(chance -> !chance.isNaN())
            .map(chance -> String.format(Locale.ROOT, "; its chance was %.1f %%", 100 * chance))
            .orElse(left.task().run().isPresent() ? "" : "; it was never mapped to a machine");
    return left.basis().isEmpty() ? mapped : "%s (%s)".formatted(mapped, left.basis());
  }
}
