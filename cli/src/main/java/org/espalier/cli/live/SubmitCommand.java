package org.espalier.cli.live;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.PointsInTime;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.workload.document.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code espalier submit}: gives tasks to a live service. */
@Command(
    name = "submit",
    description = "Submits tasks to a live service; prints their ids when they are safe.",
    footer = {
      "",
      "Examples:",
      "  espalier submit cpu --deadline \"in 5 s\" work=200",
      "  espalier submit cpu --deadline 2030-01-31T12:00:00Z --key order-17",
      "  espalier submit cpu --deadline \"in 5 s\" --worth 8    worth eight times another one",
      "  espalier submit cpu --deadline \"in 5 s\" --dry-run     what would become of it on each"
          + " machine",
      "  espalier submit --file tasks.jsonl      one request a line, as for POST /v1/tasks"
    })
final class SubmitCommand extends Subcommand {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final String TASKS = "/v1/tasks";
  private static final int LINES_AT_A_TIME = 500;

  @Parameters(index = "0", arity = "0..1", paramLabel = "TYPE", description = "the task type")
  private Optional<String> type;

  @Parameters(index = "1..*", paramLabel = "NAME=VALUE", description = "parameters of its command")
  private Map<String, String> parameters = new LinkedHashMap<>();

  @Option(
      names = "--deadline",
      paramLabel = "WHEN",
      description = "\"in 3 s\" or a time such as 2030-01-31T12:00:00Z")
  private Optional<String> deadline;

  @Option(
      names = "--urgency",
      paramLabel = "NAME|POINTS",
      description =
          "how that changes with time, by a name of the service's file or as"
              + " \"30 s: 1, 2 min: 0.5\"")
  private Optional<String> urgency;

  @Option(
      names = "--worth",
      paramLabel = "NUMBER",
      description = "what it is worth to complete it on time, against other tasks")
  private Optional<String> worth;

  @Option(
      names = "--priority",
      paramLabel = "NAME",
      description = "the same by a priority of the service's file")
  private Optional<String> priority;

  @Option(
      names = "--key",
      description =
          "idempotency key: a second submission with it gives the first one's task; with --file"
              + " the beginning of each line's key")
  private Optional<String> key;

  @Option(names = "--count", paramLabel = "N", description = "so many of the same; default 1")
  private int count = 1;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "requests as JSON lines, all checked before any is sent")
  private Optional<Path> file;

  @Option(
      names = "--dry-run",
      description = "submit nothing; tell the chance of success on each machine")
  private boolean dryRun;

  @Option(
      names = "--wait",
      description = "wait until they have left; fails unless all are completed")
  private boolean waits;

  @Option(names = "--json", description = "print what the service answers, as JSON lines")
  private boolean json;

  @Mixin private ServiceOptions service;
  private final List<Long> submitted = new ArrayList<>();

  @Override
  protected void run() throws Exception {
    try (ServiceClient client = service.client()) {
      CommandFailure.when(file.isPresent() && dryRun, "--dry-run takes one task; leave out --file");
      if (dryRun) {
        refuse(spec(), List.of("--count", "--wait"), "--dry-run submits nothing; leave that out");
      }
      if (file.isPresent()) {
        refuse(
            spec(),
            List.of("--deadline", "--urgency", "--worth", "--priority", "--count"),
            "each line of --file says that of its own task; leave that out, or --file");
        CommandFailure.when(
            type.isPresent(), "%s: each line of --file names its own task type", type.orElse(""));
        submitFile(file.get(), client);
      } else {
        CommandFailure.when(
            type.isEmpty() || deadline.isEmpty(),
            "name a task type and a deadline, as in: espalier submit cpu --deadline \"in 5 s\"");
        CommandFailure.when(
            key.isPresent() && count > 1, "--key names one task; leave out --key or --count");
        ObjectNode request = request(type.get(), deadline.get());
        if (dryRun) {
          rehearse(request, client);
        } else {
          submit(request, client);
        }
      }
      if (waits) {
        awaitEnds(client);
      }
    }
  }

  /** One task; what it says is judged by the service. */
  private ObjectNode request(String named, String due) {
    ObjectNode request = MAPPER.createObjectNode();
    request.put("type", named).put("deadline", due);
    ObjectNode values = request.putObject("parameters");
    parameters.forEach(values::put);
    key.ifPresent(text -> request.put("key", text));
    priority.ifPresent(text -> request.put("priority", text));
    urgency.ifPresent(text -> request.put("urgency", text));
    worth.ifPresent(text -> {
      OptionalDouble number = Numbers.real(text);
      number.ifPresentOrElse(
          value -> request.put("worth", value), () -> request.put("worth", text));
    });
    return request;
  }

  /** Submits so many times the same; where a request may be sent twice it has a key for that. */
  private void submit(ObjectNode request, ServiceClient client) {
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
  private void rehearse(ObjectNode request, ServiceClient client) {
    JsonNode answer = client.post(TASKS + "?dry_run=true", request);
    if (json) {
      out().println(answer);
    } else {
      Instant end = Instant.parse(answer.get("deadline").asString());
      out()
          .printf(
              "%s would be accepted, deadline %s; nothing was submitted%n",
              request.get("type").asString(), PointsInTime.here().fromNow(end));
      new TaskView(client, answer, out(), display(), PointsInTime.here())
          .printProspects(answer, end);
    }
    warn(answer);
  }

  private void warn(JsonNode answer) {
    if (answer.has("warning")) {
      String which = answer.has("id") ? "task %s: ".formatted(answer.get("id").asLong()) : "";
      err().println("warning: " + which + answer.get("warning").asString());
    }
  }

  /** Waits until all that was submitted has left, and tells how; fails unless all is completed. */
  private void awaitEnds(ServiceClient client) {
    int others = 0;
    for (long id : submitted) {
      JsonNode task = client.getPatiently(TASKS + "/" + id);
      while (!task.has("ended")) {
        task = client.getPatiently(TASKS + "/" + id);
      }
      String state = task.get("state").asString();
      others += state.equals("completed") ? 0 : 1;
      if (json) {
        out().println(task);
      } else {
        out().printf("%s %s, %s%n", id, state, task.path("fate").asString());
      }
    }
    CommandFailure.when(others > 0, "%s of %s tasks are not completed", others, submitted.size());
  }

  private void print(JsonNode task) {
    warn(task);
    submitted.add(task.get("id").asLong());
    if (json) {
      out().println(task);
      return;
    }
    String repeated = task.path("repeated").asBoolean() ? "  (submitted before)" : "";
    out().printf("%s%s%n", task.get("id").asLong(), repeated);
  }

  /** Submits the requests of a file; one that is wrong anywhere is not begun. */
  private void submitFile(Path named, ServiceClient client) {
    String begin = key.orElseGet(() -> UUID.randomUUID().toString());
    List<RequestLine> lines = RequestLine.readAll(named, begin);
    for (int from = 0; from < lines.size(); from += LINES_AT_A_TIME) {
      List<RequestLine> some = lines.subList(from, Math.min(lines.size(), from + LINES_AT_A_TIME));
      ArrayNode requests = MAPPER.createArrayNode();
      some.forEach(line -> requests.add(line.request()));
      try {
        client
            .post(TASKS, requests, pointer -> place(pointer, named, some))
            .get("tasks")
            .forEach(this::print);
      } catch (CommandFailure e) {
        String accepted =
            from == 0 ? "nothing" : "all up to line %s".formatted(lines.get(from - 1).number());
        throw new CommandFailure(
            "%s%n  accepted was %s; submit the file again with --key %s, which submits no line twice"
                .formatted(e.getMessage(), accepted, begin),
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
