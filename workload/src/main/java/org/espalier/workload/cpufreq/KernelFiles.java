package org.espalier.workload.cpufreq;

import java.util.Optional;

/** Files in which the kernel of a machine tells what it does, and is told what to do. */
public interface KernelFiles {
  /** Returns the text of a file without blanks around it; empty if it cannot be read. */
  Optional<String> read(String file);

  /** Writes a text to a file that is there; returns why that is not possible, or empty. */
  Optional<String> write(String file, String text);

  /**
   * Has a text written to a file in the end, even if this process is killed. The last text for a
   * file counts. Does nothing where whoever sets frequencies sees to that.
   */
  default void putBack(String file, String text) {}
}
