package org.espalier.profiler.prediction;

import org.espalier.profiler.sample.Conditions;

/**
 * How much pressure an application makes: the pressure that slows down the reference as much as it
 * does.
 *
 * @param bytes the pressure
 * @param slowDown that of the reference beside it
 * @param isBeyond whether it slows down the reference more than any measured pressure, so that its
 *     own may be greater
 */
public record PressureScore(
    String taskType,
    Conditions conditions,
    double bytes,
    MeasuredMeans.Ratio slowDown,
    boolean isBeyond) {}
