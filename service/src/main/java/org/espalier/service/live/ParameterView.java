package org.espalier.service.live;

import java.util.List;
import java.util.Optional;

/**
 * A parameter of a task type, as a form asks for it.
 *
 * @param values what it takes, for people
 * @param fallback the value if none is given; empty if one must be given
 * @param choices all values it takes, if they are few
 * @param range the least and the greatest number it takes
 */
public record ParameterView(
    String name,
    String values,
    Optional<String> fallback,
    List<String> choices,
    Optional<Range> range) {
  /**
   * Numbers.
   *
   * @param whole whether only whole ones
   */
  public record Range(Number least, Number most, boolean whole) {}
}
