package org.espalier.service.backend;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;
import org.espalier.workload.process.NativeFunction;

/**
 * The clocks of the kernel that nobody sets, by {@code clock_gettime(2)}: all processes of a boot
 * see the same, launchers too.
 */
public final class KernelClock {
  private static final int MONOTONIC = 1;
  private static final int BOOT_TIME = 7;
  private static final long TIMESPEC_BYTES = 16;
  private static final MethodHandle CALL =
      NativeFunction.find("clock_gettime", JAVA_INT, JAVA_INT, ADDRESS).orElseThrow();

  /** Where the kernel writes the time; each thread has its own. */
  private static final ThreadLocal<MemorySegment> ANSWER =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(TIMESPEC_BYTES, Long.BYTES));

  private KernelClock() {}

  /** Nanoseconds since the boot; they go on while the computer sleeps. */
  public static long nanosSinceBoot() {
    return read(BOOT_TIME);
  }

  /** For how many of them the computer slept. */
  public static long suspendedNanos() {
    return read(BOOT_TIME) - read(MONOTONIC);
  }

  private static long read(int clock) {
    MemorySegment answer = ANSWER.get();
    try {
      if ((int) CALL.invokeExact(clock, answer) != 0) {
        throw new IllegalStateException("this kernel has no clock " + clock);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable impossible) {
      throw new IllegalStateException("clock_gettime(%s)".formatted(clock), impossible);
    }
    return TimeUnit.SECONDS.toNanos(answer.get(JAVA_LONG, 0)) + answer.get(JAVA_LONG, Long.BYTES);
  }
}
