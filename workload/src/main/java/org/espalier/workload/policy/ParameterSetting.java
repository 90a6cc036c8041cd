package org.espalier.workload.policy;

import java.time.Duration;
import org.espalier.core.registry.ParameterValues;
import org.espalier.core.registry.PolicyParameter;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Quantities;

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
    return switch (parameter) {
      case PolicyParameter.Real real -> OptionText.of(values.get(real));
      case PolicyParameter.Whole whole -> Integer.toString(values.get(whole));
      case PolicyParameter.Flag flag -> Boolean.toString(values.get(flag));
      case PolicyParameter.Time time -> Quantities.text(values.get(time));
      case PolicyParameter.Choice<?> choice -> Names.word(values.get(choice));
      case PolicyParameter.Workload workload -> ForecastText.of(values.get(workload));
    };
  }

  /** Values with that of it which a text says. */
  ParameterValues apply(ParameterValues values, String value) {
    OptionText text = new OptionText(value, NO_TIME);
    return switch (parameter) {
      case PolicyParameter.Real real -> values.with(real, text.number(real.least(), real.most()));
      case PolicyParameter.Whole whole ->
          values.with(whole, text.integer(whole.least(), whole.most()));
      case PolicyParameter.Flag flag -> values.with(flag, text.flag());
      case PolicyParameter.Time time -> values.with(time, text.time());
      case PolicyParameter.Choice<?> choice -> choose(values, choice, text);
      case PolicyParameter.Workload workload -> values.with(workload, ForecastText.parse(text));
    };
  }

  private static <E extends Enum<E>> ParameterValues choose(
      ParameterValues values, PolicyParameter.Choice<E> choice, OptionText text) {
    return values.with(choice, text.choice(choice.type()));
  }
}
