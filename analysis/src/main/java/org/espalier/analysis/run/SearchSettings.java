package org.espalier.analysis.run;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How a search runs.
 *
 * @param threads that it may use
 * @param nanoClock a clock, for limits of time, progress and checkpoints
 * @param stop whether it is to end now
 * @param progress hears how far it is
 * @param checkpoint what a stopped search goes on from, and where this one leaves the same; empty
 *     for neither
 * @param betweenCheckpoints how long it goes on without leaving anything
 */
public record SearchSettings(
    int threads,
    LongSupplier nanoClock,
    BooleanSupplier stop,
    ParetoProgress progress,
    Optional<SearchCheckpoint> checkpoint,
    Duration betweenCheckpoints) {}
