package org.espalier.workload.policy;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.espalier.core.pricing.Forecast;
import org.espalier.workload.document.Names;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;

/**
 * The value of an option as a study writes it.
 *
 * @param word the text
 * @param tick of the system, for times
 */
public record OptionText(String word, Duration tick) {
  /** What a parameter of a policy may be. */
  private static final Map<Class<?>, Function<OptionText, Object>> READERS =
      Map.of(
          Double.class, text -> text.number(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY),
          Integer.class, text -> text.integer(Integer.MIN_VALUE, Integer.MAX_VALUE),
          Boolean.class, OptionText::flag,
          Duration.class, OptionText::time,
          Forecast.class, ForecastText::parse);

  /** Says that a text is no value of its option; the option knows what would be. */
  public static final class Unfit extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Unfit(String text) {
      super("\"%s\" does not fit".formatted(text));
    }
  }

  /** A value as text. */
  static String of(Object value) {
    return switch (value) {
      case Double number -> Numbers.text(number);
      case Duration time -> Quantities.text(time);
      case Enum<?> constant -> Names.word(constant);
      case Forecast forecast -> ForecastText.of(forecast);
      default -> value.toString();
    };
  }

  /** Whether it is a word. */
  public boolean is(String other) {
    return word.equals(other);
  }

  /** The complaint that it is no value of its option. */
  public Unfit unfit() {
    return new Unfit(word);
  }

  /** The whole number that it is, within bounds. */
  public int integer(int min, int max) {
    return Numbers.whole(word, min, max).orElseThrow(this::unfit).intValue();
  }

  /** The number that it is, within bounds. Where none is above 1, it may be so many percent. */
  public double number(double min, double max) {
    boolean percent = max <= 1 && word.endsWith("%");
    String digits = percent ? word.substring(0, word.length() - 1).strip() : word;
    double value = Numbers.real(digits).orElseThrow(this::unfit) / (percent ? 100 : 1);
    if (value >= min && value <= max) {
      return value;
    }
    throw unfit();
  }

  /** The duration above 0 that it is. */
  public Duration duration() {
    return Quantities.duration(word).filter(Duration::isPositive).orElseThrow(this::unfit);
  }

  /** The duration, 0 or more, that it is. */
  public Duration time() {
    return Quantities.duration(word).filter(time -> !time.isNegative()).orElseThrow(this::unfit);
  }

  /** Whether it says true; it must say that or false. */
  public boolean flag() {
    if (is("true") || is("false")) {
      return is("true");
    }
    throw unfit();
  }

  /** The value of a type that a policy's parameter may have. */
  <T> T as(Class<T> type) {
    return type.cast(Objects.requireNonNull(READERS.get(type)).apply(this));
  }

  /** The constant of which it is the word. */
  public <E extends Enum<?>> E choice(Class<E> type) {
    return Optional.ofNullable(Names.words(type).get(word)).orElseThrow(this::unfit);
  }
}
