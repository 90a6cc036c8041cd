package org.espalier.service.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.espalier.service.live.Faults;
import org.espalier.service.live.MachinePage;
import org.espalier.service.live.MachineQuery;
import org.espalier.service.live.MachineQuery.Order;
import org.espalier.service.live.Overview.Activity;
import org.espalier.service.live.ParameterView;
import org.espalier.service.live.Refusal.Fault;
import org.espalier.service.live.Timeline;
import org.espalier.service.scheduling.LiveScheduler;
import org.espalier.workload.document.Names;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Machines, policy, execution times, learning and the overview. */
record StateApi(LiveScheduler service, StateJson json, Upkeep upkeep) {
  private static final String POLICY = "policy";
  private static final String SETTINGS = "settings";
  private static final String TASKS = "tasks";
  private static final String STORE = "store";
  private static final int MOST_BYTES = 10_000;
  private static final int PAGE = 100;

  List<Route> routes() {
    return List.of(
        Route.read("/v1/overview", e -> e.answer(200, json.overview(service.overview()))),
        Route.read("/v1/machines", this::machines)
            .with("type", "state", "text", "order", "from", "limit", TASKS),
        Route.read("/v1/machines/{name}", this::machine).with(TASKS),
        Route.of(
            Method.POST, "/v1/machines/{name}/drain", Role.OPERATE, withMachine(service::drain)),
        Route.of(
            Method.POST, "/v1/machines/{name}/resume", Role.OPERATE, withMachine(service::resume)),
        Route.of(Method.POST, "/v1/machines/{name}/lost", Role.OPERATE, withMachine(service::lost)),
        Route.read("/v1/policy", this::policy),
        Route.of(Method.PUT, "/v1/policy", Role.OPERATE, this::switchPolicy),
        Route.read("/v1/task-types", e -> e.answer(200, Map.of("task_types", service.taskTypes()))),
        Route.read("/v1/timeline", this::timeline),
        Route.read("/v1/services", e -> e.answer(200, Map.of("services", upkeep.services()))),
        Route.read("/v1/pet", e -> e.answer(200, json.pet(service.system()))),
        Route.of(Method.POST, "/v1/backup", Role.OPERATE, this::backup).with("outputs"),
        Route.of(Method.POST, "/v1/reload", Role.OPERATE, this::reload).with("dry_run"),
        Route.of(Method.POST, "/v1/yield", Role.OPERATE, this::yieldTo).with(STORE),
        Route.of(Method.POST, "/v1/release", Role.OPERATE, this::release).with(TASKS),
        Route.read("/v1/learning", e -> e.answer(200, service.learning())));
  }

  private void machines(Exchange exchange) {
    MachineQuery query = query(exchange);
    MachinePage page = service.machines(query);
    ObjectNode answer = JsonMapper.shared().createObjectNode().put("matching", page.matching());
    answer.set("machines", json.machines(page.machines(), query.tasks()));
    int end = query.from() + page.machines().size();
    if (end < page.matching() && !page.machines().isEmpty()) {
      answer.put("next", end);
    }
    exchange.answer(200, answer);
  }

  private static MachineQuery query(Exchange exchange) {
    Optional<Order> order = exchange.constant("order", Order.values(), Names::word);
    return new MachineQuery(
        exchange.query("type"),
        exchange.constants("state", Activity.values(), Names::word),
        exchange.query("text"),
        order.orElse(Order.SYSTEM),
        exchange.number("from", 0, Integer.MAX_VALUE).orElse(0),
        exchange.number("limit", 1, MachineQuery.MOST).orElse(PAGE),
        tasks(exchange));
  }

  private void machine(Exchange exchange) {
    int tasks = tasks(exchange);
    exchange.answer(200, json.machine(service.machine(exchange.path("name"), tasks), tasks));
  }

