package org.espalier.cli;

import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code espalier machines}: lists, drains and resumes the machines of a live service. */
@Command(
    name = "machines",
    description = "Lists the machines of a live service.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  espalier machines",
      "  espalier machines drain big-0",
      "  espalier machines resume big-0"
    })
final class MachinesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServiceOptions service;

  @Override
  public Integer call() {
    try (ServiceClient client = service.client()) {
      print(client.get("/v1/machines").get("machines"), spec.commandLine().getOut());
    }
    return ExitCode.OK;
  }

  private void print(JsonNode machines, PrintWriter out) {
    TextTable table =
        new TextTable(
            "",
            TextTable.words("machine"),
            TextTable.words("type"),
            TextTable.words("condition"),
            TextTable.words("running"),
            TextTable.numbers("waiting"));
    for (JsonNode machine : machines) {
      JsonNode queue = machine.get("queue");
      boolean busy = machine.get("busy").asBoolean();
      table.add(
          machine.get("name").asString(),
          machine.get("type").asString(),
          machine.get("condition").asString(),
          busy ? "task " + queue.get(0).get("id").asInt() : "",
          Integer.toString(queue.size() - (busy ? 1 : 0)));
    }
    table.print(out, Display.of(spec, false).width());
    out.flush();
  }

  @Command(
      name = "drain",
      description = "Lets a machine finish what runs; what waits for it goes elsewhere.",
      mixinStandardHelpOptions = true)
  int drain(@Parameters(paramLabel = "NAME") String name, @Mixin ServiceOptions options) {
    return change(name, "drain", options);
  }

  @Command(
      name = "resume",
      description = "Lets a machine take tasks again.",
      mixinStandardHelpOptions = true)
  int resume(@Parameters(paramLabel = "NAME") String name, @Mixin ServiceOptions options) {
    return change(name, "resume", options);
  }

  private static int change(String name, String what, ServiceOptions options) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    try (ServiceClient client = options.client()) {
      client.post(
          "/v1/machines/%s/%s".formatted(encoded, what),
          JsonMapper.builder().build().createObjectNode());
    }
    return ExitCode.OK;
  }
}
