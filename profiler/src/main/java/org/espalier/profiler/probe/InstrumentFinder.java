package org.espalier.profiler.probe;

import org.espalier.profiler.host.Host;

/** Finds out what a machine can be measured with, by trying each probe. */
public final class InstrumentFinder {
  private InstrumentFinder() {}

  /**
   * Tries all probes. Takes as long as the idle power is measured, if that is wanted, and else well
   * under a second on this machine.
   *
   * @throws InterruptedException if the thread was interrupted meanwhile
   */
  public static Instruments find(Host host, InstrumentSettings settings)
      throws InterruptedException {
    throw new UnsupportedOperationException(host.name() + settings);
  }
}
