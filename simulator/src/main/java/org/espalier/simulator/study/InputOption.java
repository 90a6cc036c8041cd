package org.espalier.simulator.study;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.espalier.workload.document.DocumentNode;
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

  /** Its value at a node, items of a list parted by blanks; empty if it was reported. */
  default Optional<String> value(DocumentNode node) {
    Optional<String> text =
        node.isList()
            ? Optional.of(
                node.asList().orElse(List.of()).stream()
                    .flatMap(item -> item.asString().find().stream())
                    .collect(Collectors.joining(" ")))
            : node.asString().find();
    if (text.isPresent() && !accepts(text.get())) {
      node.report("does not fit", "expected " + expected());
      return Optional.empty();
    }
    return text;
  }

  /** A value to be read; none of these options hangs on the tick of a system. */
  static OptionText text(String value) {
    return new OptionText(value, Duration.ofNanos(1));
  }
}
