package org.espalier.profiler.probe;

/**
 * What one probe found on a machine.
 *
 * @param measures what it measures, a few words
 * @param state whether it can be used
 * @param found what was found, as "RAPL packages package-0, dram" or "no /sys/class/powercap"
 * @param remedy how to get what is missing: a package, a permission, a kernel setting; empty if
 *     nothing is missing
 */
public record Capability(String measures, State state, String found, String remedy) {
  /** Whether something can be measured. */
  public enum State {
    /** It can. */
    AVAILABLE,
    /** In another way than the best, which is told. */
    REPLACED,
    /** It cannot. */
    MISSING
  }

  /** What can be measured. */
  static Capability available(String measures, String found) {
    return new Capability(measures, State.AVAILABLE, found, "");
  }

  /** What can be measured, but not in the best way. */
  static Capability replaced(String measures, String found, String remedy) {
    return new Capability(measures, State.REPLACED, found, remedy);
  }

  /** What cannot be measured. */
  static Capability missing(String measures, String found, String remedy) {
    return new Capability(measures, State.MISSING, found, remedy);
  }
}
