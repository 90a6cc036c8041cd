package org.espalier.workload.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * What was read, with notes on what the reader did to it (values it mended or renormalised).
 *
 * @param value what was read
 * @param notes what to tell the user, one sentence each
 */
public record Loaded<T>(T value, List<String> notes) {
  public Loaded {
    notes = List.copyOf(notes);
  }

  /** A value without notes. */
  public static <T> Loaded<T> of(T value) {
    return new Loaded<>(value, List.of());
  }

  /** The same notes on something made of the value. */
  public <U> Loaded<U> map(Function<? super T, ? extends U> made) {
    return new Loaded<>(made.apply(value), notes);
  }

  /** The same value with further notes. */
  public Loaded<T> with(List<String> more) {
    List<String> both = new ArrayList<>(notes);
    both.addAll(more);
    return new Loaded<>(value, both);
  }
}
