package org.espalier.profiler.measure;

import java.util.List;
import java.util.OptionalDouble;
import org.espalier.profiler.host.RunOutcome;
import org.espalier.profiler.probe.NoiseWatch;

/**
 * A run with all that was measured of it.
 *
 * @param outcome how it ended
 * @param seconds its execution time, without that of instruments around it
 */
public record Metered(
    RunOutcome outcome,
    double seconds,
    OptionalDouble energyJoules,
    OptionalDouble instructions,
    OptionalDouble llcMisses,
    OptionalDouble countedShare,
    List<NoiseWatch.Noise> noise) {}
