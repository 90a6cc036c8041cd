package org.espalier.core.registry;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.espalier.core.pricing.Forecast;

/**
 * A setting of its own that a policy declares, besides those that all policies have in common. Its
 * value is found in {@link PolicySettings#parameters()} by the declaration itself.
 *
 * <p>An entry of a study that describes a policy, {@code {policy: MOC, alpha: 0.2}}, has it by its
 * name. Everywhere else it is {@code MOC.alpha}: in the settings and axes of a study, on the
 * command line and in live.yaml. A name is a word of lower-case letters, digits and underscores,
 * but not {@code policy} or {@code name}, which are keys of entries themselves; where it is that of
 * a common option, only the second form means the parameter. Names that begin alike, as {@code
 * fairness.weight} and {@code fairness.factor}, stand together as {@code fairness: {weight: 1,
 * factor: 0.1}}.
 *
 * @param <T> the type of its values
 * @param name unique in its policy
 * @param type of its values
 * @param range whether a value is in it
 * @param extremes values at the ends of its range, or all there are
 * @param byDefault its value where none is given
 * @param expected what its values look like, as in "a number from 0 to 1"
 * @param summary what it does, in one line
 * @param source where it is published
 */
public record PolicyParameter<T>(
    String name,
    Class<T> type,
    Predicate<T> range,
    List<T> extremes,
    T byDefault,
    String expected,
    String summary,
    String source) {
  public PolicyParameter {
    checkName(name);
    extremes = List.copyOf(extremes);
    if (!range.test(byDefault)) {
      throw new IllegalArgumentException(
          "the default %s of parameter %s is not in its range".formatted(byDefault, name));
    }
  }

  /**
   * A number.
   *
   * @param least the lowest value; {@link Double#MIN_VALUE} for any above 0
   * @param most the highest value
   */
  public static PolicyParameter<Double> real(
      String name, double least, double most, double byDefault, String summary, String source) {
    String expected =
        least == Double.MIN_VALUE
            ? "a number above 0 and up to " + plain(most)
            : "a number from %s to %s".formatted(plain(least), plain(most));
    return new PolicyParameter<>(
        name,
        Double.class,
        value -> value >= least && value <= most,
        List.of(least, most),
        byDefault,
        expected,
        summary,
        source);
  }

  /** A number from 0 to 1. */
  public static PolicyParameter<Double> share(
      String name, double byDefault, String summary, String source) {
    return real(name, 0, 1, byDefault, summary, source);
  }

  /** A number above 0 and up to 1. */
  public static PolicyParameter<Double> positiveShare(
      String name, double byDefault, String summary, String source) {
    return real(name, Double.MIN_VALUE, 1, byDefault, summary, source);
  }

  /** A whole number between bounds, which it may be. */
  public static PolicyParameter<Integer> whole(
      String name, int least, int most, int byDefault, String summary, String source) {
    return new PolicyParameter<>(
        name,
        Integer.class,
        value -> value >= least && value <= most,
        List.of(least, most),
        byDefault,
        "a whole number from %s to %s".formatted(least, most),
        summary,
        source);
  }

  /** Whether something is done; it is not by default. */
  public static PolicyParameter<Boolean> flag(String name, String summary, String source) {
    return new PolicyParameter<>(
        name,
        Boolean.class,
        value -> true,
        List.of(false, true),
        false,
        "true or false",
        summary,
        source);
  }

  /** A length of time from zero. */
  public static PolicyParameter<Duration> time(
      String name, Duration most, Duration byDefault, String summary, String source) {
    return new PolicyParameter<>(
        name,
        Duration.class,
        value -> !value.isNegative() && value.compareTo(most) <= 0,
        List.of(Duration.ZERO, most),
        byDefault,
        "a duration up to %s s, as 10 ms".formatted(most.toSeconds()),
        summary,
        source);
  }

  /**
   * A workload of another day, from which the policy tells what is to come. Where a policy is made
   * its value has been read; none by default.
   */
  public static PolicyParameter<Forecast> forecast(String name, String summary, String source) {
    return new PolicyParameter<>(
        name,
        Forecast.class,
        value -> true,
        List.of(Forecast.NONE),
        Forecast.NONE,
        "the name of a file of tasks, as yesterday.csv, or with where it begins, as"
            + " yesterday.csv from 6 h; another-day in studies; or none",
        summary,
        source);
  }

  private static String plain(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e9;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private static void checkName(String name) {
    if (!name.matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?")) {
      throw new IllegalArgumentException(
          ("parameter name \"%s\"; expected lower-case letters, digits and underscores, with at"
                  + " most one dot between them")
              .formatted(name));
    }
    if (name.equals("policy") || name.equals("name")) {
      throw new IllegalArgumentException(
          "parameter name \"%s\" is a key of every policy in studies; choose another"
              .formatted(name));
    }
  }
}
