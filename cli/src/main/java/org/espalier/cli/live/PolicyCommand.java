package org.espalier.cli.live;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.cli.terminal.CommandFailure;
import org.espalier.cli.terminal.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code espalier policy}: tells and changes what decides in a live service. */
@Command(
    name = "policy",
    description =
        "Tells which policy decides in a live service, or lets another decide from now on. Settings"
            + " are those of its file, but for those that are named. Rules that all policies play"
            + " by, as queue_capacity, and budgets change in the file only.",
    footer = {
      "",
      "Examples:",
      "  espalier policy",
      "  espalier policy PAM",
      "  espalier policy PAM deferring_threshold=0.8 toggle=2"
    })
final class PolicyCommand extends Subcommand {
  @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "the policy")
  private Optional<String> name;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "KEY=VALUE",
      description = "settings that differ from the file's")
  private List<String> settings = List.of();

  @Mixin private ServiceOptions service;

  @Override
  protected void run() {
    try (ServiceClient client = service.client()) {
      JsonNode present =
          name.isPresent() ? client.put("/v1/policy", request()) : client.get("/v1/policy");
      out().println(text(present));
    }
  }

  private ObjectNode request() {
    ObjectNode request = JsonMapper.shared().createObjectNode().put("policy", name.orElseThrow());
    ObjectNode changes = request.putObject("settings");
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      CommandFailure.when(
          equals < 1,
          "%s is no setting; expected KEY=VALUE, as in deferring_threshold=0.8",
          setting);
      changes.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return request;
  }

  /** The policy and its settings that differ from the file's. */
  private static String text(JsonNode policy) {
    StringBuilder text = new StringBuilder(policy.get("policy").asString());
    for (Map.Entry<String, JsonNode> setting : policy.get("settings").properties()) {
      text.append(' ').append(setting.getKey()).append('=').append(setting.getValue().asString());
    }
    return text.toString();
  }
}
