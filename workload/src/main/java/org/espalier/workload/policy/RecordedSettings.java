package org.espalier.workload.policy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.registry.PolicyRegistry;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settings of policies as journals have them: a JSON object from the keys of options and parameters
 * to their values, as studies write them. What is read again is equal to what was written.
 */
public final class RecordedSettings {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private RecordedSettings() {}

  /**
   * The text of all options and parameters, in the order of their keys.
   *
   * @param registry the policies that the settings are of
   * @param tick of the system, for times
   */
  public static String text(RegistrySettings settings, PolicyRegistry registry, Duration tick) {
    Map<String, String> texts = new TreeMap<>();
    for (PolicySetting setting : new PolicyVocabulary(registry).settings()) {
      texts.put(setting.key(), text(setting, settings, tick));
    }
    return MAPPER.writeValueAsString(texts);
  }

  private static String text(PolicySetting setting, RegistrySettings settings, Duration tick) {
    return switch (setting) {
      case PolicyOption option -> option.text(settings.common(), tick);
      case ParameterSetting parameter -> parameter.text(settings.parametersOf(parameter.policy()));
    };
  }

  /**
   * The values that a text gives; a blank text gives none. Parameters of policies that the registry
   * does not have are left out, so that a journal can be read without the plug-ins of its service.
   *
   * @throws IllegalArgumentException if it is no JSON object of settings and their values
   */
  public static Map<PolicySetting, String> values(String text, PolicyRegistry registry) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (!text.isBlank()) {
      object(text)
          .properties()
          .forEach(value -> texts.put(value.getKey(), value.getValue().asString()));
    }
    texts.keySet().removeIf(key -> isOfOtherPolicy(key, registry));
    return new PolicyVocabulary(registry).values(texts);
  }

  private static boolean isOfOtherPolicy(String key, PolicyRegistry registry) {
    return key.indexOf('.') > 0
        && registry.names().stream().noneMatch(name -> key.startsWith(name + "."));
  }

  private static JsonNode object(String text) {
    try {
      JsonNode object = MAPPER.readTree(text);
      if (object.isObject() && object.valueStream().allMatch(JsonNode::isValueNode)) {
        return object;
      }
    } catch (JacksonException e) {
      throw notOptions(text, e);
    }
    throw notOptions(text, null);
  }

  private static IllegalArgumentException notOptions(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "the settings %s of a policy are no JSON object of options and their values"
            .formatted(text),
        cause);
  }
}
