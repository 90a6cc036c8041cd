package org.espalier.simulator.study;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import org.espalier.workload.policy.OptionText;

/** An option of what a study generates, as it is written: one word, number or list. */
public sealed interface InputOption extends Dimension permits SystemOption, WorkloadOption {
  /**
   * What is said of an option.
   *
   * @param label name in tables and figures
   * @param summary what it sets, in one line
   * @param expected what its values look like
   * @param byDefault its value where a study gives none
   * @param check reads a value, and throws {@link OptionText.Unfit} if it is none
   */
  record Entry(
      String label,
      String summary,
      String expected,
      String byDefault,
      Consumer<OptionText> check) {}

  /** Name of the constant. */
  String name();

  /** What is said of it. */
  Entry entry();

  @Override
  default String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  default String label() {
    return entry().label();
  }

  /** What it sets, in one line. */
  default String summary() {
    return entry().summary();
  }

  /** What its values look like. */
  default String expected() {
    return entry().expected();
  }

  /** Its value where a study gives none. */
  default String byDefault() {
    return entry().byDefault();
  }

  /** Whether a text is a value of it. */
  default boolean accepts(String value) {
    try {
      entry().check().accept(text(value));
      return true;
    } catch (OptionText.Unfit e) {
      return false;
    }
  }

  /** A value to be read; none of these options hangs on the tick of a system. */
  static OptionText text(String value) {
    return new OptionText(value, Duration.ofNanos(1));
  }
}
