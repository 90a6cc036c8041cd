package org.espalier.cli.live;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.PointsInTime;
import org.espalier.cli.terminal.TextTable;
import org.espalier.simulator.column.NumberText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prints what a live service says of itself and its tasks. */
record ServiceStatus(ServiceClient client, PrintWriter out, Display display) {
  private static final int BAR = 30;

  /** The whole service in a screenful. */
  void printOverview() {
    JsonNode overview = client.get("/v1/overview");
    out.printf(
        "%s  policy %s  %s%n",
        client.service(),
        overview.get("policy").asString(),
        PointsInTime.here().clock(Instant.parse(overview.get("at").asString())));
    out.println(overview.get("headline").get("text").asString());
    printServices();
    printShares(overview.get("recent"));
    if (overview.has("level")) {
      out.printf(
          Locale.ROOT,
          "oversubscription level %.2f, dropping %s%n",
          overview.get("level").asDouble(),
          overview.get("dropping_engaged").asBoolean() ? "engaged" : "not engaged");
    }
    printEnergyBudget(overview);
    out.printf("batch queue: %s tasks%n", overview.get("unmapped").asInt());
    overview.path("notices").forEach(notice -> out.println(notice.asString()));
    printEventTimes(overview.get("mapping_events"));
    out.println();
    printTaskTypes(overview.get("types"));
    printUsers(overview.path("users"));
    printMachines(overview);
  }

  /** Who decides and who stands by, where services share a store. */
  private void printServices() {
    for (JsonNode service : client.get("/v1/services").get("services")) {
      out.printf(
          Locale.ROOT,
          "%s %s since %s; its clock is %+.0f ms from that of the store's server%n",
          service.get("address").asString(),
          service.get("decides").asBoolean() ? "decides" : "stands by",
          PointsInTime.here().clock(Instant.parse(service.get("since").asString())),
          service.get("clock_ahead_ms").asDouble());
    }
  }

  private void printTaskTypes(JsonNode types) {
    if (types.isEmpty()) {
      return;
    }
    TextTable table =
        TextTable.of(
            "", "task type", "#left", "#on time", "#a second", "#failed", "why, predictions");
    for (JsonNode type : types) {
      String onTime = NumberText.percent(type.get("on_time").asDouble() / type.get("left").asInt());
      String worth =
          type.has("worth_on_time")
              ? " (%s of worth)".formatted(NumberText.percent(type.get("worth_on_time").asDouble()))
              : "";
      table.add(
          type.get("name").asString(),
          number(type.get("left")),
          onTime + worth + poorer(type),
          String.format(Locale.ROOT, "%.1f", type.path("per_second").asDouble(0)),
          number(type.get("failed")),
          "%s %s".formatted(type.get("reason").asString(), type.get("doubt").asString()).strip());
    }
    table.print(out, display.width());
    out.println();
  }

  private static String poorer(JsonNode type) {
    return type.has("poorer")
        ? ", %s delivered poorer"
            .formatted(NumberText.percent(type.get("poorer").asDouble() / type.get("left").asInt()))
        : "";
  }

  private void printUsers(JsonNode users) {
    if (!users.isEmpty()) {
      TextTable table =
          TextTable.of("", "user", "#waiting", "#machine time, s", "#requests refused");
      for (JsonNode user : users) {
        table.add(
            user.get("name").asString(),
            number(user.get("waiting")),
            number(user.get("machine_seconds")),
            number(user.get("refused")));
      }
      table.print(out, display.width());
      out.println();
    }
  }

  private void printShares(JsonNode counts) {
    long all = counts.valueStream().mapToLong(JsonNode::asLong).sum();
    String shares =
        counts.properties().stream()
            .filter(count -> count.getValue().asLong() > 0)
            .map(c -> c.getKey() + " " + NumberText.percent((double) c.getValue().asLong() / all))
            .collect(Collectors.joining(", "));
    out.printf("of the last %s tasks that left: %s%n", all, all == 0 ? "-" : shares);
  }

  private void printEventTimes(JsonNode events) {
    out.println(
        events.has("mean_ms")
            ? String.format(
                Locale.ROOT,
                "mapping events: %d, mean %.2f ms, 99 %% within %.1f ms",
                events.get("count").asLong(),
                events.get("mean_ms").asDouble(),
                events.get("p99_ms").asDouble())
            : "mapping events: none yet");
  }

  private void printEnergyBudget(JsonNode overview) {
    if (overview.has("energy_budget")) {
      JsonNode budget = overview.get("energy_budget");
      out.printf(
          "energy budget until %s: %s of %s left, %s spent, %s for tasks that are mapped%n",
          budget.get("until").asString(),
          amount(budget, "remaining"),
          amount(budget, "budget"),
          amount(budget, "spent"),
          amount(budget, "pending"));
      if (budget.has("of")) {
        ((ObjectNode) budget.get("of")).put("unit", budget.get("unit").asString());
        out.printf(
            "  of that until %s: %s spent of %s%n",
            budget.get("of").get("until").asString(),
            amount(budget.get("of"), "spent"),
            amount(budget.get("of"), "budget"));
      }
    }
  }

  private static String amount(JsonNode budget, String key) {
    double amount = budget.get(key).asDouble();
    String unit = budget.get("unit").asString();
    return unit.equals("J")
        ? String.format(Locale.ROOT, "%,.1f kJ", amount / 1e3)
        : String.format(Locale.ROOT, "%,.4g %s", amount, unit);
  }

