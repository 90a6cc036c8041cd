/**
 * Allocations whose execution times and powers are random: percentiles of samples, clouds of them,
 * and exact distributions (DISSERTATION 7).
 */
@NullMarked
package org.espalier.analysis.stochastic;

import org.jspecify.annotations.NullMarked;
