package org.espalier.workload.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.invoke.MethodHandle;

/** Sends signals by the system call {@code kill(2)}. */
public final class Signals {
  /** Ends a process, whatever it does. */
  public static final int KILL = 9;

  /** Asks a process to end. */
  public static final int TERM = 15;

  private static final int NONE = 0;
  private static final MethodHandle CALL =
      NativeFunction.find("kill", JAVA_INT, JAVA_INT, JAVA_INT).orElseThrow();

  private Signals() {}

  /** Sends a signal to a process; false if there is none, or it may not be signalled. */
  public static boolean toProcess(int pid, int signal) {
    return pid > 1 && kill(pid, signal);
  }

  /** Sends a signal to all processes of a group; false if there is none that may be signalled. */
  public static boolean toGroup(int group, int signal) {
    return group > 1 && kill(-group, signal);
  }

  /** Whether a group has processes, those that are dead but not waited for counted. */
  public static boolean groupExists(int group) {
    return toGroup(group, NONE);
  }

  private static boolean kill(int target, int signal) {
    try {
      return (int) CALL.invokeExact(target, signal) == 0;
    } catch (Throwable impossible) {
      throw new IllegalStateException("kill(%s, %s)".formatted(target, signal), impossible);
    }
  }
}