  private void printMachines(JsonNode overview) {
    int count = overview.get("machine_count").asInt();
    int shown = overview.get("machines").size();
    if (shown < count) {
      printTypes(overview.get("machine_types"));
      out.printf(
          Locale.ROOT,
          "%n%d of %,d machines, those most worth a look first; espalier machines lists more%n",
          shown,
          count);
    }
    printQueues(overview.get("machines"));
  }

  private void printTypes(JsonNode types) {
    List<String> states = List.of("idle", "running", "full", "drained", "failed");
    List<String> columns = new ArrayList<>(List.of("machine type", "#machines", "#executing"));
    states.forEach(state -> columns.add("#" + state));
    columns.addAll(List.of("#tasks in queues", "#expected late"));
    TextTable table = TextTable.of("", columns);
    for (JsonNode type : types) {
      List<String> row = new ArrayList<>();
      row.add(type.get("name").asString());
      row.add(number(type.get("machines")));
      row.add(NumberText.percent(type.get("busy").asDouble() / type.get("machines").asInt()));
      states.forEach(state -> row.add(number(type.get(state))));
      row.add(number(type.get("queued")));
      row.add(number(type.get("expected_late")));
      table.add(row);
    }
    table.print(out, display.width());
  }

  private static String number(JsonNode number) {
    return String.format(Locale.ROOT, "%,d", number.asLong());
  }

  private void printQueues(JsonNode machines) {
    TextTable table = TextTable.of("", "machine", "condition", "queue: task (chance of success)");
    for (JsonNode machine : machines) {
      List<String> queue = new ArrayList<>();
      for (JsonNode task : machine.get("queue")) {
        queue.add(
            "%s%s (%s)"
                .formatted(
                    task.has("started") ? "> " : "",
                    task.get("id").asLong(),
                    task.has("chance") ? NumberText.percent(task.get("chance").asDouble()) : "-"));
      }
      int more = machine.get("queued").asInt() - queue.size();
      if (more > 0) {
        queue.add("and %s more".formatted(more));
      }
      table.add(
          machine.get("name").asString(),
          machine.get("condition").asString(),
          String.join("  ", queue));
    }
    table.print(out, display.width());
  }

  /**
   * A page of tasks.
   *
   * @param query parameters of the request, as in {@code limit=20&state=failed}
   */
  void printTasks(String query) {
    PointsInTime moments = PointsInTime.here();
    TextTable table =
        TextTable.of(
            "",
            "#id",
            "type",
            "user",
            "state",
            "machine",
            "submitted",
            "started",
            "deadline",
            "#elapsed",
            "how it left");
    JsonNode page = client.get("/v1/tasks?" + query);
    for (JsonNode task : page.get("tasks")) {
      table.add(
          Long.toString(task.get("id").asLong()),
          task.get("type").asString(),
          task.path("user").asString(""),
          task.get("state").asString(),
          task.path("machine").asString(""),
          clock(task.path("submitted"), moments),
          clock(task.path("started"), moments),
          clock(task.path("deadline"), moments),
          elapsed(task, moments),
          task.path("fate").asString("") + TaskView.why(task));
    }
    table.print(out, display.width());
    if (page.has("next")) {
      out.printf("and earlier ones; --limit lists more than %s%n", page.get("tasks").size());
    }
  }

  private static String clock(JsonNode time, PointsInTime moments) {
    return time.isMissingNode() ? "" : moments.clock(Instant.parse(time.asString()));
  }

  /** How long it has executed. */
  private static String elapsed(JsonNode task, PointsInTime moments) {
    if (!task.has("started")) {
      return "";
    }
    Instant end = task.has("ended") ? Instant.parse(task.get("ended").asString()) : moments.now();
    Duration span = Duration.between(Instant.parse(task.get("started").asString()), end);
    return PointsInTime.span(span.isNegative() ? Duration.ZERO : span);
  }

  /** All about a task. */
  void printTask(long id) {
    new TaskView(client, client.get("/v1/tasks/" + id), out, display, PointsInTime.here()).print();
  }

  /** The reliability diagram as text, and what was learned. */
  void printCalibration() {
    JsonNode learning = client.get("/v1/learning");
    out.println("chance predicted when mapped, against the share that was on time");
    for (JsonNode bin : learning.get("calibration")) {
      if (bin.get("tasks").asLong() > 0) {
        int bar = (int) Math.round(BAR * bin.get("observed").asDouble());
        out.printf(
            Locale.ROOT,
            "  %3.0f to %3.0f %%: predicted %5.1f %%, observed %5.1f %%  %s  %d tasks%n",
            100 * bin.get("from").asDouble(),
            100 * bin.get("to").asDouble(),
            100 * bin.get("predicted").asDouble(),
            100 * bin.get("observed").asDouble(),
            (display.plain() ? "#" : "\u2588").repeat(bar) + " ".repeat(BAR - bar),
            bin.get("tasks").asLong());
      }
    }
    TextTable table = TextTable.of("", "task type", "machine type", "#completions", "#mean ms");
    for (JsonNode cell : learning.get("cells")) {
      table.add(
          cell.get("task_type").asString(),
          cell.get("machine_type").asString(),
          Long.toString(cell.get("completions").asLong()),
          NumberText.fixed(cell.get("mean_ms").asDouble(), 1));
    }
    out.println();
    table.print(out, display.width());
  }
}
