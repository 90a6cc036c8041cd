package org.espalier.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
  private final PrintWriter out;
  private int refused;

  TaskSubmission(ServiceClient client, PrintWriter out) {
    this.client = client;
    this.out = out;
  }

  int submit(
      String type,
      Map<String, String> parameters,
      String deadline,
      @Nullable String key,
      int count) {
    ArrayNode requests = MAPPER.createArrayNode();
    for (int i = 0; i < count; i++) {
      ObjectNode request = requests.addObject().put("type", type).put("deadline", deadline);
      ObjectNode values = request.putObject("parameters");
      parameters.forEach(values::put);
      if (key != null) {
        request.put("key", key);
      }
    }
    client.post(TASKS, requests).get("tasks").forEach(this::print);
    out.flush();
    return ExitCode.OK;
  }

  private void print(JsonNode task) {
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
      JsonNode json = MAPPER.readTree(answer);
      if (json.has("id")) {
        print(json);
      } else {
        refused++;
        out.printf("%s:%d: %s%n", file, line, reason(json));
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
