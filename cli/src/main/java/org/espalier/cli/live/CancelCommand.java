package org.espalier.cli.live;

import java.util.List;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code espalier cancel}: takes tasks back from a live service. */
@Command(
    name = "cancel",
    description = "Takes tasks back from a live service; those that run are stopped.",
    footer = {"", "Example:", "  espalier cancel 17 18"})
final class CancelCommand extends Subcommand {
  @Parameters(arity = "1..*", paramLabel = "ID", description = "the tasks")
  private List<Integer> ids = List.of();

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    int failed = 0;
    try (ServiceClient client = service.client()) {
      for (int id : ids) {
        failed += cancel(client, id) ? 0 : 1;
      }
    }
    if (failed > 0) {
      endAsOnBadInput();
    }
  }

  private boolean cancel(ServiceClient client, int id) {
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
