package org.espalier.cli.live;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Display;
import org.espalier.cli.terminal.PointsInTime;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Submits tasks and prints what became of the requests. */
final class TaskSubmission {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final String TASKS = "/v1/tasks";
  private static final int LINES_AT_A_TIME = 500;

  private final ServiceClient client;
  private final PrintWriter out;
  private final PrintWriter err;
  private final Display display;
  private final boolean json;
  private final List<Integer> submitted = new ArrayList<>();

  /**
   * Submissions to a service.
   *
   * @param json whether answers are printed as they are
   */
  TaskSubmission(
      ServiceClient client, PrintWriter out, PrintWriter err, Display display, boolean json) {
    this.client = client;
    this.out = out;
    this.err = err;
    this.display = display;
    this.json = json;
  }

  /** Submits so many times the same; where a request may be sent twice it has a key for that. */
  void submit(ObjectNode request, int count) {
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < count; i++) {
      ObjectNode each = request.deepCopy();
      if (client.mayChange() && !each.has("key")) {
        each.put("key", UUID.randomUUID().toString());
      }
      requests.add(each);
    }
    client.post(TASKS, requests).get("tasks").forEach(this::print);
  }

  /** Tells what would become of a task; nothing is submitted. */
  void rehearse(ObjectNode request) {
    JsonNode answer = client.post(TASKS + "?dry_run=true", request);
    if (json) {
      out.println(answer);
    } else {
      Instant end = Instant.parse(answer.get("deadline").asString());
      out.printf(
          "%s would be accepted, deadline %s; nothing was submitted%n",
          request.get("type").asString(), PointsInTime.here().fromNow(end));
      new TaskView(client, answer, out, display).printProspects(answer, end);
    }
    warn(answer);
  }

  private void warn(JsonNode answer) {
    if (answer.has("warning")) {
      String which = answer.has("id") ? "task %s: ".formatted(answer.get("id").asInt()) : "";
      err.println("warning: " + which + answer.get("warning").asString());
      err.flush();
    }
  }

  /** Waits until all that was submitted has left, and tells how; fails unless all is completed. */
  void awaitEnds() {
    int others = 0;
    for (int id : submitted) {
      JsonNode task = client.getPatiently(TASKS + "/" + id);
      while (!task.has("ended")) {
        task = client.getPatiently(TASKS + "/" + id);
      }
      String state = task.get("state").asString();
      others += state.equals("completed") ? 0 : 1;
      if (json) {
        out.println(task);
      } else {
        out.printf("%s %s, %s%n", id, state, task.path("fate").asString());
      }
      out.flush();
    }
    CommandFailure.when(others > 0, "%s of %s tasks are not completed", others, submitted.size());
  }

  private void print(JsonNode task) {
    warn(task);
    submitted.add(task.get("id").asInt());
    if (json) {
      out.println(task);
      return;
    }
    String repeated = task.path("repeated").asBoolean() ? "  (submitted before)" : "";
    out.printf("%s%s%n", task.get("id").asInt(), repeated);
  }

  /**
   * Submits the requests of a file; one that is wrong anywhere is not begun.
   *
   * @param key begins the keys of lines that have none
   */
  void submitFile(Path file, String key) {
    List<RequestLine> lines = RequestLine.readAll(file, key);
    for (int from = 0; from < lines.size(); from += LINES_AT_A_TIME) {
      List<RequestLine> some = lines.subList(from, Math.min(lines.size(), from + LINES_AT_A_TIME));
      ArrayNode requests = MAPPER.createArrayNode();
      some.forEach(line -> requests.add(line.request()));
      try {
        client
            .post(TASKS, requests, pointer -> place(pointer, file, some))
            .get("tasks")
            .forEach(this::print);
      } catch (CommandFailure e) {
        String accepted =
            from == 0 ? "nothing" : "all up to line %s".formatted(lines.get(from - 1).number());
        throw new CommandFailure(
            "%s%n  accepted was %s; submit the file again with --key %s, which submits no line twice"
                .formatted(e.getMessage(), accepted, key),
            e);
      }
    }
  }

  /** Where in the file that is which a pointer into a list names, as in {@code /3/type}. */
  private static String place(String pointer, Path file, List<RequestLine> lines) {
    String[] parts = pointer.split("/", 3);
    int line = lines.get(Integer.parseInt(parts[1])).number();
    return "%s:%s%s".formatted(file, line, parts.length > 2 ? ": /" + parts[2] : "");
  }
}
