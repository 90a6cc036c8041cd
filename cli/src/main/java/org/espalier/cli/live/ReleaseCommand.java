package org.espalier.cli.live;

import java.util.List;
import java.util.stream.Collectors;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code espalier release}: lets tasks run that a restored live service holds. */
@Command(
    name = "release",
    description =
        "Lets tasks run that a live service holds since its store was restored or copied. See first"
            + " that no other service has run them, or still does.",
    footer = {
      "",
      "Examples:",
      "  espalier release           all that had not started when the store was copied",
      "  espalier release 17 18     these, whether they had started or not"
    })
final class ReleaseCommand extends Subcommand {
  @Parameters(arity = "0..*", paramLabel = "ID", description = "the tasks")
  private List<Long> ids = List.of();

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    String tasks = ids.stream().map(String::valueOf).collect(Collectors.joining(","));
    try (ServiceClient client = service.client()) {
      JsonNode released = client.post("/v1/release?tasks=" + tasks).get("released");
      say("%s released%n", released.size());
    }
  }
}
