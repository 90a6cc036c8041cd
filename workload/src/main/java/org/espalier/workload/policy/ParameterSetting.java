package org.espalier.workload.policy;

import java.time.Duration;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;

/**
 * A parameter that a policy declares, as a setting: {@code MOC.alpha}.
 *
 * @param policy name of the policy, without suffix
 */
public record ParameterSetting(String policy, PolicyParameter<?> parameter)
    implements PolicySetting {
  private static final Duration NO_TIME = Duration.ofNanos(1);

  @Override
  public String key() {
    return policy + "." + parameter.name();
  }

  @Override
  public String entryKey() {
    return parameter.name();
  }

  @Override
  public String label() {
    return policy + " " + parameter.name().replace('_', ' ').replace('.', ' ');
  }

  @Override
  public String summary() {
    return parameter.summary();
  }

  @Override
  public String expected() {
    return parameter.expected();
  }

  @Override
  public boolean accepts(String value) {
    try {
      apply(ParameterValues.DEFAULTS, value);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Its value where none is given, as text. */
  public String byDefault() {
    return text(ParameterValues.DEFAULTS);
  }

  /** Its value as text. */
  public String text(ParameterValues values) {
    return OptionText.of(values.get(parameter));
  }

  /** Values with that of it which a text says. */
  ParameterValues apply(ParameterValues values, String value) {
    return apply(values, parameter, new OptionText(value, NO_TIME));
  }

  private static <T> ParameterValues apply(
      ParameterValues values, PolicyParameter<T> parameter, OptionText text) {
    return values.with(parameter, text.as(parameter.type()));
  }
}
