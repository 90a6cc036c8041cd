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
import org.espalier.workload.document.Names;
import tools.jackson.databind.JsonNode;

/** Prints all about one task of a live service, for people. */
record TaskView(
    ServiceClient client, JsonNode task, PrintWriter out, Display display, PointsInTime moments) {
  /** How much of the end of its output is looked at, and how many lines of that are shown. */
  private static final int OUTPUT_BYTES = 4000;

  private static final int OUTPUT_LINES = 10;

  void print() {
    printFacts();
    printOutput();
    printWaiting();
    printHistory();
  }

  private void printFacts() {
    TextTable table = TextTable.of("", "", "");
    table.add("task", task.get("id").asString());
    table.add("type", task.get("type").asString());
    if (!task.get("parameters").isEmpty()) {
      table.add("parameters", parameters());
    }
    addText(table, "key");
    addText(table, "user");
    table.add("state", state());
    table.add("submitted", moments.fromNow(time("submitted")));
    table.add("deadline", deadline());
    if (task.path("worth").asDouble(1) != 1) {
      addText(table, "worth");
    }
    addText(table, "urgency");
    addText(table, "version");
    if (task.has("started")) {
      Duration waited = Duration.between(time("submitted"), time("started"));
      table.add(
          "started",
          "%s, %s after it was submitted"
              .formatted(moments.clock(time("started")), PointsInTime.span(waited)));
    }
    if (task.has("expected")) {
      table.add("expected", expected(task.get("expected"), time("deadline")));
    }
    if (task.has("ended")) {
      table.add("ended", ended());
    }
    addChances(table);
    addAttempts(table);
    addText(table, "notice");
    table.print(out, display.width());
  }

  private void addAttempts(TextTable table) {
    if (task.get("attempts").asInt() > 1 || task.has("retries")) {
      String repeated = task.has("retries") ? ", to run again: " + task.get("retries") : "";
      table.add("attempts", task.get("attempts").asString() + repeated);
    }
    if (task.has("held_until")) {
      table.add("held back", "until " + moments.fromNow(time("held_until")));
    }
  }

  private void addText(TextTable table, String name) {
    if (task.has(name)) {
      table.add(name, task.get(name).asString());
    }
  }

  private String parameters() {
    return task.get("parameters").properties().stream()
        .map(p -> p.getKey() + "=" + p.getValue().asString())
        .collect(Collectors.joining(" "));
  }

  private String state() {
    StringBuilder text = new StringBuilder(task.get("state").asString());
    String fate = task.path("fate").asString("");
    if (!fate.isEmpty() && !fate.contentEquals(text)) {
      text.append(": ").append(fate);
    }
    if (task.has("machine")) {
      text.append(" on ").append(task.get("machine").asString());
    }
    return text + why(task);
  }

  /** Why its command did not end well, after a comma; empty if it did. */
  static String why(JsonNode task) {
    int status = task.path("exit_code").asInt(0);
    String told = status == 0 ? "" : "exit status " + status;
    String why = task.path("detail").asString(told);
    return why.isEmpty() ? "" : ", " + why;
  }

  private Instant time(String name) {
    return Instant.parse(task.get(name).asString());
  }

  private String deadline() {
    boolean passedAtOnce = !time("deadline").isAfter(time("submitted"));
    String text =
        task.has("ended") ? moments.clock(time("deadline")) : moments.fromNow(time("deadline"));
    return passedAtOnce ? text + "; it had passed when the task was submitted" : text;
  }

  private String ended() {
    Instant end = time("ended");
    String ran =
        task.has("started")
            ? ", after %s".formatted(PointsInTime.span(Duration.between(time("started"), end)))
            : "";
    return "%s%s, %s"
        .formatted(
            moments.clock(end), ran, PointsInTime.apart(end, time("deadline"), "the deadline"));
  }

  private void addChances(TextTable table) {
    List<String> chances = new ArrayList<>();
    if (task.has("chance")) {
      chances.add(NumberText.percent(task.get("chance").asDouble()) + " when it was mapped");
    }
    if (task.has("chance_now")) {
      chances.add(NumberText.percent(task.get("chance_now").asDouble()) + " now");
    }
    if (!chances.isEmpty()) {
      table.add("chance", String.join(", ", chances));
    }
  }

  private String expected(JsonNode at, Instant deadline) {
    Instant time = Instant.parse(at.asString());
    return "at %s, %s"
        .formatted(moments.clock(time), PointsInTime.apart(time, deadline, "the deadline"));
  }

  /** The last lines of what its command has written. */
  private void printOutput() {
    for (var channel : task.path("output").properties()) {
      if (channel.getValue().asLong() > 0) {
        String path =
            "/v1/tasks/%s/output?channel=%s".formatted(task.get("id").asLong(), channel.getKey());
        List<String> lines =
            client
                .text(path + "&last=" + OUTPUT_BYTES)
                .lines()
                .skip(channel.getValue().asLong() > OUTPUT_BYTES ? 1 : 0)
                .toList();
        int shown = Math.min(OUTPUT_LINES, lines.size());
        long notKept = OutputCommand.notKept(task, channel.getKey());
        String of = notKept > 0 ? " of what is kept; " + OutputCommand.more(notKept) : "";
        out.printf("%n%s, last lines%s%n", channel.getKey(), of);
        lines.subList(lines.size() - shown, lines.size()).forEach(line -> out.println("  " + line));
      }
    }
  }

  private void printWaiting() {
    if (task.has("waiting")) {
      JsonNode waiting = task.get("waiting");
      out.printf("%nwhy it waits: %s%n", waiting.get("reason").asString());
      printProspects(waiting, time("deadline"));
    }
  }

  /** What could become of a task on each machine. */
  void printProspects(JsonNode prospects, Instant deadline) {
    TextTable table = TextTable.of("  ", "machine", "queue", "#chance", "expected");
    for (JsonNode machine : prospects.get("machines")) {
      boolean able = machine.get("can_run").asBoolean();
      table.add(
          machine.get("machine").asString(),
          able ? machine.get("has_room").asBoolean() ? "has room" : "full" : "cannot run it now",
          NumberText.percent(machine.get("chance").asDouble()),
          machine.has("expected") ? expected(machine.get("expected"), deadline) : "");
    }
    table.print(out, display.width());
    if (prospects.has("machines_left_out")) {
      out.printf(
          "  of each machine type those that are expected to be ready first; %s left out%n",
          Names.count(prospects.get("machines_left_out").asLong(), "machine"));
    }
  }

  private void printHistory() {
    out.printf("%nhistory%n");
    TextTable table = TextTable.of("  ", "at", "event", "machine", "");
    for (JsonNode entry : task.path("history")) {
      table.add(
          moments.clock(Instant.parse(entry.get("at").asString())),
          event(entry),
          entry.path("machine_name").asString(""),
          entry.has("basis") ? basis(entry.get("basis")) : entry.path("fate").asString(""));
    }
    table.print(out, display.width());
  }

  /** The journal calls lost what is to run again, also where its command failed. */
  private static String event(JsonNode entry) {
    String event = entry.get("event").asString();
    return event.equals("lost") ? "to run again" : event;
  }

  /** What a decision was based on. */
  private String basis(JsonNode basis) {
    String measure = basis.get("measure").asString();
    if (basis.has("at")) {
      return measure + " " + expected(basis.get("at"), time("deadline"));
    }
    if (basis.has("ms")) {
      Duration span = Duration.ofMillis(Math.round(basis.get("ms").asDouble()));
      return measure + " " + PointsInTime.span(span);
    }
    boolean isChance = measure.contains("chance of success");
    String value =
        isChance ? NumberText.percent(basis.path("value").asDouble()) : number(basis.path("value"));
    String limit =
        basis.has("limit")
            ? ", held against "
                + (isChance
                    ? NumberText.percent(basis.get("limit").asDouble())
                    : number(basis.get("limit")))
            : "";
    return measure + " " + value + limit;
  }

  private static String number(JsonNode number) {
    return number.isNumber()
        ? String.format(Locale.ROOT, "%.4g", number.asDouble())
        : number.asString();
  }
}
