package org.espalier.workload.policy;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.espalier.core.pricing.Forecast;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyProvider;
import org.espalier.core.registry.PolicySettings;

/**
 * What the policies of a registry are made with: settings that all have in common, and the
 * parameters of each.
 *
 * @param parameters by name of the policy; defaults where there are none
 */
public record RegistrySettings(PolicySettings common, Map<String, ParameterValues> parameters) {
  public RegistrySettings {
    parameters = Map.copyOf(parameters);
  }

  /** Common settings, and all parameters at their defaults. */
  public static RegistrySettings of(PolicySettings common) {
    return new RegistrySettings(common, Map.of());
  }

  /** The settings of one policy. */
  public PolicySettings forPolicy(PolicyProvider policy) {
    return common.withParameters(parametersOf(policy.name()));
  }

  /** The same with all forecasts of policies replaced. */
  public RegistrySettings withForecasts(UnaryOperator<Forecast> with) {
    Map<String, ParameterValues> changed = new HashMap<>(parameters);
    changed.replaceAll((policy, values) -> values.replacing(Forecast.class, with));
    return new RegistrySettings(common, changed);
  }

  /** The parameters of the policy of a name. */
  ParameterValues parametersOf(String policy) {
    return parameters.getOrDefault(policy, ParameterValues.DEFAULTS);
  }

  /**
   * The same with other values.
   *
   * @param tick of the system, for times
   * @throws IllegalArgumentException if they do not go together
   */
  public RegistrySettings with(Map<PolicySetting, String> values, Duration tick) {
    Map<PolicyOption, String> options = new EnumMap<>(PolicyOption.class);
    Map<String, ParameterValues> changed = new HashMap<>(parameters);
    values.forEach((setting, value) -> {
      switch (setting) {
        case PolicyOption option -> options.put(option, value);
        case ParameterSetting parameter ->
            changed.compute(
                parameter.policy(),
                (_, before) ->
                    parameter.apply(before == null ? ParameterValues.DEFAULTS : before, value));
      }
    });
    return new RegistrySettings(PolicyOption.apply(common, options, tick), changed);
  }
}
