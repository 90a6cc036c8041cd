package org.espalier.workload.policy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.document.Names;

/**
 * One policy with its settings, as a document says that is no study, such as that of a live system:
 * by the keys {@code policy}, {@code preset} and {@code settings} of studies.
 *
 * @param policy its name
 * @param options the value of every option, as studies write them
 */
public record PolicyChoice(String policy, PolicySettings settings, Map<String, String> options) {
  private static final String DEFAULT_POLICY = "PAM";

  public PolicyChoice {
    options = Map.copyOf(options);
  }

  /**
   * Reads a choice; empty if there are problems, which are reported.
   *
   * @param tick of the system, for times
   */
  public static Optional<PolicyChoice> read(
      DocumentNode document, PolicyRegistry registry, Duration tick) {
    String policy = document.string("policy").orElse(DEFAULT_POLICY);
    Preset preset = document.choice("preset", Preset.class).orElse(Preset.JOURNAL);
    Map<PolicyOption, String> values = new EnumMap<>(PolicyOption.class);
    Optional<DocumentNode> block = document.mapping("settings").find();
    block.ifPresent(node -> values.putAll(PolicyEntryReader.overrides(node)));
    block.ifPresent(DocumentNode::rejectUnknownKeys);
    if (registry.find(policy).isEmpty()) {
      document.report("policy", "unknown policy", Names.remedy(policy, registry.names()));
      return Optional.empty();
    }
    try {
      PolicySettings settings = PolicyOption.apply(preset.settings(), values, tick);
      return Optional.of(new PolicyChoice(policy, settings, options(settings, tick)));
    } catch (IllegalArgumentException e) {
      document.report("settings", String.valueOf(e.getMessage()), "change one of them");
      return Optional.empty();
    }
  }

  private static Map<String, String> options(PolicySettings settings, Duration tick) {
    Map<String, String> options = new LinkedHashMap<>();
    for (PolicyOption option : PolicyOption.values()) {
      options.put(option.key(), option.text(settings, tick));
    }
    return options;
  }
}
