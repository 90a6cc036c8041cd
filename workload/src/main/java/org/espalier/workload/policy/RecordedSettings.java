package org.espalier.workload.policy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.espalier.core.registry.PolicySettings;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Settings of policies as journals have them: a JSON object from the keys of options to their
 * values, as studies write them. What is read again is equal to what was written.
 */
public final class RecordedSettings {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private RecordedSettings() {}

  /**
   * The text of all options of some settings, in the order of their keys.
   *
   * @param tick of the system, for times
   */
  public static String text(PolicySettings settings, Duration tick) {
    Map<String, String> options = new TreeMap<>();
    for (PolicyOption option : PolicyOption.values()) {
      options.put(option.key(), option.text(settings, tick));
    }
    return MAPPER.writeValueAsString(options);
  }

  /**
   * The options that a text gives, to be {@linkplain PolicyOptions#applied applied}; a blank text
   * gives none.
   *
   * @throws IllegalArgumentException if it is no JSON object of options and their values
   */
  public static Map<String, String> options(String text) {
    Map<String, String> options = new LinkedHashMap<>();
    if (!text.isBlank()) {
      object(text)
          .properties()
          .forEach(option -> options.put(option.getKey(), option.getValue().asString()));
    }
    return options;
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
