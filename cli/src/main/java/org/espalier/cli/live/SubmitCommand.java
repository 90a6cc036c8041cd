package org.espalier.cli.live;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.OptionTypes;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.workload.document.Numbers;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
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

  @Option(
      names = "--count",
      paramLabel = "N",
      converter = OptionTypes.Count.class,
      description = "so many of the same; default 1")
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

  @Override
  protected void run() throws Exception {
    try (ServiceClient client = service.client()) {
      TaskSubmission submission = new TaskSubmission(client, out(), err(), display(false), json);
      CommandFailure.when(file.isPresent() && dryRun, "--dry-run takes one task; leave out --file");
      if (file.isPresent()) {
        submission.submitFile(file.get(), key.orElseGet(() -> UUID.randomUUID().toString()));
        waitFor(submission);
        return;
      }
      CommandFailure.when(
          type.isEmpty() || deadline.isEmpty(),
          "name a task type and a deadline, as in: espalier submit cpu --deadline \"in 5 s\"");
      CommandFailure.when(
          key.isPresent() && count > 1, "--key names one task; leave out --key or --count");
      ObjectNode request = request(type.get(), deadline.get());
      if (dryRun) {
        submission.rehearse(request);
      } else {
        submission.submit(request, count);
        waitFor(submission);
      }
    }
  }

  /** One task; what it says is judged by the service. */
  private ObjectNode request(String named, String due) {
    ObjectNode request = JsonMapper.shared().createObjectNode();
    request.put("type", named).put("deadline", due);
    ObjectNode values = request.putObject("parameters");
    parameters.forEach(values::put);
    key.ifPresent(text -> request.put("key", text));
    priority.ifPresent(text -> request.put("priority", text));
    worth.ifPresent(text -> {
      OptionalDouble number = Numbers.real(text);
      number.ifPresentOrElse(
          value -> request.put("worth", value), () -> request.put("worth", text));
    });
    return request;
  }

  private void waitFor(TaskSubmission submission) {
    if (waits) {
      submission.awaitEnds();
    }
  }
}
