package org.espalier.cli.live;

import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.espalier.cli.terminal.JsonOutput;
import org.espalier.cli.terminal.Subcommand;
import org.espalier.cli.terminal.TextTable;
import org.espalier.workload.document.Names;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code espalier machines}: lists, drains and resumes the machines of a live service. */
@Command(
    name = "machines",
    description =
        "Lists the machines of a live service. Where there are more than 40, failed ones, those"
            + " away and drained ones come first, then those with most tasks expected late, then"
            + " those with most tasks.",
    footer = {
      "",
      "Examples:",
      "  espalier machines",
      "  espalier machines --state failed,drained",
      "  espalier machines --type big --name -12 --limit 100",
      "  espalier machines --json",
      "  espalier machines drain big-0",
      "  espalier machines resume big-0",
      "  espalier machines lost cpu-3            what ran there is gone for good"
    })
final class MachinesCommand extends Subcommand {
  /** How many are listed in the system's order, and how many of more than that. */
  private static final int FEW = 40;

  private static final int PAGE = 1000;

  @Option(names = "--type", paramLabel = "TYPE", description = "only machines of this type")
  private Optional<String> type;

  @Option(
      names = "--state",
      paramLabel = "STATE,...",
      description = "only machines that are failed, away, drained, full, running or idle")
  private Optional<String> state;

  @Option(names = "--name", paramLabel = "TEXT", description = "only with this text in the name")
  private Optional<String> name;

  @Option(names = "--limit", paramLabel = "N", description = "list so many; default 40")
  private int limit = FEW;

  @Option(names = "--all", description = "list all of them, as in the system file")
  private boolean all;

  @Option(names = "--json", description = "print what the service answers, as JSON")
  private boolean json;

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    try (ServiceClient client = service.client()) {
      boolean many = client.get("/v1/overview").get("machine_count").asInt() > FEW;
      list(client, many && !all ? "attention" : "system", all ? Integer.MAX_VALUE : limit);
    }
  }

  /** Lists machines, page by page. */
  private void list(ServiceClient client, String order, int most) {
    List<JsonNode> machines = new ArrayList<>();
    JsonNode page;
    do {
      page =
          client.get(
              "/v1/machines?order=%s&limit=%s&from=%s%s%s%s%s"
                  .formatted(
                      order,
                      Math.min(PAGE, most - machines.size()),
                      machines.size(),
                      ServiceClient.parameter("type", type),
                      ServiceClient.parameter("state", state),
                      ServiceClient.parameter("text", name),
                      json ? "" : "&tasks=1"));
      page.get("machines").forEach(machines::add);
    } while (page.has("next") && machines.size() < most);
    PrintWriter out = out();
    if (json) {
      ObjectNode found = JsonMapper.shared().createObjectNode();
      found.set("matching", page.get("matching"));
      found.putArray("machines").addAll(machines);
      JsonOutput.print(found, out);
      return;
    }
    print(machines, out);
    int matching = page.get("matching").asInt();
    if (machines.size() < matching) {
      out.printf(
          Locale.ROOT,
          "%,d of %s; --limit N lists more, --all all of them%n",
          machines.size(),
          Names.count(matching, "machine"));
    }
  }

  private void print(List<JsonNode> machines, PrintWriter out) {
    TextTable table =
        TextTable.of("", "machine", "type", "condition", "running", "#waiting", "?computer");
    for (JsonNode machine : machines) {
      JsonNode queue = machine.get("queue");
      boolean busy = machine.get("busy").asBoolean();
      table.add(
          machine.get("name").asString(),
          machine.get("type").asString(),
          machine.get("condition").asString(),
          busy ? "task " + queue.get(0).get("id").asLong() : "",
          Integer.toString(machine.get("queued").asInt() - (busy ? 1 : 0)),
          machine.path("computer").asString(""));
    }
    table.print(out, display().width());
  }

  @Command(
      name = "drain",
      description = "Lets a machine finish what runs; what waits for it goes elsewhere.",
      mixinStandardHelpOptions = true)
  void drain(@Parameters(paramLabel = "NAME") String name, @Mixin ServiceOptions options) {
    change(name, "drain", options);
  }

  @Command(
      name = "resume",
      description = "Lets a machine take tasks again.",
      mixinStandardHelpOptions = true)
  void resume(@Parameters(paramLabel = "NAME") String name, @Mixin ServiceOptions options) {
    change(name, "resume", options);
  }

  @Command(
      name = "lost",
      description =
          "Says that what runs on a machine that is away is gone for good: its task is lost, and"
              + " may run again where its type is retried.",
      mixinStandardHelpOptions = true)
  void lost(@Parameters(paramLabel = "NAME") String name, @Mixin ServiceOptions options) {
    change(name, "lost", options);
  }

  private static void change(String name, String what, ServiceOptions options) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    try (ServiceClient client = options.client()) {
      client.post("/v1/machines/%s/%s".formatted(encoded, what));
    }
  }
}
