package org.espalier.simulator.study;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.espalier.workload.document.WordTable;
import org.espalier.workload.policy.OptionText;

/**
 * The words of options as a table, and the options that are made of them.
 *
 * <p>A line for each option, with its cells parted by bars: its key, its label, its value where a
 * study gives none, what its values look like, what it is for, and what it sets. What values look
 * like is left out where their range says it.
 */
final class OptionTable {
  private static final int LOOKS = 3;
  private static final int FOR = 4;

  private final WordTable words;
  private final Map<String, InputOption<?>> options = new LinkedHashMap<>();

  OptionTable(String text) {
    words = new WordTable(text);
  }

  /** An option whose values a function reads, which throws {@link OptionText.Unfit} of others. */
  <T> InputOption<T> option(String key, Function<OptionText, T> parser) {
    return option(key, "", parser);
  }

  /** One whose values may be more than a word. */
  <T> InputOption<T> option(String key, Function<OptionText, T> parser, InputOption.Longer longer) {
    return option(key, "", parser, longer);
  }

  /** An option of a few words, with what each of them means. */
  <T> InputOption<T> pick(String key, Map<String, T> meanings) {
    return option(
        key, text -> Optional.ofNullable(meanings.get(text.word())).orElseThrow(text::unfit));
  }

  /** An option of a word for nothing, or else values that a function reads. */
  <T> InputOption<Optional<T>> optional(String key, String none, Function<OptionText, T> parser) {
    return option(key, text -> text.is(none) ? Optional.empty() : Optional.of(parser.apply(text)));
  }

  /** An option whose values are whole numbers from min to max inclusive. */
  InputOption<Integer> whole(String key, int min, int max) {
    String range = "a whole number from %s to %s".formatted(min, max);
    return option(key, range, text -> text.integer(min, max));
  }

  /** An option whose values are numbers from min to max inclusive. */
  InputOption<Double> number(String key, double min, double max) {
    String range = "a number from %s to %s".formatted(plain(min), plain(max));
    return option(key, range, text -> text.number(min, max));
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** An option whose values are durations above 0. */
  InputOption<Duration> duration(String key) {
    return option(key, "a duration above 0", OptionText::duration);
  }

  private <T> InputOption<T> option(String key, String range, Function<OptionText, T> parser) {
    return option(key, range, parser, InputOption.Longer.NONE);
  }

  private <T> InputOption<T> option(
      String key, String range, Function<OptionText, T> parser, InputOption.Longer longer) {
    List<String> row = words.row(key);
    String looks = row.get(LOOKS).isEmpty() ? range : row.get(LOOKS);
    InputOption<T> option =
        new InputOption<>(key, row.get(1), row.getLast(), looks, row.get(2), parser, longer);
    options.put(key, option);
    return option;
  }

  /** The options in the order of the table. */
  List<InputOption<?>> all() {
    return words.keys().stream().<InputOption<?>>map(options::get).toList();
  }

  /** Those of the options that are for something. */
  List<InputOption<?>> allFor(Predicate<List<String>> uses) {
    return all().stream().filter(option -> uses.test(usesOf(option))).toList();
  }

  /** What an option is for, word by word. */
  List<String> usesOf(InputOption<?> option) {
    return List.of(words.row(option.key()).get(FOR).split(" "));
  }
}
