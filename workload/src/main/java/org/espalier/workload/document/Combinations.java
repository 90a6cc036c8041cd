package org.espalier.workload.document;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes all combinations of values. */
public final class Combinations {
  private Combinations() {}

  /** An item of each list, in every way; that of the last list varies fastest. */
  public static <T> List<List<T>> of(List<List<T>> lists) {
    List<List<T>> all = List.of(List.of());
    for (List<T> items : lists) {
      all =
          all.stream()
              .flatMap(before ->
                  items.stream()
                      .map(item -> Stream.concat(before.stream(), Stream.of(item)).toList()))
              .toList();
    }
    return all;
  }

  /** One of the values of each key, in every way; that of the last key varies fastest. */
  public static <T> List<Map<String, T>> of(Map<String, List<T>> values) {
    return of(List.copyOf(values.values())).stream()
        .map(row -> {
          Map<String, T> named = new LinkedHashMap<>();
          values.keySet().forEach(key -> named.put(key, row.get(named.size())));
          return named;
        })
        .toList();
  }

  /** How many there are. */
  public static double count(Collection<? extends List<?>> lists) {
    return lists.stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
  }
}
