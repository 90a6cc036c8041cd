package org.espalier.workload.policy;

import java.time.Duration;
import org.espalier.core.allocation.rules.SchedulerCharge;
import org.espalier.workload.document.Quantities;

/** What decisions are charged, as studies write it: {@code none}, or a duration for a pair. */
final class Charges {
  private static final String NONE = "none";

  private Charges() {}

  static SchedulerCharge parse(OptionText text) {
    if (text.is(NONE)) {
      return SchedulerCharge.NONE;
    }
    Duration each = text.duration();
    return new SchedulerCharge((double) each.toNanos() / text.tick().toNanos());
  }

  static String text(SchedulerCharge charge, Duration tick) {
    return charge.ticks() == 0
        ? NONE
        : Quantities.text(Duration.ofNanos(Math.round(charge.ticks() * tick.toNanos())));
  }
}
