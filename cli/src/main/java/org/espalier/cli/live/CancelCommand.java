package org.espalier.cli.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code espalier cancel}: takes tasks back from a live service. */
@Command(
    name = "cancel",
    description = "Takes tasks back from a live service; those that run are stopped.",
    footer = {
      "",
      "Examples:",
      "  espalier cancel 17 18",
      "  espalier cancel --type render     as where the service has this type no longer"
    })
final class CancelCommand extends Subcommand {
  @Parameters(arity = "0..*", paramLabel = "ID", description = "the tasks")
  private List<Long> ids = List.of();

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "all tasks of this type that wait or run")
  private Optional<String> type;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    CommandFailure.when(
        ids.isEmpty() == type.isEmpty(), "name the tasks by their ids, or all of a --type");
    int failed = 0;
    try (ServiceClient client = service.client()) {
      for (long id : type.isPresent() ? ofType(client) : ids) {
        failed += cancel(client, id) ? 0 : 1;
      }
    }
    if (failed > 0) {
      endAsOnBadInput();
    }
  }

  private List<Long> ofType(ServiceClient client) {
    String query =
        "/v1/tasks?limit=1000&state=queued,assigned,running"
            + ServiceClient.parameter("type", type);
    List<Long> found = new ArrayList<>();
    Optional<String> before = Optional.empty();
    do {
      JsonNode page = client.get(query + ServiceClient.parameter("before", before));
      page.get("tasks").forEach(task -> found.add(task.get("id").asLong()));
      before = page.optional("next").map(JsonNode::asString);
    } while (before.isPresent());
    return found.reversed();
  }

  private boolean cancel(ServiceClient client, long id) {
    try {
      boolean isStopping = client.delete("/v1/tasks/" + id).has("stopping");
      say(isStopping ? "%s is being stopped%n" : "%s cancelled%n", id);
      return true;
    } catch (CommandFailure failure) {
      note("espalier: task %s: %s%n", id, String.valueOf(failure.getMessage()));
      return false;
    }
  }
}
