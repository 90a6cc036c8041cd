package org.espalier.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Submits tasks and prints what became of the requests. */
final class TaskSubmission {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final String TASKS = "/v1/tasks";
  private static final int LINES_AT_A_TIME = 500;

  private final ServiceClient client;
  private final CommandSpec spec;
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private int refused;

  /**
   * Submissions to a service.
   *
   * @param json whether answers are printed as they are
   */
  TaskSubmission(ServiceClient client, CommandSpec spec, boolean json) {
    this.client = client;
    this.spec = spec;
    this.out = spec.commandLine().getOut();
    this.err = spec.commandLine().getErr();
    this.json = json;
  }

  int submit(
      String type,
      Map<String, String> parameters,
      String deadline,
      Optional<String> key,
      int count) {
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < count; i++) {
      ObjectNode request = request(type, parameters, deadline);
      key.ifPresent(given -> request.put("key", given));
      requests.add(request);
    }
    client.post(TASKS, requests).get("tasks").forEach(this::print);
    out.flush();
    return ExitCode.OK;
  }

  private static ObjectNode request(String type, Map<String, String> parameters, String deadline) {
    ObjectNode request = MAPPER.createObjectNode().put("type", type).put("deadline", deadline);
    ObjectNode values = request.putObject("parameters");
    parameters.forEach(values::put);
    return request;
  }

  /** Tells what would become of a task; nothing is submitted. */
  int rehearse(String type, Map<String, String> parameters, String deadline) {
    JsonNode answer = client.post(TASKS + "?dry_run=true", request(type, parameters, deadline));
    if (json) {
      out.println(answer);
    } else {
      Instant end = Instant.parse(answer.get("deadline").asString());
      out.printf(
          "%s would be accepted, deadline %s; nothing was submitted%n",
          type, Moments.here().fromNow(end));
      new TaskView(client, answer, out, Display.of(spec, false)).printProspects(answer, end);
    }
    warn(answer);
    out.flush();
    return ExitCode.OK;
  }

  private void warn(JsonNode answer) {
    if (answer.has("warning")) {
      String which = answer.has("id") ? "task %d: ".formatted(answer.get("id").asInt()) : "";
      err.println("warning: " + which + answer.get("warning").asString());
      err.flush();
    }
  }

  private void print(JsonNode task) {
    warn(task);
    if (json) {
      out.println(task);
      return;
    }
    String repeated = task.path("repeated").asBoolean() ? "  (submitted before)" : "";
    out.printf("%d%s%n", task.get("id").asInt(), repeated);
  }

  int submitFile(Path file) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      StringBuilder chunk = new StringBuilder();
      int first = 1;
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        chunk.append(line.isBlank() ? "null" : line).append('\n');
        if (number - first + 1 == LINES_AT_A_TIME) {
          send(chunk.toString(), file, first);
          chunk.setLength(0);
          first = number + 1;
        }
      }
      send(chunk.toString(), file, first);
    } catch (NoSuchFileException e) {
      throw new CommandFailure("%s is not there; name a file of JSON lines".formatted(file), e);
    }
    out.flush();
    if (refused > 0) {
      throw new CommandFailure("%d lines of %s were refused".formatted(refused, file));
    }
    return ExitCode.OK;
  }

  private void send(String chunk, Path file, int first) {
    if (chunk.isEmpty()) {
      return;
    }
    int line = first;
    for (String answer : client.postLines(TASKS, chunk).toList()) {
      JsonNode task = MAPPER.readTree(answer);
      if (task.has("id")) {
        print(task);
      } else {
        refused++;
        out.println(json ? task : "%s:%d: %s".formatted(file, line, reason(task)));
      }
      line++;
    }
  }

  private static String reason(JsonNode problem) {
    StringBuilder text = new StringBuilder(problem.path("title").asString());
    if (problem.has("errors")) {
      for (JsonNode error : problem.get("errors")) {
        text.append("; ")
            .append(error.get("pointer").asString())
            .append(": ")
            .append(error.get("detail").asString());
      }
    } else {
      text.append(": ").append(problem.path("detail").asString());
    }
    return text.toString();
  }
}
