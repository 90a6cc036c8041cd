package org.espalier.core.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Values of the parameters that one policy declares; those that are not given have their defaults.
 * Immutable.
 */
public final class ParameterValues {
  /** All parameters at their defaults. */
  public static final ParameterValues DEFAULTS = new ParameterValues(Map.of());

  private final Map<String, Object> given;

  private ParameterValues(Map<String, Object> given) {
    this.given = Collections.unmodifiableMap(given);
  }

  /** The value of a parameter. */
  public <T> T get(PolicyParameter<T> parameter) {
    Object value = given.get(parameter.name());
    return value == null ? parameter.byDefault() : parameter.type().cast(value);
  }

  /**
   * The same with another value of a parameter.
   *
   * @throws IllegalArgumentException if the value is not in its range
   */
  public <T> ParameterValues with(PolicyParameter<T> parameter, T value) {
    if (!parameter.range().test(value)) {
      throw new IllegalArgumentException(
          "%s is %s; expected %s".formatted(parameter.name(), value, parameter.expected()));
    }
    Map<String, Object> changed = new TreeMap<>(given);
    if (value.equals(parameter.byDefault())) {
      changed.remove(parameter.name());
    } else {
      changed.put(parameter.name(), value);
    }
    return new ParameterValues(changed);
  }

  /**
   * The same with every given value of a type replaced, as a forecast by one that has been read.
   */
  public <T> ParameterValues replacing(Class<T> type, UnaryOperator<T> with) {
    Map<String, Object> changed = new TreeMap<>(given);
    changed.replaceAll(
        (name, value) -> type.isInstance(value) ? with.apply(type.cast(value)) : value);
    return new ParameterValues(changed);
  }

  /** The given values of a type. */
  public <T> List<T> all(Class<T> type) {
    return given.values().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /**
   * Checks that a policy declares all that are given, and allows their values.
   *
   * @param policy its name
   * @param declared its parameters
   * @throws IllegalArgumentException with all that is wrong
   */
  void checkFor(String policy, List<PolicyParameter<?>> declared) {
    List<String> problems = new ArrayList<>();
    given.forEach((name, value) -> {
      boolean fits =
          declared.stream()
              .anyMatch(parameter -> parameter.name().equals(name) && fits(parameter, value));
      if (!fits) {
        problems.add("policy %s has no parameter %s with value %s".formatted(policy, name, value));
      }
    });
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  private static <T> boolean fits(PolicyParameter<T> parameter, Object value) {
    return parameter.type().isInstance(value)
        && parameter.range().test(parameter.type().cast(value));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ParameterValues values && given.equals(values.given);
  }

  @Override
  public int hashCode() {
    return given.hashCode();
  }

  @Override
  public String toString() {
    return given.toString();
  }
}
