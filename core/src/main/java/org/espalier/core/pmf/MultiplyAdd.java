package org.espalier.core.pmf;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * A product and a sum in one operation, where the processor has it: {@link Math#fma} computes it in
 * software elsewhere, over a hundred times slower. Most processors since 2013 have it; virtual
 * machines of a generic kind may not. The results differ by rounding.
 */
final class MultiplyAdd {
  /** Whether it is one operation. */
  static final boolean FUSED = isFused();

  private MultiplyAdd() {}

  /** {@code a * b + c}. */
  static double of(double a, double b, double c) {
    return FUSED ? Math.fma(a, b, c) : a * b + c;
  }

  /** What the Java virtual machine has found; one that does not tell is taken not to fuse. */
  private static boolean isFused() {
    try {
      var machine = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      return machine != null && Boolean.parseBoolean(machine.getVMOption("UseFMA").getValue());
    } catch (IllegalArgumentException | LinkageError e) {
      return false;
    }
  }
}
