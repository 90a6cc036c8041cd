package org.espalier.simulator.study;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.OptionText;

/**
 * An option of what a study generates, written as one word, number or list. May be an axis.
 *
 * @param <T> what its values are
 */
public final class InputOption<T> extends Dimension {
  private final String summary;
  private final String expected;
  private final String byDefault;
  private final Function<OptionText, T> parser;

  /**
   * An option.
   *
   * @param label name in tables and figures
   * @param summary what it sets, in one line
   * @param expected what its values look like
   * @param byDefault its value where a study gives none
   * @param parser reads a value, and throws {@link OptionText.Unfit} if it is none
   */
  InputOption(
      String key,
      String label,
      String summary,
      String expected,
      String byDefault,
      Function<OptionText, T> parser) {
    super(key, label);
    this.summary = summary;
    this.expected = expected;
    this.byDefault = byDefault;
    this.parser = parser;
  }

  /** An option whose values are whole numbers from min to max inclusive. */
  static InputOption<Integer> whole(
      String key, String label, String summary, int min, int max, String byDefault) {
    String expected = "a whole number from %s to %s".formatted(min, max);
    return new InputOption<>(
        key, label, summary, expected, byDefault, text -> text.integer(min, max));
  }

  /** An option whose values are durations above 0. */
  static InputOption<Duration> duration(
      String key, String label, String summary, String byDefault) {
    return new InputOption<>(
        key, label, summary, "a duration above 0", byDefault, OptionText::duration);
  }

  /** What it sets, in one line. */
  public String summary() {
    return summary;
  }

  /** What its values look like. */
  public String expected() {
    return expected;
  }

  /** Its value where a study gives none. */
  public String byDefault() {
    return byDefault;
  }

  /** Whether a text is a value of it. */
  public boolean accepts(String value) {
    try {
      parse(value);
      return true;
    } catch (OptionText.Unfit e) {
      return false;
    }
  }

  /**
   * The value that a text says.
   *
   * @throws OptionText.Unfit if it says none
   */
  T parse(String text) {
    return parser.apply(text(text));
  }

  /** Its value at a node, items of a list parted by blanks; empty if it was reported. */
  @Override
  Optional<String> value(DocumentNode node) {
    Optional<String> text =
        node.isList()
            ? Optional.of(
                node.asList().orElse(List.of()).stream()
                    .flatMap(item -> item.asString().find().stream())
                    .collect(Collectors.joining(" ")))
            : node.asString().find();
    if (text.isPresent() && !accepts(text.get())) {
      node.report("does not fit", "expected " + expected);
      return Optional.empty();
    }
    return text;
  }

  @Override
  void set(ScenarioDraft draft, String value) {
    draft.options.put(this, value);
  }

  /** A text to be read; none of these options hangs on the tick of a system. */
  static OptionText text(String text) {
    return new OptionText(text, Duration.ofNanos(1));
  }
}
