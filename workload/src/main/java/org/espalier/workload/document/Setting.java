package org.espalier.workload.document;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of a document, of the type that was asked for.
 *
 * <p>A value of the wrong type or out of range has been reported by the time this exists, and then
 * counts as absent; only {@link #required} reports what is missing. Readers go on with defaults and
 * stand-ins so that all the problems of a document are found, and {@link Problems#throwIfAny} at
 * the end.
 */
public final class Setting<T> {
  private final @Nullable T value;
  private final Runnable missing;

  private Setting(@Nullable T value, Runnable missing) {
    this.value = value;
    this.missing = missing;
  }

  static <T> Setting<T> of(T value) {
    return new Setting<>(value, () -> {});
  }

  /** Neither there nor to be reported: it has been. */
  static <T> Setting<T> wrong() {
    return new Setting<>(null, () -> {});
  }

  /** Not there; to be reported if it turns out to be required. */
  static <T> Setting<T> absent(Runnable missing) {
    return new Setting<>(null, missing);
  }

  /** The value, or the default if it is absent. */
  public T orElse(T byDefault) {
    T found = value;
    return found == null ? byDefault : found;
  }

  /** The value; if it is absent this is reported, and the stand-in lets the reader go on. */
  public T required(T standIn) {
    return required().orElse(standIn);
  }

  /** The value; if it is absent this is reported. */
  public Optional<T> required() {
    if (value == null) {
      missing.run();
    }
    return find();
  }

  /** The value, or empty if it is absent. */
  public Optional<T> find() {
    return Optional.ofNullable(value);
  }

  /** The same setting of something made of the value. */
  public <U> Setting<U> map(Function<? super T, ? extends U> made) {
    T found = value;
    return new Setting<>(found == null ? null : made.apply(found), missing);
  }

  /** The setting that the value leads to. */
  <U> Setting<U> then(Function<? super T, Setting<U>> next) {
    T found = value;
    return found == null ? new Setting<>(null, missing) : next.apply(found);
  }
}
