package org.espalier.workload.pet;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.espalier.workload.document.Numbers;
import org.espalier.workload.document.Quantities;

/**
 * Classes of the sizes of a type's tasks. Each has execution times of its own: a row of the PET,
 * named {@code TYPE-to-8kB}, or {@code TYPE-over-1MB} beyond the last.
 *
 * @param parameter whose value is the size; empty for the length of the body in bytes
 * @param words the greatest size of each class but the last, as users wrote them, without blanks
 * @param bounds the same as numbers, rising
 */
public record SizeClasses(Optional<String> parameter, List<String> words, List<Double> bounds) {
  public SizeClasses {
    words = List.copyOf(words);
    bounds = List.copyOf(bounds);
    if (bounds.isEmpty()
        || words.size() != bounds.size()
        || !bounds.stream().sorted().distinct().toList().equals(bounds)) {
      throw new IllegalArgumentException(
          "the classes are %s; expected at least one, rising".formatted(words));
    }
  }

  /**
   * Those of words as users write them, as {@code 8 kB} or {@code 128}.
   *
   * @throws IllegalArgumentException if one is no size, or they do not rise
   */
  public static SizeClasses of(Optional<String> parameter, List<String> words) {
    return new SizeClasses(
        parameter,
        words.stream().map(word -> word.replaceAll("\\s+", "")).toList(),
        words.stream().map(SizeClasses::size).toList());
  }

  /**
   * A size as users write it.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static double size(String word) {
    return Quantities.bytes(word)
        .map(Long::doubleValue)
        .or(() -> Numbers.real(word.strip()).stream().boxed().findFirst())
        .orElseThrow(() ->
            new IllegalArgumentException(
                "size \"%s\"; expected a number, or bytes as 64kB".formatted(word)));
  }

  /** The rows of a task type, one more than there are bounds. */
  public List<String> rows(String type) {
    List<String> rows = new ArrayList<>();
    words.forEach(word -> rows.add("%s-to-%s".formatted(type, word)));
    rows.add("%s-over-%s".formatted(type, words.getLast()));
    return rows;
  }

  /** The row of a task of a size. */
  public String row(String type, double size) {
    int place = 0;
    while (place < bounds.size() && size > bounds.get(place)) {
      place++;
    }
    return rows(type).get(place);
  }
}
