package org.espalier.core.registry;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
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
 */
public sealed interface PolicyParameter<T> {
  /** Its name, unique in its policy. */
  String name();

  /** Its value where none is given. */
  T byDefault();

  /** What it does, in one line. */
  String summary();

  /** Where it is published. */
  String source();

  /** Its type. */
  Class<T> type();

  /** Whether a value is in its range. */
  boolean allows(T value);

  /** What its values look like, as in "a number from 0 to 1". */
  String expected();

  /** Values at the ends of its range, or all there are. */
  List<T> extremes();

  /**
   * A number.
   *
   * @param least the lowest value; {@link Double#MIN_VALUE} for any above 0
   * @param most the highest value
   */
  record Real(
      String name, double least, double most, Double byDefault, String summary, String source)
      implements PolicyParameter<Double> {
    public Real {
      check(name, allows(byDefault, least, most), byDefault);
    }

    /** A number from 0 to 1. */
    public static Real share(String name, double byDefault, String summary, String source) {
      return new Real(name, 0, 1, byDefault, summary, source);
    }

    /** A number above 0 and up to 1. */
    public static Real positiveShare(String name, double byDefault, String summary, String source) {
      return new Real(name, Double.MIN_VALUE, 1, byDefault, summary, source);
    }

    private static boolean allows(double value, double least, double most) {
      return value >= least && value <= most;
    }

    @Override
    public Class<Double> type() {
      return Double.class;
    }

    @Override
    public boolean allows(Double value) {
      return allows(value, least, most);
    }

    @Override
    public String expected() {
      return least == Double.MIN_VALUE
          ? "a number above 0 and up to " + plain(most)
          : "a number from %s to %s".formatted(plain(least), plain(most));
    }

    @Override
    public List<Double> extremes() {
      return List.of(least, most);
    }

    private static String plain(double value) {
      boolean whole = value == Math.rint(value) && Math.abs(value) < 1e9;
      return whole ? Long.toString((long) value) : Double.toString(value);
    }
  }

  /**
   * A whole number.
   *
   * @param least the lowest value
   * @param most the highest value
   */
  record Whole(String name, int least, int most, Integer byDefault, String summary, String source)
      implements PolicyParameter<Integer> {
    public Whole {
      check(name, least <= byDefault && byDefault <= most, byDefault);
    }

    @Override
    public Class<Integer> type() {
      return Integer.class;
    }

    @Override
    public boolean allows(Integer value) {
      return least <= value && value <= most;
    }

    @Override
    public String expected() {
      return "a whole number from %d to %d".formatted(least, most);
    }

    @Override
    public List<Integer> extremes() {
      return List.of(least, most);
    }
  }

  /** Whether something is done. */
  record Flag(String name, Boolean byDefault, String summary, String source)
      implements PolicyParameter<Boolean> {
    public Flag {
      check(name, true, byDefault);
    }

    @Override
    public Class<Boolean> type() {
      return Boolean.class;
    }

    @Override
    public boolean allows(Boolean value) {
      return true;
    }

    @Override
    public String expected() {
      return "true or false";
    }

    @Override
    public List<Boolean> extremes() {
      return List.of(false, true);
    }
  }

  /**
   * A length of time.
   *
   * @param most the longest; the shortest is zero
   */
  record Time(String name, Duration most, Duration byDefault, String summary, String source)
      implements PolicyParameter<Duration> {
    public Time {
      check(name, isBetween(byDefault, most), byDefault);
    }

    private static boolean isBetween(Duration value, Duration most) {
      return !value.isNegative() && value.compareTo(most) <= 0;
    }

    @Override
    public Class<Duration> type() {
      return Duration.class;
    }

    @Override
    public boolean allows(Duration value) {
      return isBetween(value, most);
    }

    @Override
    public String expected() {
      return "a duration up to %d s, as 10 ms".formatted(most.toSeconds());
    }

    @Override
    public List<Duration> extremes() {
      return List.of(Duration.ZERO, most);
    }
  }

  /** One of the constants of an enum, written as words: {@code MOST_ROBUST} as most-robust. */
  record Choice<E extends Enum<E>>(
      String name, Class<E> type, E byDefault, String summary, String source)
      implements PolicyParameter<E> {
    public Choice {
      Objects.requireNonNull(type, "type");
      check(name, true, byDefault);
    }

    @Override
    public boolean allows(E value) {
      return true;
    }

    @Override
    public String expected() {
      return extremes().stream()
          .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .collect(Collectors.joining(", ", "one of ", ""));
    }

    @Override
    public List<E> extremes() {
      return Arrays.asList(type.getEnumConstants());
    }
  }

  /**
   * A workload of another day, from which the policy tells what is to come. Where a policy is made
   * its value has been read; none by default.
   */
  record Workload(String name, String summary, String source) implements PolicyParameter<Forecast> {
    public Workload {
      check(name, true, name);
    }

    @Override
    public Forecast byDefault() {
      return Forecast.NONE;
    }

    @Override
    public Class<Forecast> type() {
      return Forecast.class;
    }

    @Override
    public boolean allows(Forecast value) {
      return true;
    }

    @Override
    public String expected() {
      return "the name of a file of tasks, as yesterday.csv, or with where it begins, as"
          + " yesterday.csv from 6 h; another-day in studies; or none";
    }

    @Override
    public List<Forecast> extremes() {
      return List.of(Forecast.NONE);
    }
  }

  private static void check(String name, boolean allowsDefault, Object byDefault) {
    checkName(name);
    if (!allowsDefault) {
      throw new IllegalArgumentException(
          "the default %s of parameter %s is not in its range".formatted(byDefault, name));
    }
  }

  private static void checkName(String name) {
    if (!name.matches("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?")) {
      throw new IllegalArgumentException(
          ("parameter name \"%s\"; expected lower-case letters, digits and underscores, with at most"
                  + " one dot between them")
              .formatted(name));
    }
    if (name.equals("policy") || name.equals("name")) {
      throw new IllegalArgumentException(
          "parameter name \"%s\" is a key of every policy in studies; choose another"
              .formatted(name));
    }
  }
}
