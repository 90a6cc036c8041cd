package org.espalier.workload.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.workload.document.Names;

/** All that can be set of the policies of a registry: the common options, then parameters. */
public final class PolicyVocabulary {
  private final Map<String, PolicySetting> byKey = new LinkedHashMap<>();

  /** The settings of some policies. */
  public PolicyVocabulary(PolicyRegistry registry) {
    for (PolicyOption option : PolicyOption.values()) {
      byKey.put(option.key(), option);
    }
    for (PolicyProvider policy : registry.providers()) {
      parameters(policy).forEach(parameter -> byKey.put(parameter.key(), parameter));
    }
  }

  /** The parameters that a policy declares. */
  public static List<ParameterSetting> parameters(PolicyProvider policy) {
    return policy.parameters().stream()
        .map(parameter -> new ParameterSetting(policy.name(), parameter))
        .toList();
  }

  /** The setting of a key. */
  public Optional<PolicySetting> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  /** All keys. */
  public List<String> keys() {
    return List.copyOf(byKey.keySet());
  }

  /** All settings, in the order of their keys. */
  public Collection<PolicySetting> settings() {
    return Collections.unmodifiableCollection(byKey.values());
  }

  /**
   * Values by setting.
   *
   * @param texts values by key
   * @throws IllegalArgumentException with all keys that are none or have values that do not fit
   */
  public Map<PolicySetting, String> values(Map<String, String> texts) {
    Map<PolicySetting, String> values = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    texts.forEach((key, value) -> {
      PolicySetting setting = byKey.get(key);
      if (setting == null) {
        problems.add("policies have no option %s; %s".formatted(key, Names.remedy(key, keys())));
      } else if (!setting.accepts(value)) {
        problems.add("%s is %s; expected %s".formatted(key, value, setting.expected()));
      } else {
        values.put(setting, value);
      }
    });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return values;
  }
}
