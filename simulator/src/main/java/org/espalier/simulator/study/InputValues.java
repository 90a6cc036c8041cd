package org.espalier.simulator.study;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.espalier.workload.document.DocumentNode;

/**
 * Values of options of what a study generates, as they are written; each fits its option. An option
 * that is not among them has its default.
 */
public record InputValues(Map<InputOption<?>, String> texts) {
  /** All options have their defaults. */
  public static final InputValues NONE = new InputValues(Map.of());

  public InputValues {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** The values that a mapping gives; what does not fit is reported. */
  public static InputValues read(DocumentNode mapping, Collection<InputOption<?>> options) {
    Map<InputOption<?>, String> given = new LinkedHashMap<>();
    for (InputOption<?> option : options) {
      mapping
          .node(option.key())
          .find()
          .flatMap(option::value)
          .ifPresent(text -> given.put(option, text));
    }
    return new InputValues(given);
  }

  /** Whether an option has a value of its own. */
  boolean has(InputOption<?> option) {
    return texts.containsKey(option);
  }

  /** The value of an option, as it is written. */
  public String text(InputOption<?> option) {
    return texts.getOrDefault(option, option.byDefault());
  }

  /** The value of an option. */
  <T> T get(InputOption<T> option) {
    return option.parse(text(option));
  }

  /** The same with the values of others in place of theirs. */
  InputValues with(InputValues others) {
    Map<InputOption<?>, String> all = new LinkedHashMap<>(texts);
    all.putAll(others.texts);
    return new InputValues(all);
  }

  /** Some options with a value each. */
  InputValues complete(Collection<InputOption<?>> options) {
    Map<InputOption<?>, String> all = new LinkedHashMap<>();
    options.forEach(option -> all.put(option, text(option)));
    return new InputValues(all);
  }
}