  /** How many tasks from the head of each queue are told. */
  private static int tasks(Exchange exchange) {
    return exchange.number(TASKS, 0, Integer.MAX_VALUE).orElse(Integer.MAX_VALUE);
  }

  /** Does something with the machine that the path names. */
  private static Route.Action withMachine(Consumer<String> deed) {
    return exchange -> {
      deed.accept(exchange.path("name"));
      exchange.done();
    };
  }

  /** Not closed after a failure, so that a part is not taken for the whole. */
  private void backup(Exchange exchange) throws IOException {
    boolean outputs = exchange.flag("outputs");
    exchange.response().header(HeaderNames.CONTENT_TYPE, "application/zip");
    service.backup(outputs, exchange.response()::outputStream);
  }

  private void release(Exchange exchange) {
    try {
      List<Long> tasks = exchange.queries(TASKS).stream().map(Long::valueOf).toList();
      exchange.answer(200, Map.of("released", service.release(tasks)));
    } catch (NumberFormatException e) {
      throw ProblemAnswer.invalid("?tasks", e.getMessage() + "; expected numbers of tasks");
    }
  }

  private void reload(Exchange exchange) {
    Upkeep.Reloaded reloaded = upkeep.reload(exchange.flag("dry_run"));
    exchange.audit(reloaded.changes());
    exchange.answer(200, reloaded);
  }

  private void yieldTo(Exchange exchange) {
    upkeep.letGo(exchange.query(STORE));
    exchange.done();
  }

  private void policy(Exchange exchange) {
    String policy = service.policy();
    exchange.answer(
        200,
        new PolicyChoice(
            policy,
            service.policySettings(),
            service.policies().names(),
            service.policies().byOrigin(),
            service.policies().fields(policy)));
  }

  private void switchPolicy(Exchange exchange) throws IOException {
    JsonNode body = RequestReader.parse(exchange.body(MOST_BYTES));
    List<Fault> faults = faults(body);
    if (!faults.isEmpty()) {
      throw ProblemAnswer.invalid(faults);
    }
    Map<String, String> settings = new TreeMap<>();
    body.path(SETTINGS)
        .properties()
        .forEach(setting -> settings.put(setting.getKey(), setting.getValue().asString()));
    exchange.audit(body);
    service.switchPolicy(body.get(POLICY).stringValue(), settings);
    policy(exchange);
  }

  /** All that is wrong with a request for another policy. */
  private List<Fault> faults(JsonNode body) {
    Faults faults = new Faults();
    faults.addAll(RequestReader.unknownKeys(body, Set.of(POLICY, SETTINGS), ""));
    nameFault(body.get(POLICY)).ifPresent(detail -> faults.add(new Fault("/" + POLICY, detail)));
    JsonNode settings = body.path(SETTINGS);
    if (!settings.isMissingNode()
        && !(settings.isObject() && settings.valueStream().allMatch(JsonNode::isValueNode))) {
      faults.add(new Fault("/" + SETTINGS, "no settings; expected {\"toggle\": 2}"));
    }
    return faults.list();
  }

  private Optional<String> nameFault(@Nullable JsonNode name) {
    if (name == null || !name.isString()) {
      return Optional.of("missing; expected {\"policy\": \"PAM\"}");
    }
    String text = name.stringValue();
    List<String> names = service.policies().names();
    return names.contains(text)
        ? Optional.empty()
        : Optional.of(
            "no policy that suits this service is named \"%s\"; %s"
                .formatted(text, Names.remedy(text, names)));
  }

  private void timeline(Exchange exchange) {
    Timeline timeline = service.timeline();
    exchange.answer(
        200,
        new Ticks(timeline.epoch().toString(), timeline.milliseconds(1), LiveScheduler.version()));
  }

  private record PolicyChoice(
      String policy,
      Map<String, String> settings,
      List<String> policies,
      Map<String, List<String>> byOrigin,
      List<ParameterView> fields) {}

  private record Ticks(String epoch, double tickMs, String version) {}
}
