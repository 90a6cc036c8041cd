package org.espalier.core.allocation;

import org.espalier.core.allocation.rules.StopTimes;

/**
 * Says that the last task of a machine is being stopped and is not gone yet.
 *
 * @param since when it was told to stop, in ticks
 * @param times how long that takes
 */
record Clearing(long since, StopTimes times) {
  /** When the machine is expected to be free, in ticks; not before now. */
  long end(long now) {
    long usual = since + times.usual();
    return Math.max(now, now < usual ? usual : since + times.most());
  }
}
