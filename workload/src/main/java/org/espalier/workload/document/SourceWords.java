package org.espalier.workload.document;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the sources call settings that have another name here. Whoever writes a word of theirs is
 * led to ours.
 */
public final class SourceWords {
  private static final Map<String, String> WORDS =
      Map.of(
          "beta", "improvement_factor",
          "c", "deferring_step",
          "dropping toggle", "toggle",
          "eta", "effective_depth",
          "lambda", "toggle_lambda",
          "pruning threshold", "dropping_threshold",
          "rho", "skewness_scale",
          "schmitt trigger", "toggle_off",
          "sufferage", "fairness_factor",
          "suffering", "fairness_factor");

  private SourceWords() {}

  /** The words of the sources, in order, and the name of the setting for each. */
  public static Map<String, String> all() {
    return new TreeMap<>(WORDS);
  }

  /** The setting that a word of the sources means, written with blanks, '_' or '-'. */
  public static Optional<String> meant(String word) {
    String plain = word.toLowerCase(Locale.ROOT).replace('_', ' ').replace('-', ' ');
    return Optional.ofNullable(WORDS.get(plain.equals("schmitt") ? "schmitt trigger" : plain));
  }
}
