package org.espalier.profiler.probe;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * One counter of RAPL, which begins anew when it has reached its range.
 *
 * <p>Not safe for use by several threads.
 */
final class RaplZone {
  private final String name;
  private final String directory;
  private final long range;
  private long last = -1;
  private long total;

  /**
   * @param directory where sysfs has it
   * @param range the greatest count, microjoules; 0 if unknown
   */
  RaplZone(String name, String directory, long range) {
    this.name = name;
    this.directory = directory;
    this.range = range;
  }

  String name() {
    return name;
  }

  String file() {
    return directory + "/energy_uj";
  }

  long range() {
    return range;
  }

  /** Returns a count that was read from the file. */
  static OptionalLong count(Optional<String> text) {
    return text.filter(digits -> digits.matches("\\d{1,18}")).isPresent()
        ? OptionalLong.of(Long.parseLong(text.get()))
        : OptionalLong.empty();
  }

  /**
   * Takes a count that was read, at most one range after the one before.
   *
   * @return whether it makes sense
   */
  boolean take(long count) {
    boolean wrapped = last >= 0 && count < last;
    if (last >= 0) {
      total += wrapped ? count - last + range : count - last;
    }
    boolean makesSense = !wrapped || (range > 0 && last <= range);
    last = count;
    return makesSense;
  }

  /** Returns the microjoules since the first count that was taken. */
  long total() {
    return total;
  }
}
