package org.espalier.simulator.replay;

import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.core.allocation.AllocationPolicy;
import org.espalier.core.allocation.Journal;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.policy.PolicyOptions;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The policies of a registry. Their settings are those of preset journal with the rules of the
 * resource manager, changed by the options that the journal gives as a JSON object from the keys of
 * options to their values, as studies write them; an empty text is an empty object.
 */
public final class RegisteredPolicies implements RecordedPolicies {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final PolicyRegistry registry;

  /** The policies of a registry. */
  public RegisteredPolicies(PolicyRegistry registry) {
    this.registry = registry;
  }

  @Override
  public AllocationPolicy create(Journal.Began began, String policy, String settings) {
    return registry
        .find(policy)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no policy %s; %s"
                    .formatted(policy, Names.remedy(policy, registry.names()))))
        .create(settings(began, settings, Map.of()));
  }

  /**
   * The settings that a text of the journal stands for.
   *
   * @param changes options to be changed after that
   * @throws IllegalArgumentException if the text is no JSON object of options, or a change is none
   */
  static PolicySettings settings(
      Journal.Began began, String settings, Map<String, String> changes) {
    Map<String, String> options = options(settings);
    options.putAll(changes);
    return PolicyOptions.applied(
        PolicySettings.JOURNAL.withRules(began.rules()), options, began.system().tick());
  }

  private static Map<String, String> options(String settings) {
    Map<String, String> options = new LinkedHashMap<>();
    if (!settings.isBlank()) {
      object(settings)
          .properties()
          .forEach(option -> options.put(option.getKey(), option.getValue().asString()));
    }
    return options;
  }

  private static JsonNode object(String settings) {
    try {
      JsonNode object = MAPPER.readTree(settings);
      if (object.isObject() && object.valueStream().allMatch(JsonNode::isValueNode)) {
        return object;
      }
    } catch (JacksonException e) {
      throw notOptions(settings, e);
    }
    throw notOptions(settings, null);
  }

  private static IllegalArgumentException notOptions(String settings, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "the settings %s of a policy are no JSON object of options and their values"
            .formatted(settings),
        cause);
  }
}
