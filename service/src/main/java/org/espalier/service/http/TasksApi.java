package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.espalier.core.allocation.journal.Fate;
import org.espalier.service.backend.LaunchId;
import org.espalier.service.backend.OutputChannel;
import org.espalier.service.live.LiveTask;
import org.espalier.service.live.Refusal;
import org.espalier.service.live.TaskQuery;
import org.espalier.service.live.TaskRequest;
import org.espalier.service.live.TaskState;
import org.espalier.service.live.Timeline;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code /v1/tasks}: submit, look, take back. */
record TasksApi(LiveScheduler service, TaskJson json, Followers followers, IntSupplier mostBytes) {
  private static final int PAGE = 100;

  List<Route> routes() {
    return List.of(
        Route.of(Method.POST, "/v1/tasks", Role.SUBMIT, this::submit).with("dry_run"),
        list(exchange -> list(exchange, service.timeline(), service::tasks)),
        Route.read("/v1/tasks/{id}", this::show),
        Route.of(Method.DELETE, "/v1/tasks/{id}", Role.SUBMIT, this::cancel));
  }

  private void submit(Exchange exchange) throws IOException, InterruptedException {
    String type = exchange.header(HeaderNames.CONTENT_TYPE).orElse("").toLowerCase(Locale.ROOT);
    if (!type.startsWith("application/json")) {
      throw new ProblemAnswer(
          415,
          "Unsupported media type",
          "content type \"%s\"; expected application/json".formatted(type));
    }
    JsonNode body = RequestReader.parse(exchange.body(mostBytes.getAsInt()));
    List<TaskRequest> requests =
        RequestReader.read(body).stream()
            .map(request -> request.with(exchange.own(request.submission())))
            .toList();
    boolean dry = exchange.flag("dry_run");
    if (body.isArray()) {
      ArrayNode tasks = JsonMapper.shared().createArrayNode();
      List<ObjectNode> answers = waited(answers(requests, dry), dry, exchange);
      answers.forEach(tasks::add);
      boolean over = dry || (!answers.isEmpty() && answers.stream().allMatch(t -> t.has("ended")));
      exchange.answer(over ? 200 : 202, JsonMapper.shared().createObjectNode().set("tasks", tasks));
    } else {
      TaskRequest only = requests.getFirst().orUnder(exchange.header(Headers.IDEMPOTENCY_KEY));
      List<ObjectNode> accepted = alone(() -> answers(List.of(only), dry));
      ObjectNode answer = waited(accepted, dry, exchange).getFirst();
      boolean repeated = answer.path("repeated").asBoolean();
      if (!dry) {
        exchange.response().header(HeaderNames.LOCATION, "/v1/tasks/" + answer.get("id").asLong());
      }
      exchange.answer(dry || repeated || answer.has("ended") ? 200 : 202, answer);
    }
  }

  /** The same once they have left, if that is preferred and comes soon enough. */
  private List<ObjectNode> waited(List<ObjectNode> accepted, boolean dry, Exchange exchange)
      throws InterruptedException {
    List<Long> ids = accepted.stream().map(task -> task.path("id").asLong()).toList();
    if (dry || !waits(ids, exchange)) {
      return accepted;
    }
    List<ObjectNode> now = new ArrayList<>();
    for (ObjectNode before : accepted) {
      ObjectNode task = before.deepCopy();
      service.task(before.get("id").asLong()).ifPresent(found -> task.setAll(json.task(found)));
      now.add(task);
    }
    return now;
  }

  /** Waits until tasks have left, if that is preferred (RFC 7240); whether it is. */
  private boolean waits(List<Long> ids, Exchange exchange) throws InterruptedException {
    Optional<Duration> wanted = exchange.wait(followers.longest());
    if (wanted.isEmpty()) {
      return false;
    }
    try (var _ = followers.take()) {
      service.awaitEnds(ids, wanted.get());
    }
    String applied = "wait=" + wanted.get().toSeconds();
    exchange.response().header(Headers.PREFERENCE_APPLIED, applied);
    return true;
  }

