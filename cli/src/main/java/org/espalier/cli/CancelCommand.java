package org.espalier.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier cancel}: takes tasks back from a live service. */
@Command(
    name = "cancel",
    description = "Takes tasks back from a live service; those that run are stopped.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  espalier cancel 17 18"})
final class CancelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(arity = "1..*", paramLabel = "ID", description = "the tasks")
  private List<Integer> ids = List.of();

  @Mixin private ServiceOptions service;

  @Override
  public Integer call() {
    int failed = 0;
    try (ServiceClient client = service.client()) {
      for (int id : ids) {
        failed += cancel(client, id) ? 0 : 1;
      }
    }
    return failed == 0 ? ExitCode.OK : ExitCode.BAD_INPUT;
  }

  private boolean cancel(ServiceClient client, int id) {
    try {
      client.delete("/v1/tasks/" + id);
      spec.commandLine().getOut().printf("%d cancelled%n", id);
      return true;
    } catch (CommandFailure failure) {
      spec.commandLine().getErr().printf("espalier: task %d: %s%n", id, failure.getMessage());
      return false;
    }
  }
}
