package org.espalier.service.command;

import java.util.Optional;

/** A parameter of a command: which values it takes, and what stands in the command for each. */
public sealed interface Parameter
    permits TextParameter, NumberParameter, ChoiceParameter, FileParameter {
  /** What users call it. */
  String name();

  /** The value if none is given; a parameter without one must be given. */
  Optional<String> fallback();

  /** What is wrong with a value, with the value and the remedy; empty if nothing is. */
  Optional<String> fault(String value);

  /** What is wrong with the default, wherever files are by now. */
  default Optional<String> faultOfDefault() {
    return fallback().flatMap(this::fault);
  }

  /**
   * Checks the name, which is to stand in a template, and the default.
   *
   * @throws IllegalArgumentException if one of them is wrong
   */
  default void check() {
    ParameterChecks.check(this);
  }

  /**
   * Whether a value may begin with a hyphen where an argument begins, so that it can be an option.
   */
  boolean mayLookLikeAnOption();

  /** What stands in the command for a value. */
  default String expand(String value) {
    return value;
  }

  /** The values it takes, for people. */
  String values();

  /** The parameter in one line, for people. */
  default String description() {
    return "%s: %s, %s"
        .formatted(
            name(),
            values(),
            fallback().map(value -> "default '%s'".formatted(value)).orElse("required"));
  }
}
