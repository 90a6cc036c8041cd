package org.espalier.workload.policy;

import java.time.Duration;
import org.espalier.core.allocation.SchedulerCharge;
import org.espalier.workload.document.Quantities;

/**
 * What decisions are charged, as studies write it: {@code none}, {@code measured}, or a duration
 * for a pair.
 */
final class Charges {
  private static final String NONE = "none";
  static final String MEASURED = "measured";

  private Charges() {}

  static SchedulerCharge parse(OptionText text) {
    if (text.is(NONE)) {
      return SchedulerCharge.NONE;
    }
    if (text.is(MEASURED)) {
      return new SchedulerCharge.Measured();
    }
    Duration each = text.duration();
    return new SchedulerCharge.PerEvaluation((double) each.toNanos() / text.tick().toNanos());
  }

  static String text(SchedulerCharge charge, Duration tick) {
    return switch (charge) {
      case SchedulerCharge.Measured measured -> MEASURED;
      case SchedulerCharge.PerEvaluation none when none.ticks() == 0 -> NONE;
      case SchedulerCharge.PerEvaluation each ->
          Quantities.text(Duration.ofNanos(Math.round(each.ticks() * tick.toNanos())));
    };
  }
}
