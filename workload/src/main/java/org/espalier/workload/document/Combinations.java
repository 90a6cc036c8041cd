package org.espalier.workload.document;

import java.util.List;
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
}
