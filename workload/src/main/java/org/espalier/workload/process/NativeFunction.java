package org.espalier.workload.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** Finds functions of the C library. */
public final class NativeFunction {
  private NativeFunction() {}

  /**
   * A function by its name; empty if this library has none of that name.
   *
   * @param result what it returns
   * @param arguments what it takes
   */
  @SuppressWarnings("restricted")
  public static Optional<MethodHandle> find(
      String name, MemoryLayout result, MemoryLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find(name)
        .map(at -> linker.downcallHandle(at, FunctionDescriptor.of(result, arguments)));
  }
}
