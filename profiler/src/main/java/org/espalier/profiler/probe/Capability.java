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
}
