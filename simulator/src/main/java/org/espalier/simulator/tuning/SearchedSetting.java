package org.espalier.simulator.tuning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.espalier.core.model.Arguments;
import org.espalier.core.registry.PolicyRegistry;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.ValueRange;
import org.espalier.workload.policy.PolicyOption;
import org.espalier.workload.policy.PolicySetting;
import org.espalier.workload.policy.PolicyVocabulary;

/**
 * A setting of a policy with the values among which the best is searched.
 *
 * @param values distinct values, in the order in which they are shown
 */
public record SearchedSetting(PolicySetting setting, List<String> values) {
  private static final String SHARES = "0..0.9/0.1";

  public SearchedSetting {
    values = values.stream().distinct().toList();
  }

  /**
   * The setting that a text asks for, as {@code deferring_threshold=0.1..0.9/0.1}.
   *
   * @throws IllegalArgumentException if the policy does not read it, or a value does not fit
   */
  static SearchedSetting parse(String text, PolicyRegistry.Entry policy, PolicySettings settings) {
    int equals = text.indexOf('=');
    Arguments.refuse(
        equals < 1, "--over %s names no values; write --over KEY=0.1..0.9/0.1 or KEY=A,B", text);
    String key = text.substring(0, equals).strip();
    PolicySetting setting = find(key, policy, settings);
    List<String> values =
        Arrays.stream(text.substring(equals + 1).split(","))
            .map(String::strip)
            .flatMap(part -> ValueRange.values(part).stream())
            .toList();
    for (String value : values) {
      if (!setting.accepts(value)) {
        throw new IllegalArgumentException(
            "--over %s: %s is no value of it; expected %s%s"
                .formatted(key, value, setting.expected(), ValueRange.hint(value)));
      }
    }
    return new SearchedSetting(setting, values);
  }

  private static PolicySetting find(
      String key, PolicyRegistry.Entry policy, PolicySettings settings) {
    List<PolicySetting> read = readBy(policy, settings);
    return read.stream()
        .filter(setting -> setting.key().equals(key) || setting.entryKey().equals(key))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "--over %s: as it is set, %s reads no such setting; %s"
                    .formatted(
                        key,
                        policy.provider().name(),
                        Names.remedy(key, read.stream().map(PolicySetting::key).toList()))));
  }

  /** All that a policy reads as it is set. */
  private static List<PolicySetting> readBy(PolicyRegistry.Entry policy, PolicySettings settings) {
    List<PolicySetting> read = new ArrayList<>();
    Arrays.stream(PolicyOption.values())
        .filter(option -> option.isReadBy(policy, settings))
        .forEach(read::add);
    read.addAll(PolicyVocabulary.parameters(policy.provider()));
    return read;
  }

  /** What is searched where nobody says it: the thresholds of the policy's pruner. */
  static List<SearchedSetting> byDefault(PolicyRegistry.Entry policy, PolicySettings settings) {
    return Stream.of(PolicyOption.DEFERRING_THRESHOLD, PolicyOption.DROPPING_THRESHOLD)
        .filter(option -> option.isReadBy(policy, settings))
        .map(option -> new SearchedSetting(option, ValueRange.values(SHARES)))
        .toList();
  }
}
