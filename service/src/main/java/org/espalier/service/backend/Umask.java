package org.espalier.service.backend;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The rights that new files of this process do not get, see {@code umask(2)}. It is one for the
 * whole process, so a program decides on it, not a library.
 */
public final class Umask {
  private static final int OTHERS = 0077;
  private static volatile @Nullable Integer before;

  private Umask() {}

  /**
   * From now on nobody but this user gets at new files of this process. Commands of a live service
   * still have the umask with which this process was started.
   */
  public static synchronized void keepOthersOut() {
    int replaced = set(OTHERS);
    if (before == null) {
      before = replaced;
    }
  }

  /** What it was before others were kept out; empty if they were not. */
  static OptionalInt before() {
    Integer known = before;
    return known == null ? OptionalInt.empty() : OptionalInt.of(known);
  }

  @SuppressWarnings("restricted")
  private static int set(int mask) {
    Linker linker = Linker.nativeLinker();
    try {
      return (int)
          linker
              .downcallHandle(
                  linker.defaultLookup().find("umask").orElseThrow(),
                  FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
              .invokeExact(mask);
    } catch (Throwable impossible) {
      throw new IllegalStateException("umask(%o)".formatted(mask), impossible);
    }
  }
}