  private List<ObjectNode> answers(List<TaskRequest> requests, boolean dry) {
    if (requests.isEmpty()) {
      return List.of();
    }
    long now = service.now();
    List<ObjectNode> answers =
        dry
            ? service.rehearse(requests).stream().map(each -> json.rehearsal(each, now)).toList()
            : service.submit(requests).stream().map(json::accepted).toList();
    Optional<String> without = service.policyWithoutWorth();
    for (int i = 0; i < answers.size(); i++) {
      ObjectNode answer = answers.get(i);
      if (dry && cannotBeCompleted(requests.get(i).submission().type(), answer)) {
        TaskJson.warn("it must be completed, and no machine can do so as queues stand", answer);
      }
      if (requests.get(i).worth().isPresent()) {
        without.ifPresent(policy ->
            TaskJson.warn(
                "policy %s does not mind what tasks are worth".formatted(policy), answer));
      }
    }
    return answers;
  }

  private boolean cannotBeCompleted(String type, ObjectNode rehearsal) {
    return service.terms(type).must()
        && rehearsal
            .get("machines")
            .valueStream()
            .allMatch(each -> each.get("chance").asDouble() == 0);
  }

  private static <T> T alone(Supplier<T> answer) {
    try {
      return answer.get();
    } catch (Refusal refusal) {
      throw refusal.alone();
    }
  }

  /** The path of lists of tasks. */
  static Route list(Route.Action action) {
    return Route.read("/v1/tasks", action)
        .with(
            "state", "fate", "type", "machine", "text", "user", "since", "until", "before",
            "limit");
  }

  /** Answers with some of the tasks that there are. */
  static void list(
      Exchange exchange, Timeline timeline, Function<TaskQuery, List<LiveTask>> found) {
    TaskQuery query = query(exchange, timeline);
    List<LiveTask> tasks = found.apply(query);
    TaskJson json = new TaskJson(timeline);
    ObjectNode page = JsonMapper.shared().createObjectNode();
    ArrayNode items = page.putArray("tasks");
    tasks.forEach(task -> items.add(json.task(task)));
    if (tasks.size() == query.limit() && tasks.getLast().id() > 0) {
      page.put("next", Long.toString(tasks.getLast().id()));
    }
    exchange.answer(200, page);
  }

  private static TaskQuery query(Exchange exchange, Timeline timeline) {
    return new TaskQuery(
        exchange.constants("state", TaskState.values(), Names::word),
        exchange.constants("fate", Fate.values(), Names::word),
        exchange.query("type"),
        exchange.query("machine"),
        exchange.query("text"),
        new TaskQuery.Submitted(
            exchange.query("user"),
            ticks("since", exchange, timeline),
            ticks("until", exchange, timeline)),
        exchange.count("before"),
        exchange.number("limit", 1, TaskQuery.MOST).orElse(PAGE));
  }

  /** The first tick at or after a time. */
  private static OptionalLong ticks(String name, Exchange exchange, Timeline timeline) {
    return exchange.instant(name).stream().mapToLong(timeline::ticksUp).findFirst();
  }

  private void show(Exchange exchange) throws InterruptedException {
    long id = exchange.task(service::task).id();
    boolean unused = waits(List.of(id), exchange);
    LiveTask task = exchange.task(service::task);
    ObjectNode answer = json.task(task);
    service.waiting(id).ifPresent(waiting -> json.put(waiting, answer));
    service.notice(id).ifPresent(notice -> answer.put("notice", notice));
    service.standing(id).ifPresent(standing -> json.put(standing, answer));
    putOutput(LaunchId.of(task), answer);
    json.putHistory(service.history(id), service::machineName, answer);
    exchange.answer(200, answer);
  }

  /**
   * How many bytes there are of what its command has written, if that is kept, and how many not.
   */
  private void putOutput(LaunchId run, ObjectNode answer) {
    for (OutputChannel channel : OutputChannel.values()) {
      String name = Names.word(channel);
      service
          .output(run, channel, 0, 0)
          .ifPresent(part -> {
            answer.withObject("output").put(name, part.size());
            if (part.notKept() > 0) {
              answer.withObject("output_not_kept").put(name, part.notKept());
            }
          });
    }
  }

  private void cancel(Exchange exchange) {
    exchange.answer(200, json.task(service.cancel(exchange.taskId())));
  }
}
