package org.espalier.workload.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.espalier.core.registry.PolicySettings;
import org.espalier.workload.document.Names;

/** Policy settings that are changed by options as texts, outside of studies. */
public final class PolicyOptions {
  private PolicyOptions() {}

  /**
   * Some settings, changed by options.
   *
   * @param options values by the keys of {@link PolicyOption}, as studies write them
   * @param tick of the system, for times
   * @throws IllegalArgumentException with all options that are none or have values that do not fit
   */
  public static PolicySettings applied(
      PolicySettings settings, Map<String, String> options, Duration tick) {
    Map<PolicyOption, String> values = new EnumMap<>(PolicyOption.class);
    List<String> problems = new ArrayList<>();
    options.forEach((key, value) -> {
      Optional<PolicyOption> option = PolicyOption.find(key);
      if (option.isEmpty()) {
        String remedy = Names.remedy(key, PolicyOption.keys());
        problems.add("policies have no option %s; %s".formatted(key, remedy));
      } else if (!option.get().accepts(value)) {
        problems.add("%s is %s; expected %s".formatted(key, value, option.get().expected()));
      } else {
        values.put(option.get(), value);
      }
    });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return PolicyOption.apply(settings, values, tick);
  }
}
