/**
 * Allocations whose execution times and powers are random: percentiles of samples, and clouds of
 * them (DISSERTATION 7).
 */
@NullMarked
package org.espalier.analysis.stochastic;

import org.jspecify.annotations.NullMarked;
