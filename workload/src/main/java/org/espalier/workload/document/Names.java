package org.espalier.workload.document;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Names that users type: how enum constants are written, and which name a misspelt one is near. */
public final class Names {
  private static final int LONGEST = 64;

  private Names() {}

  /** An enum constant as users write it: lower case, words joined by hyphens. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The known name nearest to a misspelt one by edit distance, or empty if none is near: more than
   * a third of the letters would have to change (two are always allowed).
   */
  public static Optional<String> nearest(String misspelt, Collection<String> known) {
    if (misspelt.length() > LONGEST) {
      return Optional.empty();
    }
    int allowed = Math.max(2, misspelt.length() / 3);
    return known.stream()
        .filter(name -> distance(misspelt, name) <= allowed)
        .min(
            Comparator.<String>comparingInt(name -> distance(misspelt, name))
                .thenComparing(n -> n));
  }

  /** A remedy that names the nearest known name, or else all of them. */
  public static String remedy(String misspelt, Collection<String> known) {
    return nearest(misspelt, known)
        .map("did you mean %s?"::formatted)
        .orElseGet(() -> known.isEmpty() ? "remove it" : "known: " + String.join(", ", known));
  }

  /** Levenshtein distance: letters to insert, delete or replace, capitals being equal to small. */
  static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      nextRow(row, i, Character.toLowerCase(from.charAt(i - 1)), to);
    }
    return row[to.length()];
  }

  private static void nextRow(int[] row, int i, char letter, String to) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j < row.length; j++) {
      int replaced = diagonal + (letter == Character.toLowerCase(to.charAt(j - 1)) ? 0 : 1);
      diagonal = row[j];
      row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
    }
  }
}
