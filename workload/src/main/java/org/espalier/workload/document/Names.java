package org.espalier.workload.document;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Names that users type: how enum constants are written, and which name a misspelt one is near. */
public final class Names {
  private static final int LONGEST = 64;
  private static final int MOST_LISTED = 100;

  private Names() {}

  /** An enum constant as users write it: lower case, words joined by hyphens. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The known name nearest to a misspelt one by edit distance, or empty if none is near: more than
   * a third of the letters would have to change (two are always allowed, but not all).
   */
  public static Optional<String> nearest(String misspelt, Collection<String> known) {
    if (misspelt.length() > LONGEST) {
      return Optional.empty();
    }
    int allowed = Math.max(2, misspelt.length() / 3);
    return known.stream()
        .filter(name ->
            distance(misspelt, name)
                <= Math.min(allowed, Math.max(misspelt.length(), name.length()) - 1))
        .min(
            Comparator.<String>comparingInt(name -> distance(misspelt, name))
                .thenComparing(n -> n));
  }

  /** A remedy that names the nearest known name, or else all of them, unless they are very many. */
  public static String remedy(String misspelt, Collection<String> known) {
    return nearest(misspelt, known)
        .map("did you mean %s?"::formatted)
        .orElseGet(() -> known.isEmpty() ? "remove it" : "known: " + listed(known));
  }

  private static String listed(Collection<String> names) {
    String listed = names.stream().limit(MOST_LISTED).collect(Collectors.joining(", "));
    return names.size() <= MOST_LISTED
        ? listed
        : "%s and %d more".formatted(listed, names.size() - MOST_LISTED);
  }

  /**
   * Edit distance: letters to insert, delete or replace, and neighbours to swap, capitals being
   * equal to small.
   */
  static int distance(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[][] distances = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        distances[i][j] = Math.min(i, j) == 0 ? i + j : step(distances, a, i, b, j);
      }
    }
    return distances[a.length()][b.length()];
  }

  private static int step(int[][] distances, String a, int i, String b, int j) {
    int replaced = distances[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(distances[i - 1][j], distances[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, distances[i - 2][j - 2] + 1) : least;
  }
}
