package org.espalier.simulator.study;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.espalier.workload.document.DocumentNode;
import org.espalier.workload.policy.OptionText;

/**
 * An option of what a study generates, written as one word, number or list. May be an axis.
 *
 * @param <T> what its values are
 * @param summary what it sets, in one line
 * @param expected what its values look like
 * @param byDefault its value where a study gives none
 * @param parser reads a value, and throws {@link OptionText.Unfit} if it is none
 * @param longer how values are written that are more than a word or stand in a file
 */
public record InputOption<T>(
    String key,
    String label,
    String summary,
    String expected,
    String byDefault,
    Function<OptionText, T> parser,
    Longer longer)
    implements Dimension {
  /**
   * Values that are more than a word.
   *
   * @param is whether a place has one
   * @param text what it has, as a text; empty if it was reported
   */
  public record Longer(Predicate<DocumentNode> is, Function<DocumentNode, Optional<String>> text) {
    static final Longer NONE = new Longer(node -> false, node -> Optional.empty());
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
  Optional<String> value(DocumentNode node) {
    if (longer.is().test(node)) {
      return longer.text().apply(node);
    }
    if (!node.isList()) {
      return node.asValue(expected, text -> Optional.of(text).filter(this::accepts)).find();
    }
    String text = String.join(" ", DocumentNode.texts(node.asList().orElse(List.of())));
    if (accepts(text)) {
      return Optional.of(text);
    }
    return node.report("does not fit", "expected " + expected);
  }

  /** A text to be read; none of these options hangs on the tick of a system. */
  static OptionText text(String text) {
    return new OptionText(text, Duration.ofNanos(1));
  }
}
