package org.espalier.profiler.probe;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/**
 * Energy less what the idle machine takes in the same time. The difference of a short measurement
 * may be below zero; it is kept, so that means are right.
 */
record AboveIdle(EnergyMeter whole, double idleWatts, LongSupplier nanoClock)
    implements EnergyMeter {
  private static final String MEASURES = "idle power";
  private static final double NANOS = 1e9;

  /** Measures the idle power, for which nothing else should run on the machine. */
  static Probed<EnergyMeter> measure(EnergyMeter whole, Duration time) throws InterruptedException {
    long begin = System.nanoTime();
    Reading reading = whole.begin();
    OptionalDouble joules;
    try {
      Thread.sleep(time);
    } finally {
      joules = reading.end();
    }
    double seconds = (System.nanoTime() - begin) / NANOS;
    return joules.isPresent()
        ? found(whole, joules.getAsDouble() / seconds)
        : Probed.missing(
            MEASURES, "the meter failed while the machine was idle", "see the meter above");
  }

  private static Probed<EnergyMeter> found(EnergyMeter whole, double watts) {
    return Probed.of(
        new AboveIdle(whole, watts, System::nanoTime),
        Capability.available(MEASURES, "%s, which is subtracted".formatted(watts(watts))));
  }

  private static String watts(double watts) {
    return String.format(Locale.ROOT, "%.1f W", watts);
  }

  @Override
  public String describe() {
    return "%s, less %s of the idle machine".formatted(whole.describe(), watts(idleWatts));
  }

  @Override
  public boolean countsIdle() {
    return false;
  }

  @Override
  public Reading begin() {
    Reading reading = whole.begin();
    long begin = nanoClock.getAsLong();
    return () -> {
      double idle = idleWatts * (nanoClock.getAsLong() - begin) / NANOS;
      OptionalDouble joules = reading.end();
      return joules.isPresent() ? OptionalDouble.of(joules.getAsDouble() - idle) : joules;
    };
  }
}
