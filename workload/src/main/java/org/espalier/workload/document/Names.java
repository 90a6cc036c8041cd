package org.espalier.workload.document;

import static java.text.Normalizer.Form.NFKC;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names that users type: how enum constants are written, and which name a misspelt one is near. */
public final class Names {
  private static final int LONGEST = 64;
  private static final int MOST_KNOWN = 100;
  private static final int MOST_LISTED = 20;

  private Names() {}

  /** An enum constant as users write it: lower case, words joined by hyphens. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The constants of an enum by their {@linkplain #word words}, in order. */
  public static <E extends Enum<?>> Map<String, E> words(Class<E> type) {
    Map<String, E> words = new LinkedHashMap<>();
    Arrays.stream(type.getEnumConstants()).forEach(value -> words.put(word(value), value));
    return words;
  }

  /** A note as a sentence. */
  public static String sentence(String note) {
    return Character.toUpperCase(note.charAt(0)) + note.substring(1) + ".";
  }

  /**
   * The names of a text, which commas part. A known name that has commas itself is one of them, the
   * longest that fits; blanks beside commas do not count.
   */
  public static List<String> parted(String text, Collection<String> known) {
    Map<List<String>, String> whole = new HashMap<>();
    known.forEach(name -> whole.put(parts(name), name));
    int longest = whole.keySet().stream().mapToInt(List::size).reduce(1, Math::max);
    List<String> parts = parts(text);
    List<String> names = new ArrayList<>();
    int from = 0;
    while (from < parts.size()) {
      int to = Math.min(parts.size(), from + longest);
      while (to > from + 1 && !whole.containsKey(parts.subList(from, to))) {
        to--;
      }
      names.add(whole.getOrDefault(parts.subList(from, to), parts.get(from)));
      from = to;
    }
    return names;
  }

  private static List<String> parts(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).toList();
  }

  /**
   * The known name nearest to a misspelt one, or empty if none is near. Near is what begins alike
   * for more than half of its letters (and four), and what comes of it by changing at most a third
   * of them (two are allowed of five or more, and one of fewer, but not all). A word of the sources
   * is nearest to ours.
   */
  public static Optional<String> nearest(String misspelt, Collection<String> known) {
    if (misspelt.length() > LONGEST) {
      return Optional.empty();
    }
    Optional<String> meant = SourceWords.meant(misspelt).filter(known::contains);
    if (meant.isPresent()) {
      return meant;
    }
    return known.stream()
        .filter(name -> name.length() <= 2 * LONGEST && isNear(misspelt, name))
        .min(
            Comparator.<String>comparingInt(name -> distance(misspelt, name))
                .thenComparing(n -> n));
  }

  private static boolean isNear(String misspelt, String name) {
    int letters = misspelt.length();
    int longer = Math.max(letters, name.length());
    int allowed = Math.min(Math.max(letters < 5 ? 1 : 2, letters / 3), longer - 1);
    int alike = alikeAtFirst(misspelt, name);
    return (alike >= 4 && 2 * alike > longer)
        || (Math.abs(letters - name.length()) <= allowed && distance(misspelt, name) <= allowed);
  }

  private static int alikeAtFirst(String one, String other) {
    int alike = 0;
    while (alike < Math.min(one.length(), other.length())
        && Character.toLowerCase(one.charAt(alike)) == Character.toLowerCase(other.charAt(alike))) {
      alike++;
    }
    return alike;
  }

  /** A remedy that names the nearest known name, or else all of them, unless they are very many. */
  public static String remedy(String misspelt, Collection<String> known) {
    return nearest(misspelt, known)
        .map("did you mean %s?"::formatted)
        .orElseGet(() ->
            known.isEmpty()
                ? "remove it"
                : "known: " + listed(known.stream(), known.size(), MOST_KNOWN));
  }

  /** The first twenty of some names, and how many more there are. */
  public static String listed(Stream<String> names, long count) {
    return listed(names, count, MOST_LISTED);
  }

  /** A number of things. */
  public static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  /** The first of some names between commas, and how many more there are. */
  public static String listed(Stream<String> names, long count, int most) {
    String listed = names.limit(most).collect(Collectors.joining(", "));
    return count <= most
        ? listed
        : String.format(Locale.ROOT, "%s and %,d more", listed, count - most);
  }

  /** Notes on names that people take for one and the same. */
  public static List<String> alike(Collection<String> names) {
    return names.stream()
        .distinct()
        .collect(
            Collectors.groupingBy(
                name -> Normalizer.normalize(name, NFKC).strip().toLowerCase(Locale.ROOT),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .stream()
        .filter(same -> same.size() > 1)
        .map(same ->
            "only capitals, blanks or forms of letters tell %s apart"
                .formatted(joined(same, "and")))
        .toList();
  }

  /** Some names as a sentence has them: a word before the last, commas between the others. */
  public static String joined(List<String> names, String word) {
    String last = names.getLast();
    return names.size() == 1
        ? last
        : "%s %s %s".formatted(String.join(", ", names.subList(0, names.size() - 1)), word, last);
  }

  /**
   * Edit distance: letters to insert, delete or replace, and neighbours to swap, capitals being
   * equal to small.
   */
  public static int distance(String from, String to) {
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

  /** Whether a character can be printed: it is none that controls, and stands for something. */
  public static boolean isPrintable(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
