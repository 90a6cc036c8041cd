package org.espalier.profiler.measure;

import java.util.List;
import java.util.OptionalDouble;
import org.espalier.profiler.host.CannotStartException;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.host.RunRequest;
import org.espalier.profiler.probe.NoiseWatch;

/** Runs a command once with all instruments that are wanted. */
public interface Meter {
  /**
   * Runs a command once.
   *
   * @param corunnerSeconds processor seconds that co-runners take in a second meanwhile, so that
   *     they are not taken for noise; 0 if it runs alone
   */
  Metered measure(RunRequest request, double corunnerSeconds)
      throws CannotStartException, InterruptedException;

  /**
   * A run with all that was measured of it.
   *
   * @param outcome how it ended
   * @param seconds its execution time, without that of instruments around it
   */
  record Metered(
      RunOutcome outcome,
      double seconds,
      OptionalDouble energyJoules,
      OptionalDouble instructions,
      OptionalDouble llcMisses,
      OptionalDouble countedShare,
      List<NoiseWatch.Noise> noise) {}
}
